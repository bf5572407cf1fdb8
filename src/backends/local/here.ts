/** Milliseconds: the most that Node's timers take, 24 days. */
const longestIntervalMs = 2 ** 31 - 1;

/** What makes a shell keeps this process from ending no more than one that waits; whoever wants what is made has to. */
export async function here<Made>(made: Promise<Made>): Promise<Made> {
  const held = setInterval(() => {}, longestIntervalMs);
  try {
    return await made;
  } finally {
    clearInterval(held);
  }
}
