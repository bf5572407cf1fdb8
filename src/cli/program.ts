import { Command } from 'commander';
import { agents } from '../adapters/hooks/agents/agents.ts';
import { contracts } from '../contracts/contracts.ts';
import { statuses } from '../model/outcome.ts';
import { type ApproveFlags, approve } from './approve.ts';
import { type AuditFlags, audit, verifyAudit } from './audit.ts';
import { type CallFlags, call } from './call.ts';
import { check } from './check.ts';
import { doctor } from './doctor.ts';
import { approveStatuses, exitStatuses } from './exit-status.ts';
import { type ExplainFlags, explain } from './explain.ts';
import { grants, revoke } from './grants.ts';
import type { InstallFlags } from './hook/install.ts';
import { type InputFlags, input, type JobFlags, jobs, type OutputFlags, output, stop, wait } from './jobs.ts';
import { defaultHttpPort, type McpFlags } from './mcp-flags.ts';
import { checkMisuseStatus } from './misuse-status.ts';
import type { JudgingFlags } from './policy.ts';
import { type RulesFlags, rules } from './rules.ts';
import { type RunFlags, run } from './run.ts';
import type { ServeFlags } from './serve.ts';
import { settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { tools } from './tools.ts';
import { table } from './visible.ts';
import { watch } from './watch.ts';

/** Reads the command line and does what it says; resolves to the exit status. */
export async function runProgram(terminal: Terminal, words: readonly string[]): Promise<number> {
  let status = 0;
  const program = buildProgram(terminal, (exitStatus) => {
    status = exitStatus;
  });
  await program.parseAsync([...words], { from: 'user' });
  return status;
}

/** Every command with its arguments and options; `done` is told the exit status. @documented */
export function buildProgram(terminal: Terminal, done: (status: number) => void): Command {
  const program = new Command('handrail')
    .description(
      'The bash tool for LLM agents: runs shell commands under a contract, and keeps a record of every one.',
    )
    .version(terminal.version)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .exitOverride()
    .showSuggestionAfterError();

  serving(program.command('run'))
    .description('run one command; its exit status is yours')
    .argument('<command...>', 'the command, as one quoted argument after --')
    .option('--timeout-ms <ms>', 'end it after this many milliseconds')
    .option('--allow <json>', 'what it needs beyond its sandbox, as a result says; it has to be approved')
    .option('--yes', yesText)
    .option('--json', "print the contract's result as JSON")
    .option('--live', 'show the output as it comes (the default on a terminal)')
    .option('--no-live', 'show what a model would be given, when the command is over')
    .addHelpText('after', `\nExit status:\n${describeExitStatuses()}`)
    .showHelpAfterError("(the command goes in quotes after --, as in: handrail run -- 'ls -la')")
    .action(async (command: string[], flags: RunFlags) => done(await run(terminal, command, flags)));

  serving(program.command('call'))
    .description("call a tool with a JSON input and print the contract's result as JSON")
    .argument('<tool>', 'the name of the tool')
    .argument('[input]', 'its input as JSON; read from standard input when left out')
    .option('--yes', yesText)
    .action(async (tool: string, input: string | undefined, flags: CallFlags) =>
      done(await call(terminal, tool, input, flags)),
    );

  serving(program.command('tools'))
    .description('print the tools as a model is given them: names, descriptions, JSON Schemas')
    .action(async (flags: ServeFlags) => done(await tools(terminal, flags)));

  serving(program.command('mcp'))
    .description('serve the tools over MCP, on standard input and output or with --http')
    .option('--http [port]', `over Streamable HTTP instead (default: ${defaultHttpPort}; 0 for any)`)
    .option('--http-host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--allowed-host <name>', 'a name by which it may be called too; may be given again', collect)
    .option(
      '--token-file <file>',
      'has the bearer token; made where there is none (default: a new one each time)',
    )
    .option('--wait-ms <ms>', 'answer within this time who asks for no progress (default: 45000)')
    .option('--no-elicitation', 'do not have the client ask its user for approvals')
    .option('--no-structured', 'answer with text alone')
    .action(async (flags: McpFlags) => {
      // Only this command needs the protocol's package, which takes as long to load as all the rest.
      const { mcp } = await import('./mcp.ts');
      done(await mcp(terminal, flags));
    });

  judging(program.command('explain'))
    .description('say what a command would do, and what the policy says of it; runs nothing')
    .argument('[command]', 'the command, in quotes; - reads it from standard input')
    .option('--json', 'print JSON')
    .option('--batch', 'read a line {"id", "command"} of JSON for each command, and answer with one each')
    .action(async (command: string | undefined, flags: ExplainFlags) =>
      done(await explain(terminal, command, flags)),
    );

  judging(program.command('check'))
    .description('exit with 0 if the policy allows a command, 1 if it asks, 2 if it denies; runs nothing')
    .argument('<command>', 'the command, in quotes; - reads it from standard input')
    .addHelpText(
      'after',
      `\nWhere the call itself was not understood, the exit status is ${checkMisuseStatus}.`,
    )
    .action(async (command: string, flags: JudgingFlags) => done(await check(terminal, command, flags)));

  const hook = program
    .command('hook')
    .description('answer the hook of an agent that is about to run a command: its JSON in, its JSON out')
    .argument('<agent>', agentNames)
    .option('--approve', 'say yes to what the rules allow, so that the agent does not ask about it')
    .option('--ask', 'ask also where the agent is known not to do so always (cursor)')
    .action(async (agent: string, flags: { approve?: boolean; ask?: boolean }) => {
      const { hook: answer } = await import('./hook/command.ts');
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
      const { install } = await import('./hook/install.ts');
      // The library gives the options that both commands have to the outer one.
      done(await install(terminal, agent, command.optsWithGlobals<InstallFlags>()));
    });

  program
    .command('import')
    .description('print the permissions of another agent as a file of rules, and say what is not taken')
    .argument('<agent>', 'claude or opencode')
    .argument('[file]', 'its settings; those of the user when left out')
    .action(async (agent: string, file: string | undefined) => {
      const { importRules } = await import('./hook/import.ts');
      done(importRules(terminal, agent, file));
    });

  program
    .command('rules')
    .description('list the shipped rules, or those of files')
    .argument('[file...]', 'files of rules')
    .option('--json', 'print JSON')
    .option('--test', 'try the examples of the rules')
    .action((files: string[], flags: RulesFlags) => done(rules(terminal, files, flags)));

  serving(program.command('settings'))
    .description('print every setting and where its value came from')
    .option('--json', 'print JSON')
    .action((flags: ServeFlags & { json?: boolean }) => done(settings(terminal, flags)));

  program
    .command('jobs')
    .description('list the jobs: commands that go on after their call')
    .option('--json', 'print JSON')
    .action(async (flags: JobFlags) => done(await jobs(terminal, flags)));

  program
    .command('output')
    .description('print what a job has written, and how it is doing')
    .argument('<job>', 'the id of the job')
    .option('--search <pattern>', 'only the lines that a regular expression matches')
    .option('--from-line <n>', 'from this line on; -20 are the last twenty')
    .option('--lines <n>', 'so many lines')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: OutputFlags) => done(await output(terminal, job, flags)));

  program
    .command('wait')
    .description(
      'wait until a job has ended, and print its last lines; exit status 1 when it did not come about',
    )
    .argument('<job>', 'the id of the job')
    .option('--pattern <pattern>', 'until it writes a line that a regular expression matches')
    .option('--port <port>', 'until a local port is open')
    .option('--idle', 'until it is silent')
    .option('--timeout-ms <ms>', 'at most so many milliseconds (default: 600000)')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: OutputFlags) => done(await wait(terminal, job, flags)));

  program
    .command('input')
    .description('write to the standard input of a job')
    .argument('<job>', 'the id of the job')
    .argument('[text]', 'the text, as it is')
    .option('--key <name...>', 'keys pressed after the text: Enter, C-c, Up, …')
    .option('--eof', 'end the input after that')
    .option('--json', 'print JSON')
    .action(async (job: string, text: string | undefined, flags: InputFlags) =>
      done(await input(terminal, job, text, flags)),
    );

  program
    .command('stop')
    .description('end a job, every process of it')
    .argument('<job>', 'the id of the job')
    .option('--signal <name>', 'only send this signal, such as SIGINT')
    .option('--json', 'print JSON')
    .action(async (job: string, flags: JobFlags & { signal?: string }) =>
      done(await stop(terminal, job, flags)),
    );

  program
    .command('watch')
    .description('show what runs now, jobs, open approvals and the audit log, on a screen')
    .action(async () => done(await watch(terminal)));

  program
    .command('audit')
    .description('list the recorded calls, newest first, or print one whole')
    .argument('[id]', 'the id of a call, or its beginning')
    .option('--since <time>', 'only calls since a time, or a span ago: 2026-01-31, 90m, 2h, 7d')
    .option('--status <status>', `only calls that came to this: ${[...statuses, 'open'].join(', ')}`)
    .option('--grep <pattern>', 'only calls whose command matches a regular expression')
    .option('--limit <n>', 'at most this many', '50')
    .option('--json', 'print a JSON line for each call')
    .action((id: string | undefined, flags: AuditFlags) => done(audit(terminal, id, flags)))
    .command('verify')
    .description('check that no record was changed or taken out')
    .action(() => done(verifyAudit(terminal)));

  program
    .command('approve')
    .description('list what waits for your approval, at a terminal pick one of it; show one, or answer it')
    .argument('[id]', 'the id of an approval')
    .option('--yes', 'yes, this once')
    .option('--conversation', 'yes, this very command, as long as the conversation goes on')
    .option('--always', 'yes, and never ask about that again; what is kept is shown with the approval')
    .option('--as <words>', 'with --always: another call to keep, as narrow as the one that is shown')
    .option('--in <directory>', 'with --always: the directory to keep it for')
    .option('--for <span>', 'with --always: for so long, such as 90m, 8h, 7d, or ever (default: 30d)')
    .option('--no', 'no')
    .option('--because <reason>', 'with --no: what the agent is told')
    .option('--edit <command>', 'run this in its stead; - reads it from standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExit status:\n${describeStatuses(approveStatuses)}`)
    .action(async (id: string | undefined, flags: ApproveFlags) => done(await approve(terminal, id, flags)));

  program
    .command('grants')
    .description('list what you have allowed for longer than once')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => done(await grants(terminal, flags)))
    .command('revoke')
    .description('take a grant back')
    .argument('<id>', 'the id of the grant')
    .action(async (id: string) => done(await revoke(terminal, id)));

  program
    .command('doctor')
    .description('print what this machine has, and what to do about what is missing')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => done(await doctor(terminal, flags)));

  return program;
}

const agentNames = agents.map(({ name }) => name).join(', ');

const yesText = 'approve what the rules would ask about; what they deny is denied';

/** The options of every command that serves a contract. */
function serving(command: Command): Command {
  return command
    .option('--contract <name>', `the contract: ${contracts.map(({ name }) => name).join(', ')}`)
    .option('--options <json>', "the contract's options, as a JSON object")
    .option('--cwd <directory>', 'where to work')
    .option('--rules <file>', 'a file of rules that hold beside the contract’s; may be given again', collect)
    .option(
      '--sandbox <level>',
      'how far commands are confined: off, workspace, read-only, or a level of yours',
    )
    .option('--sandbox-required', 'run nothing where that cannot be held');
}

/** The options of every command that judges a command and does not run it. */
function judging(command: Command): Command {
  return command
    .option('--cwd <directory>', 'where it would run')
    .option(
      '--rules <file>',
      'a file of rules that hold beside the shipped ones; may be given again',
      collect,
    );
}

/** The values of an option that may be given more than once. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function describeStatuses(statuses: readonly { readonly status: number; readonly when: string }[]): string {
  return table(statuses.map(({ status, when }) => [`  ${status}`, when])).join('\n');
}

function describeExitStatuses(): string {
  const rows = exitStatuses.map(({ status, when }) => [`  ${status}`, when]);
  return [
    ...table([...rows, ['  128+n', 'the command was ended by signal n']]),
    '  else the exit status of the command',
  ].join('\n');
}
