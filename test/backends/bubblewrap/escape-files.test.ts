import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hiddenOfHome, ordersOfHome, ordersOfWorkspace } from '../../../src/confine/sandbox-places.ts';
import { widen } from '../../../src/confine/widen.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import {
  attempt,
  confinedCommands,
  contentsOf,
  hostFor,
  makeWorld,
  numberOf,
  planFor,
  secret,
  worldsFor,
} from '../../support/escape.ts';
import { giveTo } from '../../support/sandbox-user.ts';

const readOnly = /Read-only file system/;
const refused = /permission denied|operation not permitted|must be superuser/i;
const otherDevice = /Invalid cross-device link/;

const writes: readonly (readonly [how: string, command: string, words: RegExp])[] = [
  ['by its path', 'echo x > "$OUTSIDE/new"', readOnly],
  ['to a file that is there', 'echo x >> "$OUTSIDE/file"', readOnly],
  ['by making a directory', 'mkdir "$OUTSIDE/new"', readOnly],
  ['by removing', 'rm -f "$OUTSIDE/file"', readOnly],
  ['by changing rights', 'chmod 777 "$OUTSIDE/file"', readOnly],
  ['by changing times', 'touch "$OUTSIDE/file"', readOnly],
  ['by cutting off', 'truncate -s 0 "$OUTSIDE/file"', readOnly],
  ['through a link to a directory', 'ln -s "$OUTSIDE" link && echo x > link/new', readOnly],
  ['through a link to a file', 'ln -s "$OUTSIDE/file" link && echo x > link', readOnly],
  ['through links of links', 'ln -s ../../outside a && ln -s a b && echo x > b/new', readOnly],
  ['by moving it here', 'mv "$OUTSIDE/file" taken', readOnly],
  ['by moving something there', 'echo x > mine; mv -f mine "$OUTSIDE/file"', readOnly],
  ['through a hard link here', 'ln "$OUTSIDE/file" hard && echo x > hard', otherDevice],
  ['through a hard link there', 'echo x > mine; ln mine "$OUTSIDE/new"', readOnly],
  ['through /proc/self/root', 'echo x > "/proc/self/root$OUTSIDE/new"', readOnly],
  ['through /proc/1/root', 'echo x > "/proc/1/root$OUTSIDE/new"', /Read-only|Permission denied/],
  ['through /proc/1/cwd', 'echo x > "/proc/1/cwd$OUTSIDE/new"', /Read-only|Permission denied/],
  ['through /proc/self/cwd', 'echo x > /proc/self/cwd/../../outside/new', readOnly],
  ['through a descriptor', 'exec 9< "$OUTSIDE"; echo x > /proc/self/fd/9/new', readOnly],
  ['through a descriptor of a file', 'exec 9< "$OUTSIDE/file"; echo x > /proc/self/fd/9', readOnly],
  ['through a mount', 'mkdir m; mount --bind "$OUTSIDE" m && echo x > m/new', refused],
  ['by mounting anew', 'mount -o remount,bind,rw "$WORLD" && echo x > "$OUTSIDE/new"', refused],
  ['by unmounting', 'umount -l "$PWD"; umount -l "$WORLD"; echo x > "$OUTSIDE/new"', readOnly],
  ['in namespaces of its own', 'unshare -Urm bash -c "umount -l $WORLD; echo x > $OUTSIDE/new"', refused],
  ['in a chroot', 'PATH="$PATH:/usr/sbin" chroot / bash -c "echo x > $OUTSIDE/new"', refused],
];

const reads: readonly (readonly [how: string, command: string, words: RegExp])[] = [
  ['by its path', 'cat "$HOME/.ssh/id"', refused],
  ['by listing', 'ls "$HOME/.ssh"', refused],
  ['through a link', 'ln -s "$HOME/.ssh" link; cat link/id', refused],
  ['through /proc/self/root', 'cat "/proc/self/root$HOME/.ssh/id"', refused],
  ['through /proc/1/root', 'cat "/proc/1/root$HOME/.ssh/id"', refused],
  ['by copying', 'cp -r "$HOME/.ssh" copy', refused],
  ['by moving it', 'mv "$HOME/.ssh" taken', /Read-only file system|busy|Permission denied/],
  ['by changing rights', 'chmod 700 "$HOME/.ssh"; cat "$HOME/.ssh/id"', refused],
  ['by unmounting what lies over it', 'umount "$HOME/.ssh"; cat "$HOME/.ssh/id"', refused],
  ['by a hard link', 'ln "$HOME/.ssh/id" hard; cat hard', refused],
  ['from the state', 'cat "$WORLD/state/state.db"; ls "$WORLD/state"', refused],
];

describe.skipIf(lacksBubblewrap).each(confinedCommands)('a command $where', ({ user, isWarm, isWhole }) => {
  const host = hostFor({ user, isWarm, isWhole });
  const nextWorld = worldsFor({ user, isWarm });

  test.each(writes)('cannot write beside its workspace %s', async (_how, command, words) => {
    const world = nextWorld();
    expect(await attempt(host, world, planFor(world, command))).toMatch(words);
  });

  test.each(reads)('cannot read a secret %s', async (_how, command, words) => {
    const world = nextWorld();
    expect(await attempt(host, world, planFor(world, command))).toMatch(words);
  });

  test.each([
    ['a file', (place: string) => place],
    ['a directory', (place: string) => `${place}/inside`],
  ])('cannot read any of the secrets of a home directory when it is %s', async (_what, file) => {
    // One in another can only be there when that is a directory.
    const places = hiddenOfHome.filter(
      (place) => !hiddenOfHome.some((other) => other.startsWith(`${place}/`)),
    );
    const files = Object.fromEntries(places.map((place) => [`home/${file(place)}`, secret]));
    const world = makeWorld(user, files);
    const tries = places.map(
      (place) => `read -r it < "$HOME/${file(place)}" && echo "$it"; [ ! -w "$HOME/${file(place)}" ]`,
    );
    const output = await attempt(host, world, planFor(world, tries.join('\n')));
    expect(output.match(/Permission denied/g)).toHaveLength(places.length);
  });

  test.each([
    ['are not there', () => null, 8],
    ['are files', (place: string) => place, 8],
    ['are directories', (place: string) => `${place}/x`, 6],
  ])('cannot change what others read as orders, when they %s', async (_how, file, ofFree) => {
    const made = [free, ...places].flatMap((place) => file(place) ?? []);
    const world = makeWorld(
      user,
      Object.fromEntries(made.map((name) => [`home/project/${name}`, 'order\n'])),
    );
    const names = new Set(places.map((place) => place.split('/')[0] ?? ''));
    const orders = () =>
      Object.fromEntries(
        [...names].map((name) => {
          const found = lstatSync(join(world.project, name), { throwIfNoEntry: false });
          const isDirectory = found?.isDirectory() ?? false;
          const inside = isDirectory ? contentsOf(join(world.project, name)) : null;
          return [name, [found?.mode, found?.ino, found?.size, found?.mtimeMs, inside]];
        }),
      );
    const before = orders();
    const calls = `${numberOf('mount')},${numberOf('umount2')}`;
    const tried = [...places, free].join(' ');
    const command = `CALLS=${calls} perl - "$OUTSIDE" ${tried} <<'END'\n${changePlaces}END`;
    const { output } = await host.run(planFor(world, command));
    expect(orders()).toEqual(before);
    const refusals = places.map((place) => `0 ${place}\n`).join('');
    expect(output).toBe(`${refusals}${ofFree} ${free}\n`);
  });

  test('cannot change what is read as orders in a home directory, where a level lets it write there', async () => {
    const orders = [...ordersOfHome, ...ordersOfWorkspace];
    const files = orders.filter((_place, index) => index % 2 === 0);
    const world = makeWorld(user, Object.fromEntries(files.map((place) => [`home/${place}`, 'order\n'])));
    const before = contentsOf(world.home);
    const tries = orders.map(
      (place) => `P="$HOME/${place}"; mkdir -p "\${P%/*}"; echo x > "$P"; mkdir -p "$P"; echo x > "$P/x"`,
    );
    const command = `${tries.join('\n')}\necho x > "$HOME/new"`;
    await host.run(planFor(world, command, {}, { writable: ['~/'] }));
    expect(contentsOf(world.home)).toEqual({ ...before, new: 'x\n' });
  });

  test.each(['a level', 'a person'])(
    'cannot change what is read as orders in another directory that %s lets it write to',
    async (by) => {
      const orders = ordersOfWorkspace.filter((place) => !place.startsWith('.git/'));
      const files = [...orders, '.git/config', '.git/hooks/pre-push'];
      const made = Object.fromEntries(files.map((place) => [`outside/${place}`, 'order\n']));
      const world = makeWorld(user, { ...made, 'outside/.git/HEAD': 'ref: refs/heads/main\n' });
      const before = contentsOf(world.outside);
      const tries = [...files, ...ordersOfWorkspace].map(
        (place) =>
          `P="$OUTSIDE/${place}"; echo x > "$P"; mv "$P" "$OUTSIDE/moved"; rm -rf "$P" "$OUTSIDE/moved"`,
      );
      const command = `${tries.join('\n')}\nmv "$OUTSIDE/.git" "$OUTSIDE/moved"; echo x > "$OUTSIDE/new"; echo x > "$OUTSIDE/.git/x"`;
      // A file has nothing in it.
      const writable = [world.outside, join(world.outside, '.git/HEAD')];
      const plan = planFor(world, command, {}, by === 'a level' ? { writable } : {});
      const granted = writable.map((path) => ({ kind: 'path', path, access: 'writable' }) as const);
      const sandbox =
        plan.sandbox && by === 'a person' ? widen(plan.sandbox, granted, (at) => at) : plan.sandbox;
      await host.run({ ...plan, sandbox });
      expect(contentsOf(world.outside)).toEqual({ ...before, new: 'x\n', '.git/x': 'x\n' });
    },
  );

  test('cannot read the passwords of the system, nor what they were before', async () => {
    const there = ['shadow', 'shadow-', 'gshadow', 'gshadow-', 'security/opasswd']
      .map((name) => `/etc/${name}`)
      .filter((path) => existsSync(path));
    const world = makeWorld(user);
    const output = await attempt(host, world, planFor(world, `head -qc 1 ${there.join(' ')}`));
    expect(output.match(/Permission denied/g) ?? []).toHaveLength(there.length);
  });

  test('cannot put a repository in the place of its own', async () => {
    const world = makeWorld(user);
    const command = `
      git init -q other; mv .git moved; rm -rf .git; mv -T other/.git .git; git config core.fsmonitor ./x
      git config --file .git/config core.hooksPath ./x; echo x > .git/hooks/pre-commit
      GIT_DIR=.git git worktree add ../wt; ls -A .git`;
    const output = await attempt(host, world, planFor(world, command));
    expect(output).toMatch(/cannot move '.git'|Device or resource busy/);
    expect(readdirSync(join(world.project, '.git')).toSorted()).toEqual(['config', 'hooks']);
  });

  test('cannot put elsewhere what something hidden is in, for the next one to find it there', async () => {
    const world = makeWorld(user, { 'home/project/in/side/.env': secret, 'home/project/in/open': '' });
    const level = { hidden: ['./in/side/.env'] };
    const first = await attempt(host, world, planFor(world, 'mv in/side in/moved; mv in moved', {}, level));
    expect(first.match(/Device or resource busy/g)).toHaveLength(2);
    const next = await attempt(host, world, planFor(world, 'cat */*/.env; ls', {}, level));
    expect(next).toMatch(/^cat: in\/side\/.env: Permission denied\n/);
  });

  test('cannot put the state elsewhere where the home directory is the workspace', async () => {
    const made = makeWorld(user, { 'home/.local/state/handrail/state.db': secret });
    const world = { ...made, project: made.home, state: join(made.home, '.local/state/handrail') };
    const command = 'mv .local moved; ls -d .local';
    expect(await attempt(host, world, planFor(world, command))).toMatch(/busy\n\.local\n$/);
    const next = 'cat .local/state/handrail/state.db moved/state/handrail/state.db';
    expect(await attempt(host, world, planFor(world, next))).toMatch(refused);
  });

  test('cannot choose by a link what the next one can write to', async () => {
    const world = makeWorld(user);
    const level = { writable: ['./cache'] };
    await attempt(host, world, planFor(world, 'ln -s ../../outside cache', {}, level));
    const next = 'echo x > cache/new; echo x > "$OUTSIDE/new"';
    expect(await attempt(host, world, planFor(world, next, {}, level))).toMatch(/(?:.*Read-only.*\n){2}/);
  });

  test('can write to nothing by a worktree whose repository has links in it', async () => {
    const made = makeWorld(user, {
      ...{ 'home/tree/.git': 'gitdir: ../fake/worktrees/w\n', 'home/fake/worktrees/w/commondir': '../..\n' },
      'home/fake/worktrees/w/gitdir': '../../../tree/.git\n',
    });
    for (const name of ['objects', 'refs', 'logs']) symlinkSync(made.outside, join(made.home, 'fake', name));
    const world = { ...made, project: join(made.home, 'tree') };
    expect(await attempt(host, world, planFor(world, 'echo x > "$OUTSIDE/new"'))).toMatch(readOnly);
  });

  test('a name of a workspace is never anything but a name', async () => {
    const names = [
      'a b',
      `it's "so"`,
      'line\nbreak',
      '$(touch x)`touch x`',
      '-rf *',
      'ünïcode',
      '\\back\\',
      ' ',
    ];
    for (const name of names) {
      const made = makeWorld(user);
      const project = join(made.home, name);
      mkdirSync(join(project, '.git/hooks'), { recursive: true });
      giveTo(user, made.root);
      const world = { ...made, project };
      const command = 'echo in > new; echo x > .bashrc; echo x > .git/hooks/x; pwd';
      const output = await attempt(host, world, planFor(world, command));
      expect(output).toMatch(/Is a directory\n.*Read-only file system\n/);
      expect(output.endsWith(`${project}\n`)).toBe(true);
      expect(contentsOf(project)).toEqual({ '.git': 'no file', '.git/hooks': 'no file', new: 'in\n' });
    }
  });
});

/** Perl that tries all that could change a place. */
const changePlaces = readFileSync(new URL('../fixtures/change-places.pl', import.meta.url), 'utf8');

/** A place of the workspace that no one reads as orders. */
const free = 'free';

/** Those of the workspace, without what is in the repository's own directory. */
const places = ordersOfWorkspace.filter((place) => !place.startsWith('.git/'));
