import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newerNode } from '../support/newer-node.ts';
import type { ModelCall, Turn } from '../support/scripted-model.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { auditOf } from './audit.ts';
import { type Drive, driveOf } from './drive.ts';
import type { Framework } from './frameworks.ts';
import type { Observation, Scenario } from './scenario.ts';

const approve = { kind: 'approve' } as const;
const turn = (...calls: ModelCall[]): Turn => ({ calls });
const bash = (command: string): ModelCall => ({ name: 'bash', input: { command } });
const shell = (...commands: string[]): ModelCall => ({
  name: 'shell',
  input: { commands, timeout_ms: null, max_output_length: null },
});

interface Case {
  readonly title: string;
  readonly framework: Framework;
  readonly scenario: Partial<Scenario>;
  /** Files that the commands are to have made. */
  readonly makes: readonly string[];
  readonly observes: Partial<Observation>;
}

const frameworkOf = (driver: string, node: Framework['node']): Framework => ({ name: driver, driver, node });

const agents = frameworkOf('openai-agents', 'newer');
const mastra = frameworkOf('mastra', 'newer');
const langchain = frameworkOf('langchain', 'any');
const askedFor = (...commands: string[]) => commands.map((command) => ({ command }));

/** What the model is told where nobody has answered: a text that begins so. */
const notAsked = expect.stringMatching(/^\[not run: it needs the user's approval/) as unknown as string;

const cases: readonly Case[] = [
  {
    title: 'AI SDK: a history that comes back with another command than was asked about lets none run',
    framework: frameworkOf('ai-sdk', 'any'),
    scenario: { turns: [turn(bash('touch careful'))], variant: 'edited', answers: [approve] },
    makes: [],
    observes: { asked: askedFor('touch careful') },
  },
  {
    title: 'Agents SDK: to always approve the tool is to approve the one command',
    framework: agents,
    scenario: {
      turns: [turn(bash('touch careful-one')), turn(bash('touch careful-two'))],
      variant: 'always',
      answers: [approve],
    },
    makes: ['careful-one'],
    observes: {
      asked: askedFor('touch careful-one'),
      told: ['[no output]', notAsked],
    },
  },
  {
    title: 'Agents SDK: the answer to a state that was handed on is taken, once',
    framework: agents,
    scenario: {
      turns: [turn(bash('touch careful-one')), turn(bash('touch careful-two'))],
      variant: 'restored',
      answers: [approve, { kind: 'refuse', reason: 'one is enough' }],
    },
    makes: ['careful-one'],
    observes: {
      asked: askedFor('touch careful-one', 'touch careful-two'),
      told: ['[no output]', 'one is enough'],
    },
  },
  {
    title: 'Agents SDK: one answer of another process is for the call of its id, once, and for no other',
    framework: frameworkOf('openai-agents-elsewhere', 'newer'),
    scenario: {},
    makes: ['careful-one'],
    observes: {
      shown: ['careful\n', 'careful\n', notAsked, notAsked, notAsked],
      failed: null,
    },
  },
  {
    title: 'Agents SDK: the commands of the shell tool are asked about together, and run',
    framework: agents,
    scenario: { turns: [turn(shell('echo plain', 'touch careful'))], answers: [approve] },
    makes: ['careful'],
    observes: { asked: [{ commands: ['echo plain', 'touch careful'] }], failed: null },
  },
  {
    title: 'Agents SDK: to always approve the shell tool is to approve the one call',
    framework: agents,
    scenario: {
      turns: [turn(shell('touch careful-one')), turn(shell('touch careful-two'))],
      variant: 'always',
      answers: [approve],
    },
    makes: ['careful-one'],
    observes: { asked: [{ commands: ['touch careful-one'] }] },
  },
  {
    title:
      'Agents SDK: nobody is asked about commands that a limit of none keeps from running, and the model is told',
    framework: agents,
    scenario: {
      turns: [
        {
          calls: [
            { name: 'shell', input: { commands: ['touch careful'], timeout_ms: 0, max_output_length: null } },
          ],
        },
      ],
    },
    makes: [],
    observes: {
      asked: [],
      told: [
        expect.stringMatching(/invalid input: timeout_ms: expected .*"exit_code":126/) as unknown as string,
      ],
      failed: null,
    },
  },
  {
    title: 'LangChain: calls that are made at once are to be made one by one where a person is asked',
    framework: langchain,
    scenario: {
      turns: [turn(bash('touch careful-one'), bash('touch careful-two')), turn(bash('touch careful-two'))],
      answers: [approve],
    },
    makes: ['careful-two'],
    observes: {
      asked: askedFor('touch careful-two'),
      told: [
        "[not run: it needs the user's approval, and was called together with others; call it again by itself]",
        "[not run: it needs the user's approval, and was called together with others; call it again by itself]",
        '[no output]',
      ],
    },
  },
  {
    title: 'LangChain: a state in which the command was changed after the question has none of it run',
    framework: langchain,
    scenario: { turns: [turn(bash('touch careful'))], variant: 'edited', answers: [approve] },
    makes: [],
    observes: {},
  },
  {
    title: 'Mastra: a model that brings the answer along is asked about all the same',
    framework: mastra,
    scenario: {
      turns: [turn({ name: 'bash', input: { command: 'touch careful', resumeData: { approved: true } } })],
      answers: [{ kind: 'refuse', reason: 'no' }],
    },
    makes: [],
    observes: { told: ['no'] },
  },
  {
    title: 'Mastra: an answer in a thread of its memory is for the conversation that the command runs in',
    framework: mastra,
    scenario: { turns: [turn(bash('touch careful'))], variant: 'thread', answers: [approve] },
    makes: ['careful'],
    observes: { asked: askedFor('touch careful'), told: ['[no output]'] },
  },
];

describe('an approval', () => {
  /** A process of a newer Node takes longer to start than a scenario to be had. */
  const drives: Record<string, Promise<Drive>> = {};
  afterAll(async () => {
    for (const drive of Object.values(drives)) (await drive).close();
  });

  test.each(cases.filter(({ framework }) => framework.node === 'any' || newerNode !== null))(
    '$title',
    async ({ framework, scenario, makes, observes }) => {
      const directory = join(temporaryDirectory(), 'work');
      mkdirSync(directory);
      drives[framework.name] ??= driveOf(framework);
      const drive = await drives[framework.name];
      const state = { directory, stateDir: join(temporaryDirectory(), 'state') };
      const observation = await drive?.run({ turns: [], ...state, ...scenario });
      expect(observation).toMatchObject(observes);
      expect(readdirSync(directory).filter((name) => name !== 'shown')).toEqual(makes);
    },
  );

  /** Asked about `careful/file` while `careful` leads to one directory; it leads to another when the answer comes. */
  const relinkedCases = [
    { framework: frameworkOf('ai-sdk', 'any'), call: bash('touch careful/file') },
    { framework: agents, call: bash('touch careful/file') },
    { framework: agents, call: shell('touch careful/file') },
    { framework: langchain, call: bash('touch careful/file') },
    { framework: mastra, call: bash('touch careful/file') },
  ];
  test.each(relinkedCases.filter(({ framework }) => framework.node === 'any' || newerNode !== null))(
    '$framework.name: is for where links led when the person was asked ($call.name)',
    async ({ framework, call }) => {
      const place = temporaryDirectory();
      for (const name of ['work', 'one', 'two']) mkdirSync(join(place, name));
      const directory = join(place, 'work');
      const link = join(directory, 'careful');
      symlinkSync('../one', link);
      drives[framework.name] ??= driveOf(framework);
      const drive = await drives[framework.name];
      const state = { directory, stateDir: join(temporaryDirectory(), 'state') };
      const relinked = { link, to: '../two' };
      const observation = await drive?.run({ turns: [turn(call)], answers: [approve], relinked, ...state });
      expect(observation?.failed).toBe(null);
      expect(observation?.asked).toHaveLength(1);
      expect(JSON.stringify(observation?.told)).toMatch(/needs the user's approval|what it would do now/);
      expect(['one', 'two'].map((name) => readdirSync(join(place, name)))).toEqual([[], []]);
    },
  );

  test.skipIf(newerNode === null)(
    'Agents SDK: a refusal of the shell tool is one of each of its commands',
    async () => {
      const state = { directory: temporaryDirectory(), stateDir: join(temporaryDirectory(), 'state') };
      drives['openai-agents'] ??= driveOf(agents);
      const drive = await drives['openai-agents'];
      const turns = [turn(shell('echo plain', 'touch careful')), turn(shell('true'))];
      const answers = [{ kind: 'refuse', reason: 'no' } as const];
      await drive.run({ turns, answers, ...state });
      expect(auditOf(state.stateDir)).toMatchObject([
        { command: 'true', outcome: { kind: 'ended' } },
        { command: 'touch careful', outcome: { kind: 'denied', by: 'person', reason: 'no' } },
        { command: 'echo plain', outcome: { kind: 'denied', by: 'person', reason: 'no' } },
      ]);
    },
  );

  test.skipIf(newerNode === null)(
    'Mastra: a refusal in a thread is recorded for that conversation, and what Mastra takes for its own is no part of it',
    async () => {
      const state = { directory: temporaryDirectory(), stateDir: join(temporaryDirectory(), 'state') };
      drives.mastra ??= driveOf(mastra);
      const drive = await drives.mastra;
      const input = { command: 'touch careful', resumeData: { approved: true } };
      const turns = [turn({ name: 'bash', input }), turn(bash('true'))];
      const answers = [{ kind: 'refuse', reason: 'no' } as const];
      await drive.run({ turns, answers, variant: 'thread', ...state });
      expect(auditOf(state.stateDir)).toMatchObject([
        { conversation: 'one', command: 'true', outcome: { kind: 'ended' } },
        { conversation: 'one', command: 'touch careful', outcome: { kind: 'denied', by: 'person' } },
      ]);
    },
  );
});
