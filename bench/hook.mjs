// How long an agent waits for the answer of its hook, beside a process of Node that does nothing: `npm run bench`, or
// `node bench/hook.mjs` after a build. Whole processes, in turn, with real questions on standard input.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, median, printTable, quantile } from './measure.mjs';

const program = fileURLToPath(new URL('../dist/cli/handrail.cjs', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'handrail-bench-'));

/** A home directory with these settings, and these rules. */
function homeWith(name, settings, rules) {
  const directory = join(home, name, '.config/handrail');
  mkdirSync(directory, { recursive: true });
  if (settings) writeFileSync(join(directory, 'handrail.json'), JSON.stringify(settings));
  if (rules) writeFileSync(join(directory, 'rules.json'), JSON.stringify({ rules }));
  return join(home, name);
}

function run(words, own, input = '') {
  const env = { PATH: process.env.PATH, HOME: own };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { input, env, cwd: own });
  if (status !== 0) throw new Error(String(stderr));
  return String(stdout);
}

function ask(own, command) {
  return askTool(own, 'Bash', { command });
}

function askTool(own, tool, input, agent = 'claude') {
  const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: tool, tool_input: input };
  const question = JSON.stringify({ ...call, cwd: own });
  return () => run([program, 'hook', agent], own, question);
}

/** An agent that cannot ask the person. */
function leave(own, command) {
  return askTool(own, 'Bash', { command }, 'codex');
}

function leaveAndAnswer(own, command, answer) {
  const [, id = ''] = /handrail approve (\w+)/.exec(leave(own, command)()) ?? [];
  run([program, 'approve', id, answer], own);
}

const rounds = 31;

try {
  const plain = homeWith('plain');
  const example = { deny: 'curl', because: 'no network', match: ['curl x'], notMatch: ['ls'] };
  const ruled = homeWith('ruled', { rules: ['rules.json'] }, Array(10).fill(example));
  const pending = homeWith('pending');
  const granted = homeWith('granted');
  leaveAndAnswer(granted, 'npm publish', '--always');
  leaveAndAnswer(granted, 'npm publish --tag next', '--conversation');
  const answered = homeWith('answered');
  for (let turn = 0; turn < 2 + rounds; turn += 1) leaveAndAnswer(answered, `npm publish ${turn}`, '--yes');
  const next = { left: 0, answered: 0 };
  const project = homeWith('project');
  writeFileSync(join(project, 'handrail.json'), JSON.stringify({ rules: ['theirs.json'] }));
  writeFileSync(join(project, 'theirs.json'), JSON.stringify({ rules: [example] }));
  const edit = { file_path: join(plain, 'src/a.ts'), old_string: 'a', new_string: 'b' };
  const written = `cat > notes.md <<'EOF'\n${'a line of text that is written down\n'.repeat(280)}EOF`; // 10 KB
  const kinds = [
    ["node -e ''", () => run(['-e', ''], plain)],
    ['allowed: git status', ask(plain, 'git status')],
    [
      'allowed: a line of five commands',
      ask(plain, 'cd src && ls -la | grep ts | sort | head -5 && cat a.ts'),
    ],
    ['allowed, with ten rules of the user', ask(ruled, 'git status')],
    ['denied, and recorded', ask(plain, 'git push --force')],
    ['asked, and recorded', ask(plain, 'npm publish')],
    ['allowed: a file is edited', askTool(plain, 'Edit', edit)],
    ['asked: npm test', ask(plain, 'npm test 2>&1 | tail -20')],
    ['allowed: find and xargs', ask(plain, "find . -name '*.ts' | xargs grep -n TODO | head -20")],
    ["asked: python3 - <<'EOF'", ask(plain, "python3 - <<'EOF'\nimport json\nprint(json.dumps({}))\nEOF")],
    ['asked: a file of 10 KB, written by a heredoc', ask(plain, written)],
    ['allowed, in a project with rules', ask(project, 'git status')],
    ['left with the approvals', () => leave(pending, `npm publish ${next.left++}`)()],
    ['left with them again', leave(pending, 'npm publish')],
    ['allowed once, by a person', () => leave(answered, `npm publish ${next.answered++}`)()],
    ['asked, where there is a database', ask(pending, 'npm publish')],
    ['asked, where something else was granted', ask(granted, 'npm publish --tag last')],
    ['allowed, as it was granted', ask(granted, 'npm publish')],
    ['allowed for the conversation', leave(granted, 'npm publish --tag next')],
  ];
  const works = kinds.map(([, work]) => work);
  await interleaved(works, 2);
  const times = await interleaved(works, rounds);
  const bare = median(times[0]);
  printTable(`Answering an agent, ms (${rounds} rounds)`, [
    ['', 'median', 'p90', 'as a ratio'],
    ...kinds.map(([name], index) => [
      name,
      median(times[index]).toFixed(1),
      quantile(times[index], 0.9).toFixed(1),
      (median(times[index]) / bare).toFixed(2),
    ]),
  ]);
} finally {
  rmSync(home, { recursive: true });
}
