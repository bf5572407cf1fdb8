import type { Effect } from '../../../model/effect.ts';
import { describeWord, known } from '../../words.ts';
import { changes, interactive, runsShell, unknownEffect } from '../effects.ts';
import { inDirectory, readsValue } from '../options.ts';
import type { Call, Command, OptionTable, Program } from '../program.ts';
import { always, flags, listed, values } from '../shorthand.ts';

const serving: OptionTable = {
  ...flags('-h --help, --sandbox-required, --yes'),
  ...values('--contract, --options, --sandbox'),
  ...listed(inDirectory, '--cwd'),
  ...listed(readsValue, '--rules'),
};

const shows: Command = {
  options: {
    ...flags('-h --help, --json, --batch, --test, --idle, --sandbox-required'),
    ...values('--contract, --options, --sandbox, --search, --from-line, --lines, --pattern, --port'),
    ...values('--timeout-ms, --since, --status, --grep, --limit'),
    ...listed(inDirectory, '--cwd'),
    ...listed(readsValue, '--rules'),
  },
};

/** What is for the user alone: to answer, and to take back what was answered. */
const answers: Command = {
  options: {
    ...flags('-h --help, --yes, --conversation, --always, --no, --json'),
    ...values('--as, --in, --for, --because, --edit'),
  },
  effects: answering,
};

/** Handrail itself, where a command that it runs calls it again. */
export const programs: readonly Program[] = [
  {
    names: ['handrail'],
    abbreviates: false,
    options: flags('-h --help, -V --version'),
    subcommands: {
      run: {
        options: {
          ...serving,
          ...values('--timeout-ms, --allow'),
          ...flags('--json, --live, --no-live'),
        },
        effects: ({ operands }) => operands.map((command) => runsShell(command)),
      },
      'explain check rules settings jobs output wait doctor tools': shows,
      audit: { ...shows, subcommands: { verify: shows } },
      approve: answers,
      watch: { options: flags('-h --help'), effects: watching },
      grants: {
        options: flags('-h --help, --json'),
        subcommands: { revoke: { effects: always(changes('approvals', known('a grant'))) } },
      },
      hook: {
        effects: hooking,
      },
    },
  },
];

/** Without an id it lists. An id alone asks whoever is at the terminal, which may be the agent's. */
function answering({ operands: [id], given }: Call): readonly Effect[] {
  const gives = given.some(({ names }) => !names.includes('--json') && !names.includes('--help'));
  if (id === undefined && !gives) return [];
  return [changes('approvals', known('an approval')), ...(gives ? [] : [interactive])];
}

/** Its keys answer what is asked. */
function watching(): readonly Effect[] {
  return [changes('approvals', known('an approval')), interactive];
}

/** To install one changes what watches over an agent. */
function hooking({ operands: [what] }: Call): readonly Effect[] {
  const isPlain = what?.kind === 'known' && what.text !== 'install' && what.text !== 'uninstall';
  if (isPlain) return [unknownEffect('unknown-subcommand', `handrail hook ${describeWord(what)}`)];
  return [changes('approvals', known('what watches over an agent'))];
}
