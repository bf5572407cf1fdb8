import { describe, expect, it } from 'vitest';
import { createEngine, type EngineParts } from '../../src/engine/engine.ts';
import type { ContractTool } from '../../src/model/contract.ts';
import type { Policy } from '../../src/model/decision.ts';
import type { Grant } from '../../src/model/grant.ts';
import type { Outcome, Report } from '../../src/model/outcome.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import type { Request } from '../../src/model/request.ts';
import type { Layer } from '../../src/policy/layers.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { contextOf, engineParts, memoryGrants } from './parts.ts';

type Around = Partial<EngineParts<Policy, Report>>;

/** What becomes of a command under the shipped rules, in `/work`. */
async function outcomeOf(
  command: string,
  around: Around = {},
  given: Partial<Request> = {},
): Promise<Outcome> {
  const parts = { ...engineParts(), options: shippedPolicy, ...around };
  const [tool] = parts.contract.tools;
  const placed: ContractTool<Policy, Report> = {
    ...tool,
    decode: (input, scope) => {
      const operation = tool.decode(input, scope);
      if (operation.kind !== 'run') return operation;
      return { ...operation, request: { ...operation.request, ...given } };
    },
  };
  return (await createEngine(parts)(placed, { command }, contextOf())).outcome;
}

const layer = (scope: Layer['scope'], given: Partial<Layer>): Layer => ({
  scope,
  rules: [],
  off: [],
  mayLoosen: true,
  ...given,
});

const allowTouch = {
  kind: 'invocation',
  finding: { id: 'allow-touch', verdict: 'allow', reason: 'it is ours', instead: null },
  when: [{ kind: 'program', names: ['touch'] }],
} as const;

describe('a command', () => {
  it.each([
    ['cat file', 'ended'],
    ['touch file', 'needs_approval'],
    ['git push --force', 'denied'],
    ['echo x > /state/state.db', 'denied'],
    ['cat /state/output/1', 'ended'],
    ['cat /state/state.db', 'needs_approval'],
  ])('%j under the shipped rules: %s', async (command, kind) => {
    expect((await outcomeOf(command)).kind).toBe(kind);
  });

  it('is judged by where the conversation works, not by where it starts', async () => {
    expect((await outcomeOf('cat file', {}, { cwd: '/work/inner' })).kind).toBe('ended');
    expect((await outcomeOf('cat file', {}, { cwd: '/elsewhere' })).kind).toBe('needs_approval');
  });
});

describe('rules of the host and its user', () => {
  it('forbid more', async () => {
    const denyCat = { ...allowTouch, finding: { ...allowTouch.finding, verdict: 'deny' } } as const;
    const rules = [layer('project', { rules: [denyCat], mayLoosen: false })];
    expect((await outcomeOf('touch file', { rules })).kind).toBe('denied');
  });

  it('allow more, unless they come with a project', async () => {
    const mine = [layer('user', { rules: [allowTouch] })];
    const theirs = [layer('project', { rules: [allowTouch], mayLoosen: false })];
    expect((await outcomeOf('touch file', { rules: mine })).kind).toBe('ended');
    expect((await outcomeOf('touch file', { rules: theirs })).kind).toBe('needs_approval');
  });
});

describe('a grant', () => {
  const grant: Extract<Grant, { kind: 'call' }> = {
    kind: 'call',
    conversationId: null,
    contract: 'probe',
    words: ['touch', 'file'],
    cwd: '/work',
    grantedAtMs: 0,
    expiresAtMs: null,
  };

  it('is offered, kept, and not asked about again', async () => {
    const grants = memoryGrants();
    const questions: ApprovalQuestion[] = [];
    const approver = {
      ask: async (question: ApprovalQuestion) => {
        questions.push(question);
        return { kind: 'approved', always: { forMs: null } } as const;
      },
    };
    expect((await outcomeOf('touch file', { grants, approver })).kind).toBe('ended');
    expect((await outcomeOf('touch file', { grants, approver })).kind).toBe('ended');
    expect(questions.map(({ offers }) => offers)).toEqual([
      [{ kind: 'call', words: ['touch', 'file'], cwd: '/work' }],
    ]);
    expect((await outcomeOf('touch other', { grants })).kind).toBe('needs_approval');
  });

  it('is for no call that does what is typed into it, where that can be done', async () => {
    const typed: Partial<Request> = { lifetime: { kind: 'job', settleMs: 0, input: 'pipe' } };
    const of = (...words: readonly string[]) => ({ grants: memoryGrants([{ ...grant, words }]) });
    expect((await outcomeOf('touch file', of('touch', 'file'), typed)).kind).not.toBe('needs_approval');
    for (const words of [
      ['psql', 'db'],
      ['gdb', 'prog'],
      ['ed', 'file'],
      ['rails', 'console'],
    ]) {
      const command = words.join(' ');
      expect((await outcomeOf(command, of(...words))).kind).toBe('ended');
      expect((await outcomeOf(command, of(...words), typed)).kind).toBe('needs_approval');
    }
    const offers: unknown[] = [];
    const approver = {
      ask: async (question: ApprovalQuestion) => {
        offers.push(question.offers);
        return { kind: 'refused', reason: 'no' } as const;
      },
    };
    const grants = memoryGrants();
    for (const given of [{}, typed]) await outcomeOf('psql db', { grants, approver }, given);
    expect(offers).toEqual([[{ kind: 'call', words: ['psql', 'db'], cwd: '/work' }], null]);
  });

  it('is for its contract, and for its time', async () => {
    const of = (given: Partial<typeof grant>) => ({ grants: memoryGrants([{ ...grant, ...given }]) });
    expect((await outcomeOf('touch file', of({}))).kind).toBe('ended');
    expect((await outcomeOf('touch file', of({ contract: 'another' }))).kind).toBe('needs_approval');
    expect((await outcomeOf('touch file', of({ expiresAtMs: 0 }))).kind).toBe('needs_approval');
  });

  it('that cannot be read starts nothing', async () => {
    const grants = { ...memoryGrants(), of: () => Promise.reject(new Error('the disk is gone')) };
    expect(await outcomeOf('touch file', { grants })).toMatchObject({
      kind: 'could_not_start',
      problem: { code: 'state-unavailable', message: expect.stringContaining('the disk is gone') },
    });
  });
});
