import { claude } from '../../adapters/hooks/agents/claude.ts';
import { json } from '../../adapters/hooks/core/agent.ts';
import { readRuleFile } from '../../policy/files/rule-file.ts';
import { placesOf } from '../../policy/paths/places.ts';
import { guard, type Surroundings } from './guard.ts';

/** Where the commands would be started: nothing is there, so that no settings, rules or links come into it. */
const directory = '/nonexistent/home/project';
const env = { HOME: '/nonexistent/home' };

/**
 * Judges usual commands, whose answers nobody gets, so that what judges them is compiled when what V8 has made is kept: else only what the first
 * command needed would be, and each process would compile the rest anew. Nothing is run, and nothing recorded. Must not reject.
 */
export async function rehearse(): Promise<void> {
  for (const [tool, input] of questions) await rehearseOne(tool, input, alone);
  await rehearseOne('Bash', { command: 'npm publish' }, { ...alone, canAsk: false });
  readRuleFile('rules.json', rules, placesOf({ cwd: directory, home: env.HOME }));
  json(null);
}

async function rehearseOne(tool: string, input: object, surroundings: Surroundings): Promise<void> {
  try {
    const payload = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input, cwd: directory };
    const reading = claude.read(payload, { env, cwd: () => directory });
    if (reading.kind === 'question')
      claude.write(await guard(reading.question, surroundings), { approve: true, ask: false });
  } catch {
    // It is only for speed.
  }
}

/** A guard that opens nothing and changes nothing. */
const alone: Surroundings = {
  agent: claude.name,
  env,
  canAsk: true,
  allSettings: () => Promise.reject(new Error('expected no settings')),
  granted: async () => [],
  settle: async () => ({ kind: 'left', approval: '1' }),
  record: async () => {},
};

const rules = JSON.stringify({
  rules: [
    {
      deny: 'git push --force',
      unless: '--dry-run',
      because: 'an example',
      match: ['git push -f'],
      notMatch: ['git push'],
    },
    { ask: { kind: 'deletes', path: ['home'] }, because: 'an example' },
    { id: 'an-example', allow: 'npm run build', because: 'an example' },
  ],
  off: ['an-example'],
});

/** What agents call most, one of each kind. None of it is ever run. */
const commands = [
  'git status',
  'git add -A && git commit -m "fix: a thing"',
  'git push --force',
  'cd src && ls -la | grep ts | sort | head -5 && cat a.ts',
  "find . -name '*.ts' -not -path './node_modules/*' | xargs grep -n TODO | head -20",
  "sed -n '1,80p' src/a.ts",
  'npm test 2>&1 | tail -20; echo "status $?"',
  "python3 - <<'EOF'\nprint(1)\nEOF",
  "cat > notes.md <<'EOF'\nhello $world\nEOF",
  'mkdir -p build && cp -r a build/',
  'X=$(git rev-parse HEAD); echo "$X"',
];

const questions: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ...commands.map((command) => ['Bash', { command }] as const),
  ['Edit', { file_path: `${directory}/src/a.ts`, old_string: 'a', new_string: 'b' }],
  ['Write', { file_path: '~/.config/handrail/rules.json', content: '' }],
];
