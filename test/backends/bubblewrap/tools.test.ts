import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { bubblewrapBackend, lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { localBackend, path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** A home directory with nothing in it but who commits. */
function homeOfSomebody(): string {
  const home = temporaryDirectory();
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = a\n\temail = a@b.c\n[init]\n\tdefaultBranch = main\n',
  );
  writeFileSync(join(home, '.npmrc'), 'update-notifier=false\n');
  return home;
}

/** Runs commands for one user, in a sandbox for a workspace and without. */
function user(home = homeOfSomebody()) {
  const env = { PATH: path, HOME: home, LC_ALL: 'C', npm_config_cache: '/tmp/.npm' };
  const [backend, outside] = [bubblewrapBackend(), localBackend()];
  return {
    home,
    inside: async (workspace: string, command: string, besides: readonly string[] = []) => {
      // Neither a home directory nor a workspace lies in /tmp, where the tests have theirs.
      const readOnly = [home, ...besides].filter((place) => place !== workspace);
      const sandbox = sandboxFor(workspace, { readOnly }, home);
      return await runPlan(backend, planIn(workspace, command, { sandbox, env, streams: 'combined' }));
    },
    outside: async (directory: string, command: string) => {
      const ended = await runPlan(outside, planIn(directory, command, { env, streams: 'combined' }));
      expect(ended).toMatchObject({ run: { exit: { kind: 'exited', code: 0 } } });
    },
  };
}

/** A repository in another directory, which a line names that ends as on Windows. */
const inOther = 'git init -q --separate-git-dir=.other . && printf "gitdir: .other\\r\\n" > .git';

const ok = { kind: 'ended', exit: { kind: 'exited', code: 0 } };

describe.skipIf(lacksBubblewrap)('in a sandbox', () => {
  test('Git sees the files of a workspace and nothing else, and commits', async () => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, 'git init -q && echo one > file && git add file && git commit -qm one');
    const command =
      'git status --short && echo two > file && git add -A && git commit -qm two && git log --format=%s && git gc -q && git branch other && git rev-parse --git-common-dir';
    const { run, output } = await inside(workspace, command);
    expect(output).toBe(`two\none\n${workspace}/.git\n`);
    expect(run).toMatchObject(ok);
    expect(readdirSync(join(workspace, '.git'))).not.toContain('commondir');
    await outside(workspace, '[[ -z $(git status --short) && $(git log --format=%s | wc -l) == 2 ]]');
  });

  test.each([
    ['with what the repository passes over', "git init -q && printf '*.log' > .git/info/exclude", '*.log'],
    ['in a repository that says nothing of it', 'git init -q && rm -r .git/info', null],
  ])('Git puts aside what is new, %s', async (_where, made, said) => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, `${made} && echo one > file && git add file && git commit -qm one`);
    const command =
      'echo two > file; mkdir -p .github/workflows; for n in new a.log .github/workflows/ci; do echo x > $n; done; git stash -qu && printf "%s " *; cat file; git stash pop -q && git status --short -uall; echo .x >> .git/info/exclude';
    const { run, output } = await inside(workspace, command);
    const [names = '', ...after] = output.trimEnd().split('\n');
    expect([names.includes('new'), names.includes('a.log')]).toEqual([false, said !== null]);
    const isNew = ['.github/workflows/ci', ...(said === null ? ['a.log'] : []), 'new'];
    expect(after).toEqual([
      ...[' M file', ...isNew.map((name) => `?? ${name}`)],
      'bash: line 1: .git/info/exclude: Read-only file system',
    ]);
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 1 } });
    expect(readdirSync(workspace).toSorted()).toEqual(['.git', '.github', 'a.log', 'file', 'new']);
    const list = join(workspace, '.git/info/exclude');
    expect(existsSync(list) ? readFileSync(list, 'utf8') : null).toBe(said);
    expect(existsSync(join(workspace, '.git/info'))).toBe(said !== null);
  });

  test.each([
    [
      'a linked worktree',
      'git init -q main && cd main && git commit -q --allow-empty -m one && git worktree add -q ../workspace',
    ],
    [
      'a repository that lies in another directory of the workspace',
      'mkdir workspace && git init -q --separate-git-dir=workspace/.other workspace && echo .other >> workspace/.other/info/exclude',
    ],
  ])('Git puts aside what is new in %s', async (_what, made) => {
    const { inside, outside } = user();
    const parent = temporaryDirectory();
    await outside(
      parent,
      `(${made}) && cd workspace && echo one > file && git add file && git commit -qm two`,
    );
    const command =
      'echo two > file; touch new; git stash -qu && git status --short -uall && git stash apply -q && git status --short -uall';
    expect(await inside(join(parent, 'workspace'), command, [parent])).toMatchObject({
      ...{ run: ok, output: ' M file\n?? new\n' },
    });
  });

  test.each(['ln -sr ../list .git/info/exclude', 'mv .git/info ../other && ln -sr ../other .git/info'])(
    'Git works where what it passes over is told by way of a link: %s',
    async (link) => {
      const { inside, outside } = user();
      const [parent, workspace] = [temporaryDirectory(), 'workspace'];
      const made = `git init -q ${workspace} && cd ${workspace} && rm .git/info/exclude && ${link}`;
      await outside(parent, `${made} && echo '*.log' > .git/info/exclude`);
      const ended = await inside(join(parent, workspace), 'touch a.log b && git status --short', [parent]);
      expect(ended).toMatchObject({ run: ok, output: '?? b\n' });
    },
  );

  test('Git works in a home directory without any configuration, which stays without', async () => {
    const workspace = temporaryDirectory();
    const { inside } = user(workspace);
    const command =
      'git init -q repository && git -C repository status --short && echo x > .gitconfig; echo $?';
    const { run, output } = await inside(workspace, command);
    expect(output).toBe('bash: line 1: .gitconfig: Read-only file system\n1\n');
    expect(run).toMatchObject(ok);
    expect(readdirSync(workspace)).toEqual(['repository']);
  });

  test('a shell that somebody logs in to reads what it would, in a home directory and while that is kept', async () => {
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, '.profile'), 'echo profile\n');
    const { inside } = user(workspace);
    const logIn = `ls -d .bash_profile .bash_login; HOME=$PWD bash -lc 'echo in'`;
    const { output } = await inside(workspace, logIn);
    expect(output).toBe('.bash_login\n.bash_profile\nprofile\nin\n');
    expect(
      (
        await inside(
          workspace,
          "HOME=$PWD bash -ic 'echo in' 2>&1 | grep -v 'job control\\|terminal process'",
        )
      ).output,
    ).toBe('in\n');
    const env = { PATH: path, HOME: workspace };
    expect(execFileSync('bash', ['-lc', 'echo in'], { env, encoding: 'utf8' })).toBe('profile\nin\n');
  });

  test('Git takes its configuration from nowhere else afterwards', async () => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, 'git init -q');
    const command =
      'mkdir other; echo "[x] y = z" > other/config; for n in .git/commondir .git/config; do rm -f $n; echo ../other > $n; mv other/config $n; done';
    await inside(workspace, command);
    await outside(workspace, '[[ -z $(git config x.y) && ! -e .git/commondir ]]');
  });

  /** What Git runs when it looks at files; a command that can have it run something has left its sandbox. */
  const runsIt = 'fsmonitor = "echo it >> \\"$PWD/run\\"; false"';

  const madeHere = `mkdir refs objects; echo 'ref: refs/heads/main' > HEAD; printf '[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\n%s\n' '${runsIt}' > config`;

  test.each<readonly [where: string, made: string, command: string]>([
    [
      'in another directory of the workspace',
      'git init -q --separate-git-dir=.bare .',
      `printf '[core]\n%s\n' '${runsIt}' >> .bare/config`,
    ],
    ['in the workspace itself, which was none', 'true', madeHere],
    ['in the workspace itself, when its own is broken', 'git init -q', `rm .git/HEAD; ${madeHere}`],
    ['in the workspace of a project in Python', 'touch pyproject.toml', `rm -f refs; ${madeHere}`],
    [
      'in a workspace that is one',
      'git init -q --bare && git config core.bare false && git config core.worktree .',
      `printf '[core]\n%s\n' '${runsIt}' >> config`,
    ],
    [
      'in what its settings include',
      'git init -q && git config include.path ../settings/git',
      `mkdir -p settings; printf '[core]\n%s\n' '${runsIt}' >> settings/git`,
    ],
  ])('Git takes orders from no repository that a command has made %s', async (_where, made, command) => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, made);
    await inside(workspace, command);
    await outside(workspace, 'git status > /dev/null 2>&1; [[ ! -e run ]]');
  });

  test.each(['pyproject.toml', 'setup.py', 'setup.cfg'])(
    'nothing stands in, beside a %s, that Setuptools takes for a package',
    async (name) => {
      const { inside, outside } = user();
      const workspace = temporaryDirectory();
      await outside(workspace, `mkdir app && touch ${name}`);
      // It takes directories with names as those of variables.
      const command = 'for d in */; do [[ $d == *.* ]] || echo "$d"; done; mkdir refs';
      const { output } = await inside(workspace, command);
      expect(output).toBe("app/\nmkdir: cannot create directory 'refs': File exists\n");
      expect(readdirSync(workspace)).toEqual(['app', name]);
    },
  );

  test('Git commits in a repository that lies in another directory of the workspace', async () => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, 'git init -q --separate-git-dir=.bare . && echo .bare > .bare/info/exclude');
    const command =
      'echo one > file && git add file && git commit -qm one && git status --short && git log --format=%s && git gc -q';
    expect(await inside(workspace, command)).toMatchObject({ run: ok, output: 'one\n' });
    await outside(workspace, '[[ -z $(git status --short) ]]');
    expect(readdirSync(workspace).toSorted()).toEqual(['.bare', '.git', 'file']);
    expect(readdirSync(join(workspace, '.bare'))).not.toContain('commondir');
  });

  test.each([
    ['its repository', '.', 'git init -q && git config core.hooksPath .husky/_'],
    ['a repository above it', 'part', 'git init -q && git config core.hooksPath part/.husky/_'],
    [
      'its repository, by the home directory',
      '.',
      'git init -q && git config core.hooksPath "~/tree/.husky/_"',
    ],
    ['the settings of the user', '.', 'git init -q && git config --global core.hooksPath .husky/_'],
    ['a repository that is told by a line as on Windows', '.', inOther],
  ])(
    'hooks are run from no directory that a command has written to, which %s names',
    async (_who, part, setUp) => {
      const { home, inside, outside } = user();
      const tree = join(home, 'tree');
      const workspace = join(tree, part);
      mkdirSync(join(workspace, '.husky'), { recursive: true });
      await outside(tree, setUp);
      const command =
        'for d in .husky/_ .other/hooks; do mkdir -p $d; printf "#!/bin/sh\\ntouch run\\n" > $d/pre-commit; chmod +x $d/pre-commit; done';
      expect((await inside(workspace, command)).output).toContain('Read-only file system');
      await outside(tree, 'git commit -q --allow-empty -m two && [[ ! -e run ]]');
      expect(readdirSync(join(workspace, '.husky'))).toEqual(setUp === inOther ? ['_'] : []);
    },
  );

  test('Git works while others in the same workspace run, outside too', async () => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, 'git init -q && git commit -q --allow-empty -m one');
    const waiting = inside(
      workspace,
      'touch ready; exec 9<> <(:); until [ -e go ]; do read -t 0.01 -u 9; done; true',
    );
    await expect.poll(() => readdirSync(workspace)).toContain('ready');
    await outside(workspace, 'git add ready && git commit -qm two && [[ -z $(git status --short) ]]');
    writeFileSync(join(workspace, 'go'), '');
    expect((await waiting).run).toMatchObject(ok);
    expect(readdirSync(workspace).toSorted()).toEqual(['.git', 'go', 'ready']);
  });

  test('Git commits in a linked worktree, and changes no configuration of its repository', async () => {
    const { inside, outside } = user();
    const parent = temporaryDirectory();
    await outside(
      parent,
      'mkdir main && cd main && git init -q && git commit -q --allow-empty -m one && git worktree add -q -b linked "../linked one"',
    );
    const worktree = join(parent, 'linked one');
    const { run, output } = await inside(
      worktree,
      'echo x > file && git add file && git commit -qm two && git log --format=%s && git status --short',
      [parent],
    );
    expect(output).toBe('two\none\n');
    expect(run).toMatchObject(ok);
    const attempts = [
      'git config x.y z',
      `echo x > '${parent}/main/.git/hooks/post-checkout'`,
      `echo x > '${parent}/main/.git/worktrees/linked one/commondir'`,
      `echo x > '${parent}/main/file'`,
      'echo x > .git',
    ];
    for (const attempt of attempts)
      expect((await inside(worktree, `! { ${attempt}; }`, [parent])).run, attempt).toMatchObject(ok);
    await outside(worktree, 'git status --short && [[ -z $(git config x.y) ]]');
  });

  test('Git loses no reference of a linked worktree whose repository lies in /tmp, and sees all of them', async () => {
    const { inside, outside } = user();
    const parent = temporaryDirectory();
    await outside(
      parent,
      'mkdir main && cd main && git init -q && git commit -q --allow-empty -m one && git branch packed && git pack-refs --all && git branch loose && git worktree add -q -b linked ../linked',
    );
    const worktree = join(parent, 'linked');
    const looked = await inside(
      worktree,
      'git commit -q --allow-empty -m two && git for-each-ref --format="%(refname:short)"',
    );
    expect(looked).toMatchObject({ run: ok, output: 'linked\nloose\nmain\npacked\n' });
    const { output } = await inside(worktree, 'git pack-refs --all; git gc -q; git worktree prune');
    expect(output).toContain('packed-refs.lock');
    await outside(
      worktree,
      '[[ $(git for-each-ref | wc -l) == 4 && $(git log --format=%s) == $(printf "two\\none") ]] && git fsck --strict',
    );
  });

  test('worktrees can be made and left in the workspace', async () => {
    const { inside, outside } = user();
    const workspace = temporaryDirectory();
    await outside(workspace, 'git init -q && git commit -q --allow-empty -m one');
    const command =
      'git worktree add -q trees/a && cd trees/a && git commit -q --allow-empty -m two && git log --format=%s && cd ../.. && git worktree remove trees/a';
    expect(await inside(workspace, command)).toMatchObject({ run: ok, output: 'two\none\n' });
  });

  test('going through all files meets none that cannot be read', async () => {
    const { inside } = user();
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, 'file'), 'needle\n');
    const { run, output } = await inside(workspace, 'grep -r needle . && find . -type f && du -s . > size');
    expect(output).toBe('./file:needle\n./file\n');
    expect(run).toMatchObject(ok);
  });

  test.each(['with space', 'it’s', "quo'te", 'dou"ble', 'new\nline', '$(x)`y`', '-dash', 'back\\slash', ' '])(
    'a workspace can have the name %j',
    async (name) => {
      const { inside } = user();
      const workspace = join(temporaryDirectory(), name);
      mkdirSync(workspace);
      const command = 'echo x > file; [[ ! -w .bashrc && -d .bashrc ]] && pwd; echo x > .vscode/x';
      const { output } = await inside(workspace, command);
      expect(output.startsWith(`${workspace}\n`)).toBe(true);
      expect(output).toContain('Read-only file system');
      expect(readdirSync(workspace)).toEqual(['file']);
    },
  );

  test.skipIf(findExecutable('npm', path) === null)('npm runs scripts and makes a package', async () => {
    const { inside } = user();
    const workspace = temporaryDirectory();
    const manifest = { name: 'p', version: '1.0.0', scripts: { build: 'node -e "console.log(\'built\')"' } };
    writeFileSync(join(workspace, 'package.json'), JSON.stringify(manifest));
    const { run, output } = await inside(workspace, 'npm run -s build && npm pack -s');
    expect(output).toBe('built\np-1.0.0.tgz\n');
    expect(run).toMatchObject(ok);
  });

  test.skipIf(findExecutable('gcc', path) === null)('a compiler makes a program, which runs', async () => {
    const { inside } = user();
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, 'a.c'), '#include <stdio.h>\nint main(void) { puts("compiled"); }\n');
    expect(await inside(workspace, 'gcc -o a a.c && ./a')).toMatchObject({ run: ok, output: 'compiled\n' });
  });
});
