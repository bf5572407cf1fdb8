import type { Command } from 'commander';
import { agents } from '../../adapters/hooks/agents/agents.ts';
import type { ExplainFlags } from '../explain.ts';
import type { InstallFlags } from '../hook/install.ts';
import { checkMisuseStatus } from '../misuse-status.ts';
import type { JudgingFlags } from '../policy.ts';
import type { RulesFlags } from '../rules.ts';
import type { Terminal } from '../terminal.ts';
import { type Done, judging } from './options.ts';

/** What says of commands whether they may run: `explain`, `check`, `hook`, `import`, `rules`. */
export function addJudging(program: Command, terminal: Terminal, done: Done): void {
  judging(program.command('explain'))
    .description('say what a command would do, and what the policy says of it; runs nothing')
    .argument('[command]', 'the command, in quotes; - reads it from standard input')
    .option('--json', 'print JSON')
    .option('--batch', 'read a line {"id", "command"} of JSON for each command, and answer with one each')
    .action(async (command: string | undefined, flags: ExplainFlags) => {
      const { explain } = await import('../explain.ts');
      done(await explain(terminal, command, flags));
    });

  judging(program.command('check'))
    .description('exit with 0 if the policy allows a command, 1 if it asks, 2 if it denies; runs nothing')
    .argument('<command>', 'the command, in quotes; - reads it from standard input')
    .addHelpText(
      'after',
      `\nWhere the call itself was not understood, the exit status is ${checkMisuseStatus}.`,
    )
    .action(async (command: string, flags: JudgingFlags) => {
      const { check } = await import('../check.ts');
      done(await check(terminal, command, flags));
    });

  const hook = program
    .command('hook')
    .description('answer the hook of an agent that is about to run a command: its JSON in, its JSON out')
    .argument('<agent>', agentNames)
    .option('--approve', 'say yes to what the rules allow, so that the agent does not ask about it')
    .option('--ask', 'ask also where the agent is known not to do so always (cursor)')
    .action(async (agent: string, flags: { approve?: boolean; ask?: boolean }) => {
      const { hook: answer } = await import('../hook/command.ts');
      done(await answer(terminal, agent, flags));
    });
  hook
    .command('install')
    .description('write the hook into the settings of an agent; shows what would be changed, and asks')
    .argument('<agent>', agentNames)
    .option('--project', 'into the settings of the project in this directory, and not the user’s')
    .option('--undo', 'take it out again: the file is as it was')
    .option('--approve', 'what the rules allow is run without the agent’s own question')
    .option('--ask', 'ask also where the agent is known not to do so always (cursor)')
    .option('--yes', 'write it without a question')
    .action(async (agent: string, _: InstallFlags, command: Command) => {
      const { install } = await import('../hook/install.ts');
      // The library gives the options that both commands have to the outer one.
      done(await install(terminal, agent, command.optsWithGlobals<InstallFlags>()));
    });

  program
    .command('import')
    .description('print the permissions of another agent as a file of rules, and say what is not taken')
    .argument('<agent>', 'claude or opencode')
    .argument('[file]', 'its settings; those of the user when left out')
    .action(async (agent: string, file: string | undefined) => {
      const { importRules } = await import('../hook/import.ts');
      done(importRules(terminal, agent, file));
    });

  program
    .command('rules')
    .description('list the shipped rules, or those of files')
    .argument('[file...]', 'files of rules')
    .option('--json', 'print JSON')
    .option('--test', 'try the examples of the rules')
    .action(async (files: string[], flags: RulesFlags) => {
      const { rules } = await import('../rules.ts');
      done(rules(terminal, files, flags));
    });
}

const agentNames = agents.map(({ name }) => name).join(', ');
