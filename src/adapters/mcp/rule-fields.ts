import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server';
import { noAnswer } from '../../approvals/answers.ts';
import { offerPlace } from '../../approvals/describe.ts';
import { canBeChanged, narrowRule, offerLines, readLines } from '../../approvals/offer-lines.ts';
import type { Offer } from '../../model/grant.ts';
import type { ApprovalAnswer, ApprovalQuestion } from '../../model/ports.ts';

export type Fields = ElicitRequestFormParams['requestedSchema']['properties'];

export type Content = NonNullable<ElicitResult['content']>;

/** The most things that have a field each: 5, as hardly anybody reads through a longer form. Of more, all are kept as they are shown. */
const maxFields = 5;

/** A field for each thing that "always" would keep: a text that can be changed, or a box to tick where it can only be left out. */
export function ruleFields(question: ApprovalQuestion): Fields {
  const all = linesOf(question);
  return Object.fromEntries(
    all.map(({ name, line, offer }, at) => {
      const title = `What "always" allows${all.length === 1 ? '' : `, ${at + 1} of ${all.length}`}`;
      return [name, { title, ...fieldFor(offer, line, all.length > 1) }];
    }),
  );
}

function fieldFor(offer: Offer, line: string, isOneOfSeveral: boolean): Fields[string] {
  switch (offer.kind) {
    case 'call': {
      const change = `Kept ${offerPlace(offer)}. Can be changed for ${narrowRule}.`;
      return {
        type: 'string',
        description: isOneOfSeveral ? `${change} Empty: ${leftOut}` : change,
        default: line,
      };
    }
    case 'access':
      return {
        type: 'boolean',
        description: `To ${line}, ${offerPlace(offer)}. Unticked: ${leftOut}`,
        default: true,
      };
  }
}

const leftOut = 'it is not kept, and the command is asked about again.';

/** What a form says that came back with "always". */
export function alwaysIn(content: Content, question: ApprovalQuestion): ApprovalAnswer {
  const all = linesOf(question);
  const given = all.map(({ name, line }) => lineIn(content[name], line));
  if (given.every((line) => line === '')) {
    // Not every client fills in what a field begins with: where none came back, none was emptied.
    const wereSeen = all.length > 1 && all.some(({ name }) => content[name] !== undefined);
    return wereSeen ? { kind: 'approved' } : { kind: 'approved', always: {} };
  }
  const read = readLines(given, question);
  if (read.kind === 'always') return { kind: 'approved', always: read.always };
  const name = all[read.at ?? 0]?.name;
  return { kind: 'refused', reason: `${noAnswer.reason}: expected as ${name} ${read.expected}` };
}

function lineIn(value: Content[string] | undefined, line: string): string {
  if (typeof value === 'boolean') return value ? line : '';
  return typeof value === 'string' ? value.trim() : '';
}

interface RuleLine {
  /** Of the field. */
  readonly name: string;
  readonly line: string;
  readonly offer: Offer;
}

function linesOf(question: ApprovalQuestion): readonly RuleLine[] {
  const offers = question.offers ?? [];
  const lines = offerLines(question);
  if (!canBeChanged(question) || offers.length > maxFields) return [];
  return offers.map((offer, at) => ({
    ...{ name: at === 0 ? 'rule' : `rule_${at + 1}`, offer },
    line: lines[at] ?? '',
  }));
}
