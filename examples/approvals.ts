// Who is asked before a command runs: a callback. It sees the findings, may look at them for as long as it likes, and what it
// says for good is kept: the same call is not asked about again.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalAnswer, ApprovalQuestion } from 'handrail';
import { createBash } from 'handrail';

const workingDirectory = await mkdtemp(join(tmpdir(), 'approvals-'));

const asked: string[] = [];
async function ask({ request, findings, offers }: ApprovalQuestion): Promise<ApprovalAnswer> {
  const reasons = findings.map(({ id }) => id).join(', ');
  asked.push(request.command);
  console.log(`asked about ${request.command} (${reasons})`);
  if (request.command.startsWith('node')) return { kind: 'refused', reason: 'no programs today' };
  // What no narrow answer would do for cannot be kept: there is nothing to offer then.
  return offers === null ? { kind: 'approved' } : { kind: 'approved', always: { forMs: 60_000 } };
}

const bash = createBash({ approver: { ask }, stateDir: join(workingDirectory, 'state') });
const commands = ['ls', 'mkdir build', 'mkdir -p build', 'mkdir -p build', 'node build.js', 'git add .'];
const became: string[] = [];
for (const command of commands) {
  const { outcome, text } = await bash.run({ command }, { workingDirectory });
  became.push(outcome.kind);
  console.log(`${command}: ${outcome.kind}${outcome.kind === 'denied' ? ` ${text.split('\n')[0]}` : ''}`);
}
await bash.close();
// The third was asked about as the second, and the last is not to be had by a yes.
assert.deepEqual(asked, ['mkdir build', 'mkdir -p build', 'node build.js']);
assert.deepEqual(became, ['ended', 'ended', 'ended', 'ended', 'denied', 'denied']);
await rm(workingDirectory, { recursive: true });
