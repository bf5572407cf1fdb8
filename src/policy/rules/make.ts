import type {
  CommandPattern,
  Condition,
  FactName,
  InvocationRule,
  Notice,
  PathClass,
} from '../../model/decision.ts';
import { commandPattern } from '../command-pattern.ts';

/** What a rule is made of, apart from its verdict. */
export interface Parts extends Omit<InvocationRule, 'kind' | 'finding'> {
  readonly because: string;
  readonly instead?: string;
}

export function deny(id: string, parts: Parts): InvocationRule {
  return rule(id, 'deny', parts);
}

export function ask(id: string, parts: Parts): InvocationRule {
  return rule(id, 'ask', parts);
}

function rule(id: string, verdict: Notice['verdict'], { because, instead, ...rest }: Parts): InvocationRule {
  return { kind: 'invocation', finding: { id, verdict, reason: because, instead: instead ?? null }, ...rest };
}

export function program(...names: readonly string[]): Condition {
  return { kind: 'program', names };
}

/** A call of this form. It is read when it is first asked for: that takes what is known of the program. */
export function call(text: string): Condition {
  let form: CommandPattern | undefined;
  return {
    kind: 'command',
    get form() {
      form ??= commandPattern(text);
      return form;
    },
    extent: 'part',
  };
}

export function fact(name: FactName): Condition {
  return { kind: 'fact', fact: name };
}

export function operand(...path: readonly PathClass[]): Condition {
  return { kind: 'operand', path };
}
