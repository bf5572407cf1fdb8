import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ChromiumOptions, createChromiumProvider } from '../../src/adapters/playwright/index.ts';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { compilePrograms, runProgram } from '../docs/programs.ts';
import { onStage } from '../docs/stage.ts';
import { blocksOf, documents } from '../support/documents.ts';
import { modesBash } from '../support/modes.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { rejectionOf } from '../support/thrown.ts';

const path = process.env.PATH ?? '';
const isInstalled = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].some(
  (name) => findExecutable(name, path) !== null,
);
if (!isInstalled && process.env.CI === 'true')
  throw new Error('there is no Chromium, with which browsers are tested: run scripts/install-test-tools.sh');
if (!isInstalled)
  process.stderr.write('there is no Chromium: what drives one is left out; scripts/install-test-tools.sh\n');

/** A bash with browsers, whose processes and files can be told from those of all others. */
function browsing(options: ChromiumOptions = {}, env: Readonly<Record<string, string>> = { PATH: path }) {
  const home = temporaryDirectory();
  const temp = temporaryDirectory();
  const bash = modesBash(
    {},
    { browser: createChromiumProvider(options), env: { ...env, HOME: home, TMPDIR: temp } },
  );
  // Where this process makes temporary directories, from here on.
  vi.stubEnv('TMPDIR', temp);
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    bash,
    browserOf: async (conversationId: string) =>
      // The provider of this bash opens nothing else.
      (await bash.context({ conversationId }).browser()) as BrowserContext,
    processes: () => processesWith(`TMPDIR=${temp}`),
    files: () => [...readdirSync(temp), ...readdirSync(home)],
  };
}

/** The processes that have this variable. */
function processesWith(variable: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(join('/proc', pid, 'environ'), 'utf8')
        .split('\0')
        .includes(variable);
    } catch {
      return false; // It is gone, or not ours.
    }
  });
}

/** A page that says which cookie came with it, and sets one. */
async function cookiePage(): Promise<string> {
  const server = createServer(({ headers }, response) => {
    response.setHeader('Set-Cookie', 'who=seen');
    response.end(`<p>${headers.cookie ?? 'nobody'}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return `http://127.0.0.1:${address.port}/`;
}

async function textAt(context: BrowserContext, url: string): Promise<string | null> {
  const page = await context.newPage();
  await page.goto(url);
  return await page.textContent('p');
}

describe.skipIf(!isInstalled)('browsers', () => {
  test('the program that docs/contracts/modes.md shows opens one and ends it', async () => {
    const shown = documents
      .flatMap(blocksOf)
      .filter(({ runBy }) => runBy === 'test/adapters/playwright.test.ts');
    const directory = temporaryDirectory();
    const programs = await compilePrograms(directory, shown);
    expect(programs.problems).toBe('');
    expect(shown).toHaveLength(1);
    for (const block of shown)
      await onStage(directory, async (stage) => {
        const env = { ...stage.env, TMPDIR: temporaryDirectory() };
        await runProgram(block, programs.read(block), { ...stage, env });
        expect(processesWith(`TMPDIR=${env.TMPDIR}`)).toEqual([]);
        expect(readdirSync(env.TMPDIR)).toEqual([]);
      });
  });

  test('A-5: nothing is started before somebody asks', async () => {
    const { bash, processes, files } = browsing();
    bash.context({ conversationId: 'a' });
    await bash.endConversation('a');
    expect(processes()).toEqual([]);
    expect(files()).toEqual([]);
  });

  test('A-5: one browser for all who ask in a conversation, at once and later; another for another', async () => {
    const { browserOf } = browsing();
    const [first, second, other] = await Promise.all([browserOf('a'), browserOf('a'), browserOf('b')]);
    expect(second).toBe(first);
    expect(await browserOf('a')).toBe(first);
    expect(other).not.toBe(first);
  });

  test('A-5: it is a real browser, and conversations share nothing', async () => {
    const { browserOf } = browsing();
    const url = await cookiePage();
    const mine = await browserOf('a');
    expect(await textAt(mine, url)).toBe('nobody');
    expect(await textAt(mine, url)).toBe('who=seen');
    expect(await textAt(await browserOf('b'), url)).toBe('nobody');
  });

  test('A-5: it is closed with its conversation, and leaves no process and no profile behind', async () => {
    const { bash, browserOf, processes, files } = browsing();
    const [mine, other] = await Promise.all([browserOf('a'), browserOf('b')]);
    const both = processes().length;
    expect(files().length).toBeGreaterThan(0);
    await bash.endConversation('a');
    await expect(mine.newPage()).rejects.toThrow();
    expect(processes().length).toBeLessThan(both);
    expect(await textAt(other, 'data:text/html,<p>still here</p>')).toBe('still here');
    await bash.endConversation('b');
    await expect.poll(() => processes()).toEqual([]);
    expect(files()).toEqual([]);
    expect(await browserOf('a')).not.toBe(mine);
  });

  test('A-5: one that has crashed, or was closed, is cleared away, and who asks then is given another', async () => {
    const { browserOf, files } = browsing();
    const crashed = await browserOf('a');
    const kept = files().length;
    await crashed.browser()?.close();
    const closed = await browserOf('a');
    expect(await textAt(closed, 'data:text/html,<p>again</p>')).toBe('again');
    await closed.close();
    expect(await textAt(await browserOf('a'), 'data:text/html,<p>once more</p>')).toBe('once more');
    expect(files()).toHaveLength(kept);
  });

  test('A-5: it is closed with the bash', async () => {
    const { bash, browserOf, processes, files } = browsing();
    await browserOf('a');
    await bash.close();
    await expect.poll(() => processes()).toEqual([]);
    expect(files()).toEqual([]);
  });

  test('A-5: the program can be given', async () => {
    const executablePath = findExecutable('chromium', path);
    const { browserOf } = browsing({ ...(executablePath && { executablePath }) }, { PATH: '/usr/bin:/bin' });
    expect(await textAt(await browserOf('a'), 'data:text/html,<p>here</p>')).toBe('here');
  });
});

describe('browsers that cannot be had', () => {
  test('A-5: where there is no Chromium, it is said what to install', async () => {
    const { browserOf } = browsing({}, { PATH: temporaryDirectory() });
    expect(await rejectionOf(browserOf('a'))).toEqual({
      code: 'no-resource',
      message:
        'expected a Chromium in the directories of PATH (chromium, chromium-browser, google-chrome, google-chrome-stable), found none; install one (on Debian: apt-get install chromium) or give executablePath',
    });
  });

  test('A-5: a program that is no browser is said to be none, and may be asked again', async () => {
    const { browserOf, processes, files } = browsing({ executablePath: '/bin/false', sandbox: false });
    const failure = await rejectionOf(browserOf('a'));
    expect(failure.code).toBe('no-resource');
    expect(failure.message).toMatch(
      /^there is no browser: see whether \/bin\/false --headless runs by itself; /,
    );
    expect(await rejectionOf(browserOf('a'))).toEqual(failure);
    expect(processes()).toEqual([]);
    expect(files()).toEqual([]);
  });
});
