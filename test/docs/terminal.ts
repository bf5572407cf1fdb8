import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, vi } from 'vitest';
import { type Block, blocksOf, read } from '../support/documents.ts';
import { type Person, personWith } from '../support/person.ts';
import { serversIn } from './json.ts';
import { output, type Stage } from './stage.ts';

/** Starts the block on a new terminal. */
type Begin = () => Person;

/** What a person does with each block that is for a terminal, and finds to be as its page says. */
const plays: Readonly<Record<string, (begin: Begin, stage: Stage, page: string) => Promise<Person>>> = {
  'handrail hook install claude': installsGuard,
  'handrail hook install claude --undo': undoesGuard,
  'handrail mcp --http --token-file ~/.local/state/handrail/mcp-token': servesUntilCtrlC,
  'handrail watch': looksUntilQ,
};

/** Whether somebody knows what to do with a block at a terminal. */
export function isPlayed({ text }: Block): boolean {
  return Object.hasOwn(plays, text.trim());
}

/** Plays a block to its end, which has to be a good one that leaves no process behind. */
export async function playAtTerminal({ text, page }: Block, { directory, env }: Stage): Promise<void> {
  const persons: ReturnType<typeof personWith>[] = [];
  const begin = () => {
    const person = personWith(['bash', '--norc', '-c', text], { cwd: directory, env });
    persons.push(person);
    return person;
  };
  try {
    const { status } = (await plays[text.trim()]?.(begin, { directory, env }, page)) ?? begin();
    expect(await status).toBe(0);
    expect(
      persons.flatMap(({ pid }) => sessionOf(pid)),
      'processes that are left',
    ).toEqual([]);
  } finally {
    for (const person of persons) person.leaves();
  }
}

/** The processes of a terminal's session. */
function sessionOf(leader: number): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      const [, , , session] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(session) === leader;
    } catch {
      return false; // No process, or one that is gone.
    }
  });
}

const settingsFile = '~/.claude/settings.json';

async function installsGuard(begin: Begin, stage: Stage, page: string): Promise<Person> {
  const file = settingsFile.replace('~', stage.env.HOME ?? '');
  const person = begin();
  await person.sees(`+++ ${file}`);
  await person.sees('hook claude || {');
  await person.sees('Write this? [y/N] ');
  expect(readFileSync(file, 'utf8')).toBe(shownSettings(page));
  await person.enters('y');
  await person.sees('The hook is written.');

  const { hooks } = JSON.parse(readFileSync(file, 'utf8'));
  const { command } = hooks.PreToolUse[0].hooks[0];
  const question = {
    ...{ hook_event_name: 'PreToolUse', cwd: stage.directory, tool_name: 'Bash' },
    tool_input: { command: 'git push --force' },
  };
  const answer = await output(
    'bash',
    ['--norc', '-c', `{ ${command}; } <<< "$1"`, 'agent', JSON.stringify(question)],
    stage,
  );
  expect(JSON.parse(answer).hookSpecificOutput).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('--force-with-lease'),
  });
  return person;
}

async function undoesGuard(begin: Begin, { env }: Stage, page: string): Promise<Person> {
  const file = settingsFile.replace('~', env.HOME ?? '');
  const person = begin();
  await person.sees(`--- ${file}`);
  await person.sees('hook claude || {');
  await person.sees('Write this? [y/N] ');
  await person.enters('y');
  await person.sees('The hook is taken out.');
  expect(readFileSync(file, 'utf8')).toBe(shownSettings(page));
  return person;
}

/** What the reader has in the settings of the agent. */
function shownSettings(page: string): string | undefined {
  return blocksOf(page).find(({ file }) => file === settingsFile)?.text;
}

async function servesUntilCtrlC(begin: Begin, { env }: Stage, page: string): Promise<Person> {
  const [, url = ''] = /^It listens on `(\S+)`/m.exec(read(page)) ?? [];
  // Other tests of this machine may have the port for some seconds.
  const person = await vi.waitFor(() => listening(begin, url), { timeout: 60_000, interval: 500 });
  const token = readFileSync(join(env.HOME ?? '', '.local/state/handrail/mcp-token'), 'utf8').trim();
  const servers = blocksOf(page)
    .filter(({ language }) => language === 'json')
    .flatMap(({ text }) => serversIn(JSON.parse(text)))
    .filter((server) => 'url' in server);
  expect(servers.length).toBeGreaterThan(2);
  for (const server of servers) {
    expect(server.url).toBe(url);
    // The client is what puts the token there.
    const headers = Object.entries(server.headers).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]+\}/, token),
    ]);
    const client = new Client({ name: 'reader', version: '1.0.0' });
    const requestInit = { headers: Object.fromEntries(headers) };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(5);
    await client.close();
  }
  person.types('\x03');
  return person;
}

async function listening(begin: Begin, url: string): Promise<Person> {
  const person = begin();
  const isThere = await Promise.race([
    person.sees(`serves MCP on ${url}\r\n`).then(() => true),
    person.status.then(() => false),
  ]);
  if (isThere) return person;
  const taken = 'something else on this machine listens there, so that the page cannot be tried: end it';
  throw new Error(`${url}: ${person.screen().includes('listens already') ? taken : person.screen()}`);
}

async function looksUntilQ(begin: Begin, _stage: Stage, page: string): Promise<Person> {
  const panes = [...read(page).matchAll(/^- \*\*(\w+)\*\*: /gm)];
  expect(panes).toHaveLength(5);
  const person = begin();
  for (const [index, [, pane]] of panes.entries()) await person.sees(`${index + 1} ${pane}`);
  person.types('q');
  return person;
}
