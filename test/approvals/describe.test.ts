import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { describeOffer, describeQuestion } from '../../src/approvals/describe.ts';
import type { ToldShell } from '../../src/model/explanation.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { explain } from '../../src/policy/explain.ts';
import { visible, visibleLines } from '../../src/policy/visible.ts';
import { decisionOn, places } from '../policy/shipped.ts';
import { questionOf } from './support.ts';

function shown(command: string, given: Partial<ApprovalQuestion> = {}) {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  if (analysis.kind === 'unrunnable') throw new Error('expected a text that bash can be given');
  const decision = decisionOn(command);
  const { request, ...question } = questionOf(command, {
    findings: decision.findings,
    explanation: explain(analysis, decision),
    ...given,
  });
  return describeQuestion({ ...question, request: { ...request, cwd: places.workspace } });
}

describe('what a person is shown', () => {
  test('is the command, where it would run, what holds it, what it asks for, why, and what it would do', () => {
    const { text } = shown('cd src && npm test', {
      confinement: { kind: 'sandbox', level: 'workspace', network: { hosts: ['a.example'] }, granted: [] },
      access: [
        { kind: 'host', host: 'b.example' },
        { kind: 'path', path: '/data', access: 'writable' },
      ],
    });
    expect(text).toBe(
      [
        '  cd src && npm test',
        '',
        'directory: /home/user/project',
        'confinement: confined to workspace, with these hosts alone: a.example',
        'asks beyond its sandbox: to reach b.example',
        'asks beyond its sandbox: to write to /data',
        'contract: probe',
        '',
        'asked about because',
        '  run-file: npm would run /home/user/project/src/package.json, whose content is not known',
        '',
        'what it would run',
        '  cd src',
        '    · goes to /home/user/project/src',
        '  npm test',
        '    · in /home/user/project/src',
        '    · runs the file /home/user/project/src/package.json',
        '    · ask run-file: npm would run /home/user/project/src/package.json, whose content is not known',
      ].join('\n'),
    );
  });

  test('is told of a session that its shell may be elsewhere, and knows more than a new one', () => {
    const inSession = (entersCwd: boolean, shell?: ToldShell) => {
      const question = questionOf('touch a');
      const request = { ...question.request, cwd: '/home/user/project', session: { name: 'm', entersCwd } };
      const invocation = {
        id: 0,
        words: 'touch a',
        cwd: '/home/user/project',
        via: [],
        effects: [],
        findings: [],
        runs: [],
      };
      const explanation = { ...question.explanation, invocations: [invocation], ...(shell && { shell }) };
      return describeQuestion({ ...question, request, explanation });
    };
    const staying = 'where the shell of session "m" is; that of a new one is /home/user/project';
    expect(inSession(false).text.split('\n')).toEqual(
      expect.arrayContaining([`directory: ${staying}`, 'what it would run in a new shell']),
    );
    expect(inSession(false)).toMatchObject({
      directory: staying,
      invocationsTitle: 'what it would run in a new shell',
    });
    expect(inSession(true).directory).toBe('/home/user/project');
    const known = { isKnown: true, directory: '/home/user/project/sub' };
    expect(inSession(false, known)).toMatchObject({
      directory: '/home/user/project/sub',
      invocationsTitle: 'what it would run',
      invocations: [{ about: ['in /home/user/project'] }],
    });
    expect(inSession(false, { ...known, directory: null })).toMatchObject({
      directory: staying,
      invocationsTitle: 'what it would run',
    });
    expect(inSession(false, { isKnown: false, directory: null })).toMatchObject({
      directory: staying,
      invocationsTitle: 'what it would run in a new shell',
    });
  });

  test('says what holds a command in three ways', () => {
    const of = (confinement: ApprovalQuestion['confinement']) =>
      shown('touch a', { confinement }).confinement;
    expect(of({ kind: 'none' })).toBe('not confined');
    expect(of({ kind: 'degraded', level: 'workspace', reason: 'no bwrap', cure: 'install it' })).toBe(
      'not confined, though it should be: no bwrap',
    );
    expect(
      of({ kind: 'sandbox', level: 'workspace', network: 'none', granted: [{ kind: 'host', host: 'a' }] }),
    ).toBe('confined to workspace, without a network; allowed before: reach a');
    const unheld = { reason: 'its limit is not held', cure: 'hold it' };
    expect(of({ kind: 'sandbox', level: 'workspace', network: 'none', granted: [], unheld })).toBe(
      'confined to workspace, without a network; its limit is not held',
    );
  });

  test('has nothing in it that a screen obeys or does not show, wherever it comes from', () => {
    const trick = '\u202e\u001b[2K\u200b\u00a0\u2028\r\u{e0041}';
    const offers = [{ kind: 'call', words: ['touch', trick], cwd: `/${trick}` }] as const;
    const question = questionOf(`touch ${trick}`);
    const { text, always, command } = describeQuestion({
      ...question,
      ...{ contract: trick, offers, access: [{ kind: 'path', path: `/${trick}`, access: 'read-only' }] },
      request: { ...question.request, description: trick, cwd: `/${trick}` },
      findings: [{ id: 'x', verdict: 'ask', reason: trick, instead: trick }],
    });
    const all = [text, ...(always ?? []), ...command].join('');
    expect(all).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\u00a0\u{e0041}]/u);
    expect(all).toContain('<U+202E>␛[2K<U+200B><U+00A0><U+2028>␍<U+E0041>');
  });

  test('tells a blank at the end where it means something: behind a backslash, and in a path', () => {
    expect(visibleLines('a \\\nb\n\nc \\ \nd \\\t \ne ')).toEqual([
      'a \\',
      'b',
      '',
      'c \\⟨1 blank⟩',
      'd \\⟨2 blanks⟩',
      'e',
    ]);
    const question = questionOf('ls');
    const shown = describeQuestion({ ...question, request: { ...question.request, cwd: '/w/a ' } });
    expect(shown.directory).toBe("'/w/a '");
    const offer = { kind: 'call', words: ['ls'], cwd: '/w/a\t' } as const;
    expect(describeOffer(offer)).toBe("ls in '/w/a␉'");
    const access = { kind: 'path', path: '/w/b ', access: 'writable' } as const;
    expect(describeOffer({ kind: 'access', access, workspace: '/w/a ' })).toBe(
      "write to '/w/b ', for all commands in '/w/a '",
    );
  });

  test('tells long blanks by their number, so that nothing is pushed out of sight', () => {
    expect(visibleLines(`echo hi${' '.repeat(500)}; rm x${'\n'.repeat(60)}ls`)).toEqual([
      'echo hi⟨500 blanks⟩; rm x',
      '⟨59 empty lines⟩',
      'ls',
    ]);
    expect(visibleLines(`a${'\t'.repeat(9)}b\n    c\n\nd`)).toEqual(['a⟨9 blanks⟩b', '    c', '', 'd']);
  });

  test('tells them so in every line, also where a line would be broken to look like several', () => {
    const far = `a${' '.repeat(90)}directory: /safe`;
    const seen = 'a⟨90 blanks⟩directory: /safe';
    const offers = [{ kind: 'call', words: ['touch', far], cwd: '/w' }] as const;
    const question = questionOf(`touch '${far}'`, { offers });
    const { text, always } = describeQuestion({
      ...question,
      request: { ...question.request, description: far, cwd: `/${far}` },
      findings: [{ id: 'x', verdict: 'ask', reason: far, instead: null }],
    });
    expect(text).not.toMatch(/ {25}/);
    expect(text).toContain(`directory: /${seen}\n`);
    expect(text).toContain(`the agent says it is to: ${seen}\n`);
    expect(text).toContain(`x: ${seen}`);
    expect(always).toEqual([`touch '${seen}' in /w`]);
  });

  test('tells what the agent says of it, as far as that is short', () => {
    const question = questionOf('touch a');
    const described = (description: string | null) =>
      describeQuestion({ ...question, request: { ...question.request, description } });
    expect(described(null)).toMatchObject({ description: null });
    expect(described(null).text).not.toContain('the agent says');
    expect(described('ab'.repeat(200)).description).toBe('ab'.repeat(150));
    expect(described(`${'x'.repeat(299)}👩`).description).toBe('x'.repeat(299));
  });

  test('tells of a hundred invocations, and how many more there are', () => {
    const { text, invocations } = shown(Array.from({ length: 130 }, (_, at) => `touch a${at}`).join(';'));
    expect(invocations).toHaveLength(100);
    expect(text).toMatch(/ {2}and 30 more$/);
  });
});

test('a text is one line', () => {
  expect(visible('a\nb\tc\u007f')).toBe('a⏎b␉c␡');
});

test('whoever is asked is told where more can be typed into the command', () => {
  const request = { ...questionOf('python3').request, terminal: { columns: 80, rows: 24 } };
  const { typing, text } = describeQuestion(questionOf('python3', { request }));
  expect(typing).toBe('by the agent, on its terminal, without being asked about');
  expect(text).toContain(`can be typed into: ${typing}`);
  expect(describeQuestion(questionOf('python3')).typing).toBe(null);
});
