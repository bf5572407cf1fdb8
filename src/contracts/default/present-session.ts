import type { SessionUse } from '../../model/outcome.ts';
import type { BashResult } from './result.ts';

/** What the result says of the kept shell that a command ran in. */
export function sessionResult(session: SessionUse | null): BashResult['session'] {
  if (session === null) return null;
  const { name, found, left } = session;
  return { name, is_new: found.isNew, because: found.isNew ? found.because : null, shell_left: left };
}

const withoutState = 'without the variables, functions and directory of the one before';

/** Said only where a shell is not the one that a caller expects. */
export function describeSession(session: SessionUse | null): readonly string[] {
  if (session === null) return [];
  const { found, left } = session;
  const name = JSON.stringify(session.name);
  const isAnother = found.isNew && found.because !== 'first';
  return [
    ...(isAnother ? [`[session ${name} had a new shell, ${withoutState}]`] : []),
    ...(left === 'ended'
      ? [`[the shell of session ${name} has ended; the next call there gets a new one]`]
      : []),
    ...(left === 'lost'
      ? [
          `[the shell of session ${name} had to be ended with the command; the next call there gets a new one, ${withoutState}]`,
        ]
      : []),
  ];
}
