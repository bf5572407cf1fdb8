import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documents, read, root } from '../support/documents.ts';

const links = (name: string) =>
  [...read(name).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([link, path = '', anchor]) => ({
      link,
      path: path === '' ? name : join(dirname(name), path),
      anchor,
    }),
  );

describe('every document', () => {
  test.each(documents)('%s names and links files that exist', (name) => {
    const paths = [...read(name).matchAll(/`((?:src|test|examples|scripts|\.ci)\/[\w./-]*)`/g)].map(
      ([, path]) => path ?? '',
    );
    const linked = links(name).map(({ path }) => path);
    expect([...paths, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test.each(documents)('%s links headings that exist', (name) => {
    const lost = links(name).filter(
      ({ path, anchor }) => anchor !== undefined && !headingsOf(read(path)).includes(anchor),
    );
    expect(lost.map(({ link }) => link)).toEqual([]);
  });

  test.each(documents)('%s names functions where they are', (name) => {
    const lost = places(name).filter(({ definition, path }) => !definition.test(read(path)));
    expect(lost.map(({ title, path }) => `${title} in ${path}`)).toEqual([]);
  });

  test.each(['README.md', 'CONTRIBUTING.md'])('%s names scripts that package.json has', (name) => {
    const named = [...read(name).matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
  });

  test('ARCHITECTURE.md walks a call in which each function is used where the walk has been', () => {
    const walk = places('ARCHITECTURE.md');
    expect(walk.length).toBeGreaterThan(15);
    const unreached = walk.slice(1).filter(({ title }, index) => {
      const used = new RegExp(String.raw`\b${title.slice(0, -2)}\b`, 'g');
      // Once more than its own definition.
      const before = walk.slice(0, index + 2).map(({ path }) => path);
      return [...new Set(before)].flatMap((path) => read(path).match(used) ?? []).length < 2;
    });
    expect(unreached.map(({ title }) => title)).toEqual([]);
  });
});

describe('docs/README.md', () => {
  test('leads to every page', () => {
    const linked = links('docs/README.md').map(({ path }) => path);
    const isPage = (name: string): boolean => name.startsWith('docs/') && !name.startsWith('docs/contracts/');
    const pages = documents.filter((name) => isPage(name) && name !== 'docs/README.md');
    expect(pages.filter((name) => !linked.includes(name))).toEqual([]);
  });
});

/** What a link writes after `#` for each heading. */
function headingsOf(markdown: string): readonly string[] {
  const titles = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The functions that a document places in a file, by writing `name()` in `path`; in the order of the text. */
function places(document: string) {
  return [...read(document).matchAll(/`(\w+)\(\)`\s+in\s+`([\w./-]+)`/g)].map(([, name = '', path = '']) => ({
    title: `${name}()`,
    path,
    // A function, a constant, a method of an object, a property of one.
    definition: new RegExp(
      String.raw`\bfunction ${name}\b|\bconst ${name}\b|^\s+(?:async )?${name}\(.*\{$|^\s+${name}: (?:async )?\(`,
      'm',
    ),
  }));
}
