// Who is asked before a command runs: a callback. It sees the findings, may look at them for as long as it likes, and what it
// says for good is kept: the same call is not asked about again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalAnswer, ApprovalQuestion } from 'handrail';
import { createBash } from 'handrail';

const workingDirectory = await mkdtemp(join(tmpdir(), 'approvals-'));

async function ask({ request, findings, offers }: ApprovalQuestion): Promise<ApprovalAnswer> {
  const reasons = findings.map(({ id }) => id).join(', ');
  console.log(`asked about ${request.command} (${reasons})`);
  if (request.command.startsWith('node')) return { kind: 'refused', reason: 'no programs today' };
  // What no narrow answer would do for cannot be kept: there is nothing to offer then.
  return offers === null ? { kind: 'approved' } : { kind: 'approved', always: { forMs: 60_000 } };
}

const bash = createBash({ approver: { ask }, stateDir: join(workingDirectory, 'state') });
const commands = ['ls', 'mkdir build', 'mkdir -p build', 'mkdir -p build', 'node build.js', 'git add .'];
for (const command of commands) {
  const { outcome, text } = await bash.run({ command }, { workingDirectory });
  console.log(`${command}: ${outcome.kind}${outcome.kind === 'denied' ? ` ${text.split('\n')[0]}` : ''}`);
}
await bash.close();
await rm(workingDirectory, { recursive: true });
