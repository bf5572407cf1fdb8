import type { Command } from 'commander';
import { statuses } from '../../model/outcome.ts';
import type { ApproveFlags } from '../approve.ts';
import { type AuditFlags, defaultLimit } from '../audit-flags.ts';
import { approveStatuses } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import { collect, type Done } from './options.ts';
import { withStatuses } from './statuses.ts';

/** What is for whoever answers for the agents: `watch`, `audit`, `approve`, `grants`. */
export function addOverseeing(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('watch')
    .description('show what runs now, jobs, open approvals and the audit log, on a screen')
    .action(async () => {
      const { watch } = await import('../watch.ts');
      done(await watch(terminal));
    });

  program
    .command('audit')
    .description('list the recorded calls, newest first, or print one whole')
    .argument('[id]', 'the id of a call, or its beginning')
    .option('--since <time>', 'only calls since a time of UTC, or a span ago: 2026-01-31, 90m, 2h, 7d')
    .option('--status <status>', `only calls that came to this: ${[...statuses, 'open'].join(', ')}`)
    .option('--grep <pattern>', 'only calls whose command matches a regular expression')
    .option('--limit <n>', `at most this many (default: ${defaultLimit})`)
    .option('--json', 'print a JSON line for each call')
    .action(async (id: string | undefined, flags: AuditFlags) => {
      const { audit } = await import('../audit.ts');
      done(audit(terminal, id, flags));
    })
    .command('verify')
    .description('check that no record was changed or taken out')
    .action(async () => {
      const { verifyAudit } = await import('../audit.ts');
      done(verifyAudit(terminal));
    });

  withStatuses(program.command('approve'), approveStatuses)
    .description('list what waits for your approval, at a terminal pick one of it; show one, or answer it')
    .argument('[id]', 'the id of an approval')
    .option('--yes', 'yes, this once')
    .option('--conversation', 'yes, this very command, as long as the conversation goes on')
    .option(
      '--always',
      'yes, and do not ask about that again, as long as --for says; what is kept is shown with the approval',
    )
    .option(
      '--as <words>',
      'with --always: another call to keep, as narrow as the one that is shown; where several lines are, given for each, in their order, an empty one to leave it out',
      collect,
    )
    .option('--in <directory>', 'with --always: the directory to keep its calls for')
    .option('--for <span>', 'with --always: for so long, such as 90m, 8h, 7d, or ever (default: 30d)')
    .option('--no', 'no')
    .option('--because <reason>', 'with --no: what the agent is told')
    .option('--edit <command>', 'run this in its stead; - reads it from standard input')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, flags: ApproveFlags) => {
      const { approve } = await import('../approve.ts');
      done(await approve(terminal, id, flags));
    });

  program
    .command('grants')
    .description('list what you have allowed for longer than once')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { grants } = await import('../grants.ts');
      done(await grants(terminal, flags));
    })
    .command('revoke')
    .description('take a grant back')
    .argument('<id>', 'the id of the grant')
    .action(async (id: string) => {
      const { revoke } = await import('../grants.ts');
      done(await revoke(terminal, id));
    });
}
