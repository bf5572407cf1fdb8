import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { realPath } from '../../src/engine/real-path.ts';
import { accessesOfGrants, isLive, offersFor, rulesOfGrants } from '../../src/policy/grants.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedRules } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { decisionOn, places, verdictOf } from './shipped.ts';

function offers(command: string) {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  return analysis.kind === 'parsed' ? offersFor(analysis, decisionOn(command), places) : null;
}

describe('what "always" is offered for', () => {
  test.each([
    ["bash -c 'npm test'", [['npm', 'test']]],
    ['npm test', [['npm', 'test']]],
    ['git commit -m "a b"', [['git', 'commit', '-m', 'a b']]],
    [
      'ls && cargo build && npm test',
      [
        ['cargo', 'build'],
        ['npm', 'test'],
      ],
    ],
    ['cd src && rm a.o', [['rm', 'a.o']]],
  ])('%s: the call, word for word', (command, words) => {
    expect(offers(command)?.map((offer) => offer.words)).toEqual(words);
  });

  test.each([
    'ls',
    'rm -rf /',
    'sudo ls',
    'ls | xargs rm',
    'python3 x.py',
    'node -e 1',
    'rm $x',
    'rm *.o',
    'npm test > out.txt',
    'FOO=1 npm test',
    'x=npm; $x test',
    './run.sh',
    'echo "a',
    'psql db < x.sql',
    "psql db <<< 'drop database x'",
  ])('%j: nothing', (command) => {
    expect(offers(command)).toBeNull();
  });
});

describe('a grant', () => {
  const grant = {
    kind: 'call',
    contract: 'default',
    conversationId: null,
    words: ['npm', 'test'],
    cwd: places.workspace,
    grantedAtMs: 0,
    expiresAtMs: 1000,
  } as const;
  const policyAt = (nowMs: number) => ({ rules: [...shippedRules, ...rulesOfGrants([grant], nowMs)] });

  test('holds for these words, in this directory, until it ends', () => {
    expect(verdictOf('npm test', policyAt(999))).toBe('allow');
    expect(verdictOf('npm test -- x', policyAt(999))).toBe('ask');
    expect(verdictOf('npm test', policyAt(1000))).toBe('ask');
    expect(verdictOf('cd src && npm test', policyAt(0))).toBe('ask');
  });

  test('does not hold before the time that it was given, as when the clock was set back', () => {
    const later = { ...grant, grantedAtMs: 500 };
    const host = { kind: 'host', host: 'a.example' } as const;
    const access = { ...later, kind: 'access', access: host, workspace: '/ws' } as const;
    expect([499, 500].map((now) => rulesOfGrants([later], now).length)).toEqual([0, 1]);
    expect([499, 500].map((now) => accessesOfGrants([access], '/ws', now))).toEqual([[], [host]]);
    const forGood = { ...later, expiresAtMs: null };
    expect([499, 500].map((now) => isLive(forGood, now))).toEqual([false, true]);
  });

  test('does not cover what stands around the words', () => {
    expect(verdictOf('npm test > out.txt', policyAt(0))).toBe('ask');
    expect(verdictOf('LD_PRELOAD=./x.so npm test', policyAt(0))).toBe('ask');
    expect(verdictOf('sudo npm test', policyAt(0))).toBe('ask');
    expect(verdictOf('npm test && rm x', policyAt(0))).toBe('ask');
  });

  test('does not cover what is done because of what comes in', () => {
    const ofDatabase = rulesOfGrants([{ ...grant, words: ['psql', 'db'] }], 0);
    const policy = { rules: [...shippedRules, ...ofDatabase] };
    expect(verdictOf('psql db', policy)).toBe('allow');
    const commands = ['psql db < x.sql', 'cat x.sql | psql db', "psql db <<< 'drop database x'"];
    const others = ['{ psql db; } < x.sql', 'exec < x.sql; psql db', 'cat x.sql | timeout 9 psql db'];
    expect([...commands, ...others].map((command) => verdictOf(command, policy))).toEqual(
      [...commands, ...others].map(() => 'ask'),
    );
    for (const words of [
      ['gdb', 'prog'],
      ['sftp', 'host'],
      ['ed', 'notes'],
    ]) {
      const rules = [...shippedRules, ...rulesOfGrants([{ ...grant, words }], 0)];
      const call = words.join(' ');
      const found = [verdictOf(call, { rules }), verdictOf(`${call} < orders`, { rules })];
      expect([call, ...found]).toEqual([call, 'allow', 'ask']);
    }
    const ofFile = rulesOfGrants([{ ...grant, words: ['tee', 'out.txt'] }], 0);
    expect(verdictOf('echo a | tee out.txt', { rules: [...shippedRules, ...ofFile] })).toBe('allow');
  });

  test('lifts no denial', () => {
    const words = ['git', 'add', '.'];
    const rules = rulesOfGrants([{ ...grant, words, expiresAtMs: null }], 0);
    expect(verdictOf('git add .', { rules: [...shippedRules, ...rules] })).toBe('deny');
  });
});

/** A project that is itself called by a link; `out` in it leads to a directory beside it, `in` to one that is in it. */
function project(): string {
  const root = temporaryDirectory();
  for (const name of ['real/sub', 'other']) mkdirSync(join(root, name), { recursive: true });
  symlinkSync('real', join(root, 'project'));
  symlinkSync('../other', join(root, 'real/out'));
  symlinkSync('sub', join(root, 'real/in'));
  return join(root, 'project');
}

describe('where a link leads a path of the call elsewhere', () => {
  const inProject = () => ({ cwd: project(), home: '/home/user', realPath });
  const calls = [
    ...['touch out/a', 'touch in/a', 'touch out/../a', 'cd out && touch a', 'rm in/*.o'],
    'head /proc/self/cwd/a',
  ];

  test.each(calls)('%s: nothing is offered', (command) => {
    const { analysis, decision, places: there } = judgeCommand({ rules: shippedRules }, command, inProject());
    expect(analysis?.kind === 'parsed' && offersFor(analysis, decision, there)).toBeNull();
  });

  test.each(calls.filter((command) => !command.includes('*')))('%s: no grant holds', (command) => {
    const [, directory, call = command] = /^cd (\w+) && (.*)$/.exec(command) ?? [];
    const where = inProject();
    const place = directory === undefined ? where.cwd : join(where.cwd, directory);
    const grant = { kind: 'call', contract: 'default', conversationId: null, grantedAtMs: 0 } as const;
    const granted = { ...grant, words: call.split(' '), cwd: place, expiresAtMs: null };
    const policy = { rules: [...shippedRules, ...rulesOfGrants([granted], 0)] };
    expect(judgeCommand(policy, command, where).decision.verdict).toBe('ask');
  });

  test.each(['/dev/shm/log', '/run/lock/log', '/var/www/site/log', '/srv/site/log', '/run/user/1000/log'])(
    'where users make links they are no links of the system: head %s',
    (path) => {
      const command = `head ${path}`;
      const where = { ...inProject(), realPath: (one: string) => (one === path ? '/srv/other' : one) };
      const { analysis, decision, places: there } = judgeCommand({ rules: shippedRules }, command, where);
      expect(decision.verdict).toBe('ask');
      expect(analysis?.kind === 'parsed' && offersFor(analysis, decision, there)).toBeNull();
    },
  );

  // The links are those of the system.
  test.each(['touch sub/a', 'head /proc/self/environ', 'head /var/run/a'])(
    '%s leads nowhere else: it is offered, and its grant holds',
    (command) => {
      const inSystem = (path: string) => path.replace('/var/run', '/run').replace('/self', '/1');
      const where = { ...inProject(), realPath: (path: string) => realPath(inSystem(path)) };
      const { analysis, decision, places: there } = judgeCommand({ rules: shippedRules }, command, where);
      const offers = analysis?.kind === 'parsed' ? offersFor(analysis, decision, there) : null;
      expect(offers).toEqual([{ kind: 'call', words: command.split(' '), cwd: where.cwd }]);
      const terms = { contract: 'default', conversationId: null, grantedAtMs: 0, expiresAtMs: null };
      const granted = (offers ?? []).map((offer) => ({ ...offer, ...terms }));
      const policy = { rules: [...shippedRules, ...rulesOfGrants(granted, 0)] };
      expect(judgeCommand(policy, command, where).decision.verdict).toBe('allow');
    },
  );
});
