import type { SyntaxMistake } from '../model/exit.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Backend } from '../model/ports.ts';
import { deadline } from './deadline.ts';
import { type Execution, execute } from './execute.ts';

/**
 * What became of a command that bash itself refuses for a mistake in it: bash's words and exit status, as if it had been
 * run. `null` where bash finds none, or was not asked: the text may then be one that only the analysis cannot read.
 */
export async function checkSyntax(execution: Execution): Promise<Outcome | null> {
  const { stages, context, request, plan } = execution;
  const limit = deadline(stages.clock, request, context.signal);
  try {
    const mistake = await stages.backend.checkSyntax?.(plan, limit.signal);
    const told = mistake ? await execute(execution, { run: telling(mistake) }) : null;
    return told?.kind === 'other_shell' ? null : told; // No session is asked.
  } finally {
    limit.clear();
  }
}

/** Runs nothing, and writes what bash has said already. */
function telling({ exitCode, words }: SyntaxMistake): Backend['run'] {
  return async ({ streams }, sink) => {
    await sink(streams === 'apart' ? 'stderr' : 'output', words);
    const exit = { kind: 'exited', code: exitCode } as const;
    return { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null };
  };
}
