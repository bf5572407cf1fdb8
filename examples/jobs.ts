// A server as a job: started, waited for until it answers, used, typed into, ended. It would go on when this program ends.
import assert from 'node:assert/strict';
import { createBash, type Job } from 'handrail';

let told = (_job: Job): void => {};
const ended = new Promise<Job>((resolve) => {
  told = resolve;
});
const bash = createBash({ options: { approve: 'never' }, onJobEnd: (job) => told(job) });
const context = { conversationId: 'jobs' };

async function call(tool: string, input: unknown): Promise<string> {
  const { text } = await bash.call(tool, input, context);
  return text;
}

const program = 'read -r _; echo up; while read -r line; do echo "got $line"; done; echo down';
const started = await bash.run({ command: program, run_in_background: true }, context);
if (started.outcome.kind !== 'moved_to_job') throw new Error(started.text);
const { job } = started.outcome;

await call('bash_input', { job: job.id, text: 'go\n' });
await call('bash_output', { job: job.id, wait_for: { pattern: '^up' }, wait_ms: 30_000 });
await call('bash_input', { job: job.id, text: 'hello\n' });
await call('bash_output', { job: job.id, wait_for: { pattern: '^got' }, wait_ms: 30_000 });
const running = await bash.running('jobs');
assert.equal(running.length, 1);
console.log(`${running.length} runs`);
await call('bash_input', { job: job.id, eof: true });
await call('bash_output', { job: job.id, wait_for: 'exit', wait_ms: 30_000 });
const output = await call('bash_output', { job: job.id, from_line: 1 });
assert.match(output, /^up\ngot hello\ndown\n\[job .* has ended .*: exit status 0\]/);
console.log(output.replace(/after [^:]*:/, 'after …:').replace(`job ${job.id}`, 'job …'));
const { state } = await ended;
assert.equal(state.kind, 'ended');
console.log(`told of its end: ${state.kind}`);
await bash.endConversation('jobs', { jobs: 'end' });
await bash.close();
