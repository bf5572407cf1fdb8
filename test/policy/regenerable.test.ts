import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { decide } from '../../src/policy/decide.ts';
import { placesOf } from '../../src/policy/paths/places.ts';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Deleting what tools make anew, and what looks like it. Nothing here is executed. */
const inSandbox = shippedPolicyInSandbox('none');

describe('in a sandbox what tools make anew is deleted without a question', () => {
  test.each([
    'rm -rf node_modules',
    'rm -rf ./node_modules/ .pytest_cache',
    'rm -rf node_modules package-lock.json && ls',
    'rm -rf packages/*/node_modules',
    'rm -rf node_modules/.cache node_modules/*',
    'cd packages/a && rm -rf node_modules .next',
    'rm -rf *.egg-info',
    'rm -f *.o src/*.pyc',
    'find . -name "*.pyc" -delete',
    "find . -name '*.py[co]' -delete",
    'find . -name __pycache__ -type d -exec rm -rf {} +',
    "find . -type d \\( -name __pycache__ -o -name .mypy_cache \\) -exec rm -rf '{}' +",
    "find . -path '*/__pycache__/*' -delete",
    'find packages -type d -name node_modules -prune -exec rm -rf {} +',
    'find . -type d -name __pycache__ 2>/dev/null | sort | xargs rm -rf',
    'find . -type d -name __pycache__ -print0 | xargs -0 rm -rf',
    'rm -rf $(find . -name __pycache__)',
    'for d in $(find . -name node_modules -type d); do rm -rf "$d"; done',
    'find . -name node_modules -type d | while IFS= read -r d; do rm -rf "$d"; done',
    'find . -name node_modules -print0 | while IFS= read -r -d \'\' d; do rm -rf "$d"; done',
    'mapfile -t found < <(find packages -name node_modules); rm -rf "${found[@]}"',
    'find . -name node_modules -execdir rm -rf {} \\;',
    'cd packages && find . -name node_modules | xargs rm -rf',
    'rm -rf packages/*/node_modules/ src/*.egg-info/',
    'find node_modules -type f -delete',
    'find node_modules .next -mindepth 1 -delete',
    "find packages/a/node_modules -name '*.map' -exec rm {} +",
    "find node_modules -name '*.md' -print0 | xargs -0 rm -f",
    'for d in */node_modules; do rm -rf "$d"; done',
    'for d in packages/*/.turbo; do [ -d "$d" ] && rm -r "$d"; done',
  ])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).toBe('allow');
    expect(verdictOf(command)).toBe('ask');
  });
});

describe('what may be more is asked about as ever', () => {
  test.each([
    // Names that people give too
    'rm -rf dist build out target coverage venv vendor',
    'rm -rf *modules',
    'rm -rf node_modules*',
    'rm -rf node_module[s]',
    'rm -f *.py[cox]',
    // Other things beside it
    'rm -rf node_modules src',
    'rm -rf node_modules/../src',
    'rm -rf src/../node_modules/x/../../lib',
    // A package of a workspace is a link to its sources.
    'rm -rf node_modules/package/src',
    'rm -rf node_modules/*/src',
    'find -L . -name node_modules -exec rm -rf {} +',
    'find -L node_modules -type f -delete',
    'find -H node_modules -type f -delete',
    'find node_modules src -type f -delete',
    'find node_modules/package/ -type f -exec rm {} +',
    'find node_modules/package/src -type f -delete',
    'find node_modules -exec rm -rf {}/../src \\;',
    'find node_modules -execdir rm -rf .. \\;',
    'find node_modules | xargs -I% rm -rf %/../src',
    'for d in */node_modules; do rm -rf "$d/package/src"; done',
    'for d in */node_modules; do rm -rf "${d%/*}"; done',
    'for d in */node_modules; do rm -rf "../$d"; done',
    'for d in *; do rm -rf "$d"; done',
    'for d in ~/*/node_modules; do rm -rf "$d"; done',
    'for d in node_modules/*; do rm -rf "$d/"; done',
    'for d in */node_modules; do cd "$x" && rm -rf "$d"; done',
    'for d in */node_modules; do cd .. && rm -rf "$d"; done',
    'for d in */node_modules; do (cd /home/user && rm -rf "$d"); done',
    'for d in */node_modules; do (cd src && rm -rf "$d"); done',
    'find . -follow -name "*.pyc" -delete',
    // Elsewhere
    'rm -rf ~/node_modules',
    'rm -rf /usr/lib/node_modules',
    'rm -rf .git/node_modules',
    'cd .. && rm -rf node_modules',
    'rm -rf x/.*/node_modules',
    // Searches that find others as well, or whose finds are changed on the way
    "find . -name '*.pyc' -o -name '*.py' -delete",
    "find . -name '*.pyc' , -name '*.py' -delete",
    "find . -type d -name 'node*' -exec rm -rf {} +",
    "find . -regex '.*\\|x\\.pyc' -delete",
    'find . -name node_modules -exec rm -rf {}/../src \\;',
    'find . -name node_modules -exec rm -rf src {} +',
    'find . -name node_modules -execdir rm -rf src \\;',
    "find . -name '*.pyc' | sed s/c$// | xargs rm",
    "find . -name '*.pyc' | xargs rm -rf src",
    'rm -rf $(find . -name __pycache__)/..',
    'rm -rf $(find . -name __pycache__; echo src)',
    'rm -rf "$cache/node_modules"',
    'mv node_modules /tmp',
    // Behind a slash it is what a link leads to that is emptied.
    'rm -rf node_modules/*/',
    'rm -rf node_modules/package/',
    // The kernel takes `..` for what is above that which the link leads to.
    'rm -rf node_modules/package/../*',
    'cd node_modules/package && rm -rf ../*',
    'cd -P node_modules/package && cd .. && rm -rf *',
    // The directory that it is found in
    'find . -name node_modules -execdir rm -rf . \\;',
    'find . -name node_modules -execdir rm -rf {} . \\;',
    'find . -name node_modules -execdir find . -delete \\;',
    'find . -name node_modules -execdir find -delete \\;',
    'find . -name node_modules -execdir rsync -a --delete empty/ . \\;',
    // Parts of what is found
    'x=$(find . -name node_modules); rm -rf "${x%/*}"',
    'x=$(find . -name node_modules); rm -rf ${x:0:5}',
    'for d in $(find . -name node_modules); do rm -rf "${d%/*}"; done',
    'find . -name node_modules | while read -r d; do rm -rf "${d%/*}"; done',
    'find . -name node_modules | while read -d _ d; do rm -rf "$d"; done',
    'find . -name node_modules | while read -n 5 d; do rm -rf "$d"; done',
    'find . -name node_modules | while IFS=/ read a b; do rm -rf "$b"; done',
    'mapfile -t -d _ a < <(find . -name node_modules); rm -rf ${a[@]}',
    // Searches elsewhere, and their names from another place
    'find /tmp -name node_modules -exec rm -rf {} +',
    "find /tmp -name '*.o' -delete",
    'find ~ -name node_modules | xargs rm -rf',
    'find . -name node_modules 2>&1 | xargs rm -rf',
    'find .. -name node_modules -print0 | xargs -0 rm -rf',
    "find .git -name '*.o' -exec rm {} +",
    'find . -name node_modules | (cd .. && xargs rm -rf)',
    'find . -name node_modules | env -C .. xargs rm -rf',
    'x=$(find . -name node_modules); cd ..; rm -rf $x',
  ])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).not.toBe('allow');
  });

  test.each(["find . ! -name '*.pyc' -delete", 'find . -name __pycache__ -o -delete'])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).toBe('deny');
  });
});

describe('what is built and installed is deleted without a question where git ignores it', () => {
  const ignored = ['dist', 'build', '.venv', 'src', 'packages/a/dist', 'docs/_build', 'linked/dist'];

  /** In a workspace whose own path has such a name in it, and in which `linked` leads out. */
  function verdictWhereIgnored(command: string): string {
    const cwd = '/home/user/build/project';
    const analysis = analyze(command, { cwd, home: '/home/user' });
    if (analysis.kind === 'unrunnable') throw new Error('expected a text that can be run');
    const places = placesOf({
      ...{ cwd, home: '/home/user' },
      realPath: (path) => path.replace(`${cwd}/linked`, '/home/user/other'),
      isIgnored: (directory) => ignored.some((name) => directory === `${cwd}/${name}`),
    });
    return decide(inSandbox, analysis, places).verdict;
  }

  test.each([
    'rm -rf dist',
    'rm -rf dist/ build && tsc',
    'rm -rf ./dist/*',
    'rm -rf dist/assets',
    'rm -rf packages/a/dist node_modules',
    'cd docs && rm -rf _build',
    'rm -rf .venv && python3 -m venv .venv',
    'rm -r "$PWD/dist"',
    'find dist -type f -delete',
    'find ./dist build -mindepth 1 -delete',
    "find dist -name '*.map' | xargs rm",
  ])('%s', (command) => {
    expect(verdictWhereIgnored(command)).toBe('allow');
    expect(verdictOf(command, inSandbox)).toBe('ask');
  });

  test.each([
    // Not ignored, or nothing that tools make
    'rm -rf coverage',
    'rm -rf src',
    'rm -rf dist src',
    'rm -rf packages/b/dist',
    'rm -rf dist/../src',
    'rm -rf ../dist',
    'rm -rf /home/user/dist',
    // Nobody looks at what a pattern fits, or what is deep in it.
    'rm -rf packages/*/dist',
    'rm -rf d*',
    'rm -rf dist*',
    'rm -rf dist/assets/src',
    'rm -rf "$output/dist"',
    'find . -name dist -exec rm -rf {} +',
    // A link leads elsewhere.
    'rm -rf linked/dist',
    'rm -rf dist/assets/',
    'cd dist && rm -rf ../src *',
    'cd dist && rm -rf *',
    'find coverage -type f -delete',
    'find linked/dist -type f -delete',
    'find dist src -delete',
    'cd dist && find . -delete',
  ])('not: %s', (command) => {
    expect(verdictWhereIgnored(command)).toBe('ask');
  });
});

describe('what commands have put right into the /tmp of their sandbox is deleted without a question', () => {
  /** Outside of the sandbox there is only `/tmp/granted`. */
  function verdictWhereMade(command: string): string {
    const cwd = '/home/user/project';
    const analysis = analyze(command, { cwd, home: '/home/user' });
    if (analysis.kind === 'unrunnable') throw new Error('expected a text that can be run');
    const isThere = (path: string) => path === '/tmp/granted';
    const places = placesOf({ cwd, home: '/home/user', realPath: (path) => path, isThere });
    return decide(inSandbox, analysis, places).verdict;
  }

  test.each([
    'rm -rf /tmp/app && mkdir /tmp/app',
    'rm -r /tmp/app /var/tmp/app',
    'cd /tmp && rm -rf app',
    'x=/tmp/app; rm -rf "$x"',
  ])('%s', (command) => {
    expect(verdictWhereMade(command)).toBe('allow');
    expect(verdictOf(command, inSandbox)).toBe('ask');
  });

  test.each([
    'rm -f /tmp/app.$$',
    'rm -- "/tmp/$$" /tmp/app-$RANDOM.txt',
    'out=/tmp/app.$$; echo hi > "$out"; cat "$out"; rm -f "$out"',
    "trap 'rm -f /tmp/app.$$' EXIT; echo hi > /tmp/app.$$",
    'cd /tmp && rm app.$$',
  ])('one file whose number is not known: %s', (command) => {
    expect(verdictWhereMade(command)).toBe('allow');
    expect(verdictOf(command)).toBe('ask');
  });

  test.each([
    // It is there outside as well: somebody may have let the sandbox to it.
    'rm -rf /tmp/granted',
    'rm -rf /tmp/app /tmp/granted',
    // A link in it leads to the workspace, perhaps.
    'rm -rf /tmp/app/',
    'rm -rf /tmp/app/src',
    'rm -rf /tmp/app/../src',
    'cd /tmp/app && rm -rf src',
    'find -L /tmp/app -delete',
    'rm -rf /tmp/app*',
    'rm -rf /tmp',
    'rm -rf "/tmp/$x"',
    'rm -f "/tmp/$x"',
    // It may be there outside as well.
    'rm -rf /tmp/app.$$',
    'rm -f /tmp/app.$$/notes',
    'while :; do rm -f /tmp/$RANDOM; done',
    'rm -f /tmp/app.$$ src/*.ts',
    'rm -f /tmp/app.$$/',
    'rm -f /tmp/app.$$/../src',
    'rm -f /tmp/app.$$*',
    'rm -f src.$$',
    'IFS=1; rm -f /tmp/app.$$',
    'rm -rf /tmp/app src',
    'rm -rf /home/user/tmp/app',
  ])('but not %s', (command) => {
    expect(verdictWhereMade(command)).not.toBe('allow');
  });
});
