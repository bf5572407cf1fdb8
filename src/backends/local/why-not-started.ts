import type { MemoryLimit, SandboxPlan } from '../../model/sandbox.ts';
import type { NotStarted } from './launchers/launcher.ts';

/** Why a shell was not started. What its sandbox lets it have can be too little for any, and what was to start it is ended then. */
export function whyNotStarted({ reason, hasEnded }: NotStarted, sandbox: SandboxPlan | null): string {
  const limits = hasEnded === true && sandbox !== null ? limitsOf(sandbox) : [];
  if (sandbox === null || limits.length === 0) return reason;
  const may = 'its sandbox may leave it too little';
  return `${reason}; ${may}, with the limits of the level ${JSON.stringify(sandbox.level)}: ${limits.join(', ')}`;
}

function limitsOf({ limits: { processes, memory } }: SandboxPlan): readonly string[] {
  return [
    ...(processes === null ? [] : [`processes ${processes}`]),
    ...(memory === null ? [] : [`memory ${amountOf(memory)}`]),
  ];
}

function amountOf(memory: MemoryLimit): string {
  switch (memory.kind) {
    case 'bytes':
      return `${memory.bytes} bytes`;
    case 'share':
      return `${memory.percent}%`;
    case 'least':
      return `the least of ${memory.of.map(amountOf).join(' and ')}`;
  }
}
