// Imports modules through a link while Handrail's commands run, and prints those that were loaded as another module than the one behind the link,
// and the looks at pipes and sockets in numbers, of which that comes: `node linked-imports.mjs <directory> <createBash's file> <options>`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , directory, file, given] = process.argv;
const behind = join(directory, 'behind');
const modules = 500;
fs.mkdirSync(behind);
for (let at = 0; at < modules; at += 1)
  fs.writeFileSync(join(behind, `${at}.mjs`), 'export default import.meta.url;');
fs.symlinkSync('behind', join(directory, 'link'));

const looks = new Set();
for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
  const look = fs[name];
  fs[name] = (path, options) => {
    const found = look(path, options);
    const isSpecial = found?.isFIFO() || found?.isSocket();
    if (isSpecial && options?.bigint !== true)
      looks.add(`${name}: ${new Error().stack.split('\n')[2].trim()}`);
    return found;
  };
}
syncBuiltinESMExports();

let imported = 0;
const elsewhere = [];
async function importNext() {
  if (imported === modules) return;
  const url = pathToFileURL(join(directory, 'link', `${imported}.mjs`)).href;
  imported += 1;
  const { default: loaded } = await import(url);
  if (loaded === url) elsewhere.push(loaded);
}

await importNext();
const importing = setInterval(importNext, 5);
const { createBash } = await import(file);
const workspace = join(directory, 'workspace');
fs.mkdirSync(workspace);
const bash = createBash({
  stateDir: join(directory, 'state'),
  options: { approve: 'never' },
  onJobEnd: () => {},
  ...JSON.parse(given),
});
const context = { workingDirectory: workspace, conversationId: 'one' };
const inputs = [
  { command: 'mkfifo pipe; echo one' },
  { command: 'cat < pipe & echo two > pipe; wait' },
  { command: 'sleep 20', run_in_background: true },
  { command: 'tty; read -t 1 answer', pty: true },
  { command: 'sleep 1 & true' },
  { command: 'echo three', session: 'mine' },
  { command: 'sleep 5', timeout_ms: 100 },
];
const kinds = [];
for (const input of inputs) {
  const { outcome } = await bash.run(input, context);
  kinds.push(outcome.kind);
  await importNext();
}
await bash.running();
await bash.endConversation('one', { jobs: 'end' });
await importNext();
await bash.close();
await importNext();
clearInterval(importing);
process.stdout.write(
  JSON.stringify({ kinds, imported: imported > inputs.length, elsewhere, looks: [...looks] }),
);
