import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserType } from 'playwright-core';
import { findExecutable } from '../../backends/local/find-executable.ts';
import type { ResourceProvider } from '../../engine/resources.ts';
import { HandrailError, messageOf } from '../../model/errors.ts';

/** How Chromium is started; everything can be left out. */
export interface ChromiumOptions {
  /** Absolute path of the program. Left out: the first of the usual names on the host's PATH. */
  readonly executablePath?: string;
  /**
   * Whether Chromium shuts its pages in. Left out: unless this process is root's, as which Chromium does so with nobody.
   * Where the kernel gives users no namespaces, as in some containers, it has to be `false`.
   */
  readonly sandbox?: boolean;
}

/** Opens a browser context for a conversation, which shares no cookies and no storage with that of any other. */
export interface BrowserProvider extends ResourceProvider {
  open(conversationId: string, env: Readonly<Record<string, string>>): Promise<BrowserContext>;
}

/** The names under which systems have a Chromium that can be driven. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Makes the browsers of a bash: `createBash({ browser: createChromiumProvider() })`. Each conversation has a headless
 * Chromium of its own, with a profile that is removed with it; they end with the conversation, and with this process.
 */
export function createChromiumProvider(options: ChromiumOptions = {}): BrowserProvider {
  const opened = new Map<unknown, Opened>();
  return {
    async open(_conversationId, env) {
      const chromium = await loadPlaywright();
      const directory = await mkdtemp(join(tmpdir(), 'handrail-browser-'));
      let browser: Browser | null = null;
      try {
        browser = await start(chromium, options, { ...env, ...homesIn(directory) });
        const context = await browser.newContext();
        opened.set(context, { browser, directory });
        return context;
      } catch (error) {
        await end({ browser, directory });
        throw error;
      }
    },
    async close(context) {
      const one = opened.get(context);
      opened.delete(context);
      if (one !== undefined) await end(one);
    },
    isOver(context) {
      const browser = opened.get(context)?.browser;
      // What was ended or closed is no context of its browser any more.
      return browser?.contexts().some((one) => one === context) !== true;
    },
  };
}

/** A browser, and the directory that it has to itself. */
interface Opened {
  readonly browser: Browser | null;
  readonly directory: string;
}

async function end({ browser, directory }: Opened): Promise<void> {
  try {
    await browser?.close();
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Beside its profile, which Playwright makes and removes, Chromium writes reports and caches where the user has them. */
function homesIn(directory: string): Readonly<Record<string, string>> {
  return { XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache') };
}

/** The package is an optional dependency, and is loaded when it is needed. */
async function loadPlaywright(): Promise<BrowserType> {
  try {
    return (await import('playwright-core')).chromium;
  } catch (error) {
    throw unavailable('install playwright-core beside handrail (npm install playwright-core)', error);
  }
}

async function start(
  chromium: BrowserType,
  { executablePath, sandbox = process.getuid?.() !== 0 }: ChromiumOptions,
  env: Readonly<Record<string, string>>,
): Promise<Browser> {
  const program = executablePath ?? findChromium(env.PATH);
  try {
    return await chromium.launch({
      executablePath: program,
      chromiumSandbox: sandbox,
      env: { ...env },
      // What ends this process is its own matter; Playwright ends its browsers when it exits.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    });
  } catch (error) {
    const advice = sandbox
      ? `${checkIt(program)}, or set sandbox to false where namespaces are denied`
      : checkIt(program);
    throw unavailable(advice, error);
  }
}

function checkIt(program: string): string {
  return `see whether ${program} --headless runs by itself`;
}

function findChromium(path: string | undefined): string {
  for (const name of names) {
    const found = findExecutable(name, path);
    if (found !== null) return found;
  }
  throw new HandrailError(
    'no-resource',
    `expected a Chromium in the directories of PATH (${names.join(', ')}), found none; install one (on Debian: apt-get install chromium) or give executablePath`,
  );
}

function unavailable(advice: string, cause: unknown): HandrailError {
  const [reason = ''] = messageOf(cause).split('\n');
  return new HandrailError('no-resource', `there is no browser: ${advice}; ${reason}`, { cause });
}
