import { longestTimerMs } from '../../model/longest-timer.ts';

/** What makes a shell keeps this process from ending no more than one that waits; whoever wants what is made has to. */
export async function here<Made>(made: Promise<Made>): Promise<Made> {
  const held = setInterval(() => {}, longestTimerMs);
  try {
    return await made;
  } finally {
    clearInterval(held);
  }
}
