import { Command } from 'commander';
import { addJobs } from './commands/jobs.ts';
import { addJudging } from './commands/judging.ts';
import { type Done, serving } from './commands/options.ts';
import { addOverseeing } from './commands/overseeing.ts';
import { addRunning } from './commands/running.ts';
import type { ServeFlags } from './serve.ts';
import { gotName, misuse, type Terminal } from './terminal.ts';
import { visibleText } from './visible.ts';

/** Reads the command line and does what it says; resolves to the exit status. */
export async function runProgram(terminal: Terminal, words: readonly string[]): Promise<number> {
  let status = 0;
  const program = buildProgram(terminal, (exitStatus) => {
    status = exitStatus;
  });
  const [first, ...names] = words;
  const meant = first === 'help' ? wordsOfHelp(program, names) : [...words];
  await program.parseAsync(meant, { from: 'user' });
  return status;
}

/** The library shows the help of all where a word is no command, and knows none of the commands of a command. */
function wordsOfHelp(program: Command, names: readonly string[]): string[] {
  const meant = names.filter((name) => !name.startsWith('-'));
  if (meant[0] === 'help') return ['--help'];
  let command = program;
  for (const [at, name] of meant.entries()) {
    const found = command.commands.find((one) => one.name() === name);
    if (found === undefined) {
      const known = command.commands.map((one) => one.name());
      const lists = ['handrail', ...meant.slice(0, at), '--help'].join(' ');
      throw misuse(`help: unknown command ${gotName(name, known)}; ${lists} lists them`);
    }
    command = found;
  }
  return [...meant, '--help'];
}

/**
 * Every command with its arguments and options; `done` is told the exit status. What a command does is loaded when it is called: all of
 * that takes ten times as long to load as the words here. @documented
 */
export function buildProgram(terminal: Terminal, done: Done): Command {
  const program = new Command('handrail')
    .description(
      'The bash tool for LLM agents: runs shell commands under a contract, and keeps a record of every one.',
    )
    .version(terminal.version)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      // A word that is no option need not be what whoever calls has written.
      writeErr: (text) => terminal.stderr.write(visibleText(text)),
    })
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(--help says what is expected)')
    .hook('preAction', (_, called) => refuseOptionsOfOuter(called));

  addRunning(program, terminal, done);
  addJudging(program, terminal, done);
  serving(program.command('settings'))
    .description('print every setting and where its value came from')
    .option('--json', 'print JSON')
    .action(async (flags: ServeFlags & { json?: boolean }) => {
      const { settings } = await import('./settings.ts');
      done(settings(terminal, flags));
    });

  addJobs(program, terminal, done);
  addOverseeing(program, terminal, done);
  program
    .command('doctor')
    .description('print what this machine has, and what to do about what is missing')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { doctor } = await import('./doctor.ts');
      done(await doctor(terminal, flags));
    });

  return program;
}

/** The library takes the options of a command also beside a command of that, which knows nothing of them. */
function refuseOptionsOfOuter(called: Command): void {
  const own = called.options.map(({ long }) => long);
  const outer = called.parent?.options.filter(
    (option) =>
      called.parent?.getOptionValueSource(option.attributeName()) === 'cli' && !own.includes(option.long),
  );
  if (outer?.[0] !== undefined)
    called.error(`error: unknown option '${outer[0].long}'`, { code: 'commander.unknownOption' });
}
