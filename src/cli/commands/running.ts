import type { Command } from 'commander';
import type { CallFlags } from '../call.ts';
import { callStatuses, exitStatuses } from '../exit-status.ts';
import { defaultHttpPort, type McpFlags } from '../mcp-flags.ts';
import type { RunFlags } from '../run.ts';
import type { ServeFlags } from '../serve.ts';
import type { Terminal } from '../terminal.ts';
import { collect, type Done, serving } from './options.ts';
import { withStatuses } from './statuses.ts';

/** What has commands run, here or for a client: `run`, `call`, `tools`, `mcp`. */
export function addRunning(program: Command, terminal: Terminal, done: Done): void {
  withStatuses(serving(program.command('run')), exitStatuses, othersOfRun)
    .description('run one command, with nothing on its standard input; its exit status is yours')
    .argument('<command...>', 'the command, as one quoted argument after --')
    .option(
      '--timeout-ms <ms>',
      'its time limit: after this many milliseconds it goes on as a job, or is ended, as the contract has it',
    )
    .option('--allow <json>', 'what it needs beyond its sandbox, as a result says; it has to be approved')
    .option('--yes', yesText)
    .option('--json', "print the contract's result as JSON")
    .option('--live', 'show the output as it comes (the default on a terminal)')
    .option('--no-live', 'show what a model would be given, when the command is over')
    .showHelpAfterError("(the command goes in quotes after --, as in: handrail run -- 'ls -la')")
    .action(async (command: string[], flags: RunFlags) => {
      const { run } = await import('../run.ts');
      done(await run(terminal, command, flags));
    });

  withStatuses(serving(program.command('call')), callStatuses)
    .description("call a tool with a JSON input and print the contract's result as JSON")
    .argument('<tool>', 'the name of the tool')
    .argument('[input]', 'its input as JSON; read from standard input when left out')
    .option('--yes', yesText)
    .action(async (tool: string, input: string | undefined, flags: CallFlags) => {
      const { call } = await import('../call.ts');
      done(await call(terminal, tool, input, flags));
    });

  serving(program.command('tools'))
    .description('print the tools as a model is given them: names, descriptions, JSON Schemas')
    .action(async (flags: ServeFlags) => {
      const { tools } = await import('../tools.ts');
      done(await tools(terminal, flags));
    });

  serving(program.command('mcp'))
    .description('serve the tools over MCP, on standard input and output or with --http')
    .option('--http [port]', `over Streamable HTTP instead (default: ${defaultHttpPort}; 0 for any)`)
    .option('--http-host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--allowed-host <name>', 'a name by which it may be called too; may be given again', collect)
    .option(
      '--token-file <file>',
      'has the bearer token; made where there is none (default: a new one each time)',
    )
    .option('--wait-ms <ms>', 'answer within this time, also who is known to wait longer (default: 45000)')
    .option('--no-elicitation', 'do not have the client ask its user for approvals')
    .option('--no-structured', 'answer with text alone')
    .action(async (flags: McpFlags) => {
      const { mcp } = await import('../mcp.ts');
      done(await mcp(terminal, flags));
    });
}

const yesText = 'approve what the rules would ask about; what they deny is denied';

const othersOfRun = [
  ['128+n', 'the command was ended by signal n'],
  ['else', 'the exit status of the command'],
] as const;
