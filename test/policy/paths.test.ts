import { describe, expect, test } from 'vitest';
import { known, unknown } from '../../src/analysis/words.ts';
import type { Word } from '../../src/model/word.ts';
import { classesOf } from '../../src/policy/paths/classes.ts';
import { placesOf } from '../../src/policy/paths/places.ts';
import { places } from './shipped.ts';

const cwd = known(places.workspace);

function pattern(glob: string): Word {
  return { kind: 'pattern', glob, prefix: glob.replace(/[*?[].*$/, '') };
}

describe('what kind of place a path is', () => {
  test.each([
    ['/', ['root']],
    ['/home/user', ['home']],
    ['/root', ['home']],
    ['/home/other', ['home']],
    ['/home/user/project', ['workspace-root', 'workspace']],
    ['/home/user/project/src/a.ts', ['workspace']],
    ['/home/user/project-b/a.ts', ['outside']],
    ['/home/user/project/.git', ['git-directory', 'workspace']],
    ['/home/user/project/.git/hooks/pre-commit', ['git-internals', 'startup-file', 'workspace']],
    ['/home/user/project/.github/x.yml', ['workspace']],
    ['/home/user/project/.env', ['secret', 'workspace']],
    ['/home/user/project/.env.example', ['workspace']],
    ['/home/user/project/src/keyboard.ts', ['workspace']],
    ['/home/user/project/server.key', ['secret', 'workspace']],
    ['/home/user/.ssh/id_rsa', ['secret']],
    ['/home/user/.bashrc', ['startup-file']],
    ['/home/user/project/.vscode/settings.json', ['agent-settings', 'workspace']],
    ['/home/user/project/a\nb/.vscode/settings.json', ['agent-settings', 'workspace']],
    ['/home/user/project/.vscode/a\nb', ['agent-settings', 'workspace']],
    ['/home/user/.ssh/a\nb', ['secret']],
    ['/dev/sda1', ['block-device', 'device']],
    ['/dev/null', ['sink', 'device']],
    ['/dev/zero', ['sink', 'endless', 'device']],
    ['/dev/urandom', ['endless', 'device']],
    ['/dev/tty', ['terminal', 'device']],
    ['/proc/self/environ', ['kernel', 'secret']],
    ['/proc/cpuinfo', ['kernel', 'public']],
    ['/etc/passwd', ['system']],
    ['/etc/os-release', ['public', 'system']],
    ['/tmp/x', ['temp']],
    ['/srv/data', ['system']],
    ['/data/x', ['outside']],
  ])('%s', (path, classes) => {
    expect(classesOf(known(path), cwd, places)).toEqual(classes);
  });

  test.each([
    ['/*', ['root']],
    ['/home/user/*', ['home']],
    ['/home/user/project/*', ['everything-here', 'workspace']],
    ['/*/', ['root']],
    ['/home/user/*//', ['home']],
    ['/home/user/project/*/', ['everything-here', 'workspace']],
    ['/home/user/project/*/dist', ['workspace']],
    ['/home/user/project/.[g]it', ['git-directory', 'workspace']],
    ['/home/user/project/.?it/', ['git-directory', 'workspace']],
    ['/home/user/project/.githu[b]', ['workspace']],
    ['/home/user/project/?git', ['workspace']],
    ['/home/user/project/.[!.]*', ['everything-here', 'git-directory', 'secret', 'workspace']],
    ['/home/user/project/dist/*', ['workspace']],
    ['/home/user/project/*.log', ['workspace']],
    ['/home/user/project/.e?v', ['secret', 'workspace']],
    ['/home/user/project/.git*', ['git-directory', 'secret', 'workspace']],
    ['/home/user/project/*/../../x', ['unknown']],
  ])('the pattern %s', (glob, classes) => {
    expect([...classesOf(pattern(glob), cwd, places)].toSorted()).toEqual([...classes].toSorted());
  });

  test.each([
    ['/srv/a', ['system', 'holds-workspace']],
    ['/data', ['outside', 'holds-workspace']],
    ['/data/a', ['workspace-root', 'workspace']],
    ['/data/b', ['outside']],
  ])('%s where the workspace is in it, or is it', (path, classes) => {
    const workspace = path.startsWith('/srv') ? '/srv/a/b' : '/data/a';
    expect(classesOf(known(path), cwd, { ...places, workspace })).toEqual(classes);
  });

  test('of a path that is not known is not known, unless it is the home directory', () => {
    expect(classesOf(unknown('/home/user/project/'), cwd, places)).toEqual(['unknown']);
    const home = unknown('', '', [{ kind: 'variable', name: 'HOME' }]);
    expect(classesOf(home, cwd, { ...places, home: null })).toEqual(['unknown', 'home']);
  });
});

describe('where links are followed', () => {
  test('the places are followed when a path leads elsewhere, and once', () => {
    const links: Readonly<Record<string, string>> = {
      '/project': '/real',
      '/project/link': '/real/src/file',
    };
    const asked: string[] = [];
    const realPath = (path: string): string => {
      asked.push(path);
      return links[path] ?? path;
    };
    const places = placesOf({ cwd: '/project', home: '/home/user', state: ['/state'], realPath });
    const classes = (text: string) =>
      classesOf({ kind: 'known', text }, { kind: 'known', text: '/project' }, places);
    expect([classes('/project/src'), asked.splice(0)]).toEqual([['workspace'], ['/project/src']]);
    expect(classes('/project/link')).toEqual(['workspace']);
    expect(asked.splice(0)).toEqual(['/project/link', '/project', '/home/user', '/state']);
    expect([classes('/project/link'), asked]).toEqual([['workspace'], ['/project/link']]);
  });
});

describe('the workspace', () => {
  test.each([
    ['/home/user/project', '/home/user/project'],
    ['/home/user', '/home/user'],
    ['/', null],
    ['/home', null],
  ])('is %s where a command is started, unless all else is in it', (directory, workspace) => {
    expect(placesOf({ cwd: directory, home: '/home/user' })).toEqual({
      workspace,
      home: '/home/user',
      state: [],
      projectRules: [],
      followed: null,
    });
  });
});
