import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBash } from '../../src/index.ts';
import { isAlive } from '../support/is-alive.ts';
import { endJobs } from '../support/jobs.ts';
import { newerNode } from '../support/newer-node.ts';
import { makeTemporaryDirectory } from '../support/temporary.ts';
import { auditOf } from './audit.ts';
import { driveOf } from './drive.ts';
import { type Form, forms } from './forms.ts';
import { frameworks } from './frameworks.ts';
import type { Observation, Scenario } from './scenario.ts';

/** What is to come over the wire as the schema of a tool's input: all that the contract says of it, its descriptions too. */
function schemaOf(name: string): unknown {
  const { properties, required } = contract.get(name).inputSchema;
  return { type: 'object', properties, ...(required !== undefined && { required }) };
}

const approve = { kind: 'approve' } as const;
const refuse = (reason: string) => ({ kind: 'refuse', reason }) as const;

/** Prints a line, and another once the first was shown to somebody. */
const untilShown = 'echo first; until [ -e shown ]; do sleep 0.02; done; echo second';
/** Tells its processes, and goes on for longer than any test. */
const endless = 'sleep 300 & echo $$ $! > pids; touch started; wait';

type Name = 'run' | 'stream' | 'cancel' | 'deny' | 'approve' | 'refuse' | 'job' | 'reuse' | 'invalid';

const scenariosOf = ({ command: bash, job, unfit }: Form): Readonly<Record<Name, Partial<Scenario>>> => ({
  run: { turns: [bash('echo "hello from $0"')] },
  stream: { turns: [bash(untilShown)], streaming: true },
  cancel: { turns: [bash(endless)], abortWhen: 'started' },
  deny: { turns: [bash('touch forbidden')] },
  approve: { turns: [bash('touch careful; echo made it')], answers: [approve] },
  refuse: { turns: [bash('touch careful'), bash('echo next')], answers: [refuse('not on a Sunday')] },
  job: { turns: job.turns },
  reuse: {
    turns: [bash('touch careful-one', 'same'), bash('touch careful-two', 'same')],
    answers: [approve, refuse('one is enough')],
  },
  invalid: { turns: [unfit] },
});

/** The tools of the contract that all of them are given; nothing is called here, so no state is made. */
const { tools: contract } = createBash({ stateDir: join(tmpdir(), 'handrail test without state') });

describe.each(frameworks.filter(({ node }) => node === 'any' || newerNode !== null))('$name', (framework) => {
  const form = forms[framework.form ?? 'functions'];
  let home = '';
  const place = (name: Name) => join(home, name);
  const made = (name: Name, file: string) => existsSync(join(place(name), file));
  let observed: Readonly<Record<string, Observation>> = {};

  // One after the other they would take as long as the slowest of them nine times.
  beforeAll(async () => {
    home = makeTemporaryDirectory();
    const drive = await driveOf(framework);
    try {
      const runs = Object.entries(scenariosOf(form)).map(async ([name, given]) => {
        const directory = join(home, name);
        mkdirSync(directory);
        const scenario = { turns: [], directory, stateDir: join(home, 'state', name), ...given };
        const variant = framework.variant && { variant: framework.variant };
        const abortWhen = given.abortWhen && { abortWhen: join(directory, given.abortWhen) };
        return [name, await drive.run({ ...scenario, ...variant, ...abortWhen })] as const;
      });
      observed = Object.fromEntries(await Promise.all(runs));
    } finally {
      drive.close();
    }
  });
  afterAll(async () => {
    await endJobs(join(home, 'state/job'));
    rmSync(home, { recursive: true, force: true });
  });

  const ofScenario = (name: Name): Observation => {
    const observation = observed[name];
    if (observation === undefined) throw new Error(`there was no scenario ${name}`);
    return { ...observation, told: form.read(observation.told) };
  };
  const askedAbout = (...commands: readonly string[]) =>
    commands.map((command) => framework.asks?.(command) ?? { command });

  it('offers the tools with their schemas, and the model is told what a command printed', () => {
    const { offered, told, asked, failed } = ofScenario('run');
    const schemas = Object.fromEntries(offered.map(({ name, schema }) => [name, schema]));
    const offers = form.offers.map((name) => [name, schemaOf(name)]);
    const knows = form.knows.map((name) => [name, null]);
    expect(schemas).toMatchObject(Object.fromEntries([...offers, ...knows]));
    expect({ told, asked, failed }).toEqual({ told: ['hello from bash'], asked: [], failed: null });
  });

  it('shows output while the command runs', () => {
    const { told, shown, failed } = ofScenario('stream');
    expect({ told, failed }).toEqual({ told: ['first\nsecond'], failed: null });
    expect(shown[0]).toBe('first\n');
  });

  it('ends the command and all it started when the agent is stopped', async () => {
    expect(ofScenario('cancel').running).toBe(0);
    const pids = readFileSync(join(place('cancel'), 'pids'), 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  it('does not run what is denied, and the reason reaches the model', () => {
    const { told, asked, failed } = ofScenario('deny');
    expect(told).toEqual(['[denied by the policy: it is forbidden]\n[instead: Do without.]']);
    expect({ asked, failed }).toEqual({ asked: [], failed: null });
    expect(made('deny', 'forbidden')).toBe(false);
  });

  it('runs what the rules ask about once a person has said yes', () => {
    const { told, asked, failed } = ofScenario('approve');
    expect(told).toEqual(['made it']);
    expect(asked).toEqual(askedAbout('touch careful; echo made it'));
    expect(failed).toBe(null);
    expect(made('approve', 'careful')).toBe(true);
  });

  it('does not run what a person has refused, and the reason reaches the model', () => {
    const { told, asked, failed } = ofScenario('refuse');
    expect(told).toEqual([expect.stringContaining('not on a Sunday'), 'next']);
    expect(asked).toEqual(askedAbout('touch careful'));
    expect(failed).toBe(null);
    expect(made('refuse', 'careful')).toBe(false);
  });

  it('has what a person has refused in the audit log, once, with the reason', () => {
    expect(auditOf(join(home, 'state/refuse'))).toMatchObject([
      { command: 'echo next', outcome: { kind: 'ended' } },
      { command: 'touch careful', outcome: { kind: 'denied', by: 'person', reason: 'not on a Sunday' } },
    ]);
  });

  it('starts a job, and another call reads on from it', () => {
    const { told, failed } = ofScenario('job');
    expect(told).toEqual(form.job.tells.map((text) => expect.stringMatching(text)));
    expect(failed).toBe(null);
  });

  it('takes a yes for the command that it was given for, also when the model uses the id of the call again', () => {
    const { asked, failed } = ofScenario('reuse');
    expect([made('reuse', 'careful-one'), made('reuse', 'careful-two')]).toEqual([true, false]);
    const both = askedAbout('touch careful-one', 'touch careful-two');
    expect(asked).toEqual(framework.onReusedId === undefined ? both : both.slice(0, 1));
    expect(failed).toEqual(framework.onReusedId === 'fails' ? expect.stringContaining('reused') : null);
  });

  it('tells the model of an input that does not fit', () => {
    const { told, failed } = ofScenario('invalid');
    expect(told).toEqual([expect.stringMatching(/command.*string|string.*command/s)]);
    expect(failed).toBe(null);
  });
});
