import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { ContractTool } from '../../src/model/contract.ts';
import type { Rule } from '../../src/model/decision.ts';
import type { SyntaxMistake } from '../../src/model/exit.ts';
import type { Report } from '../../src/model/outcome.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { answering, contextOf, denyPush, engineParts, tool } from './parts.ts';

const mistaken = 'echo begun\nfi';
const mistake: SyntaxMistake = { exitCode: 2, words: Buffer.from('bash: no good\n') };

const asksUnread: Rule = {
  kind: 'unparsed',
  finding: { id: 'unread', verdict: 'ask', reason: 'cannot be read', instead: null },
};
const deniesUnread: Rule = {
  kind: 'unparsed',
  finding: { id: 'unread', verdict: 'deny', reason: 'cannot be read', instead: null },
};
const asksFi: Rule = {
  kind: 'text-contains',
  pattern: 'fi',
  finding: { id: 'asks-fi', verdict: 'ask', reason: 'fi is asked about', instead: null },
};
const deniesFi: Rule = { kind: 'text-contains', pattern: 'fi', finding: denyPush };

/** A call of a tool with such rules, on a backend whose bash finds this; what became of it, what was checked and what ran. */
async function callOf(
  command: string,
  rules: readonly Rule[],
  given: { found?: SyntaxMistake | null; checks?: boolean; isApproved?: boolean; isAble?: boolean } = {},
) {
  const { found = mistake, checks = true, isApproved = false, isAble = true } = given;
  const checked: string[] = [];
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const backend = {
    ...fake,
    ...(isAble && {
      checkSyntax: async (plan: { readonly command: string }) => {
        checked.push(plan.command);
        return found;
      },
    }),
  };
  const checking: ContractTool<{ readonly rules: readonly Rule[] }, Report> = {
    ...tool,
    checksSyntax: checks,
  };
  const call = createEngine({
    ...engineParts(),
    backend,
    options: { rules },
    approver: isApproved ? answering({ kind: 'approved' }) : null,
  });
  const { outcome } = await call(checking, { command }, contextOf());
  return { outcome, checked, ran: fake.plans.map((plan) => plan.command) };
}

describe('a text that bash cannot read', () => {
  it('becomes what bash says of it, where nothing else is asked about', async () => {
    const { outcome, checked, ran } = await callOf(mistaken, [asksUnread]);
    expect(outcome).toMatchObject({
      kind: 'ended',
      exit: { kind: 'exited', code: 2 },
      capture: { output: { text: { text: 'bash: no good\n' } } },
    });
    expect([checked, ran]).toEqual([[mistaken], []]);
  });

  it('is not run either where somebody would approve it', async () => {
    const { outcome, ran } = await callOf(mistaken, [asksUnread], { isApproved: true });
    expect(outcome).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 2 } });
    expect(ran).toEqual([]);
  });

  it.each([
    ['something else is asked about', [asksUnread, asksFi], {}, 'needs_approval'],
    ['it is denied', [deniesUnread], {}, 'denied'],
    ['something else denies it', [asksUnread, deniesFi], {}, 'denied'],
    ['the tool does not have it checked', [asksUnread], { checks: false }, 'needs_approval'],
    ['the backend cannot check it', [asksUnread], { isAble: false }, 'needs_approval'],
  ])('is not checked where %s', async (_why, rules, given, kind) => {
    const { outcome, checked, ran } = await callOf(mistaken, rules, given);
    expect([outcome.kind, checked, ran]).toEqual([kind, [], []]);
  });

  it('is asked about where bash finds no mistake in it', async () => {
    const { outcome, checked, ran } = await callOf(mistaken, [asksUnread], { found: null });
    expect([outcome.kind, checked, ran]).toEqual(['needs_approval', [mistaken], []]);
  });

  it.each([
    ['may be read in two ways', 'shopt -s extglob\nls !(x)'],
    ['is too deep to be looked into', `${'$('.repeat(200)}:${')'.repeat(200)}`],
  ])('is something else than one that %s', async (_what, command) => {
    const { outcome, checked } = await callOf(command, [asksUnread]);
    expect([outcome.kind, checked]).toEqual(['needs_approval', []]);
  });
});
