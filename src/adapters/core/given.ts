import { HandrailError } from '../../model/errors.ts';
import { checkOptions, describeKind, type OptionKinds, optionKinds } from '../../model/options.ts';
import type { DirectCall } from './agent-tools.ts';

/** Whoever calls without types may give anything: throws a `HandrailError` of code `misuse` unless it `is` what was expected. */
export function checkGiven(of: string, expected: string, given: unknown, is: boolean): void {
  if (!is) throw new HandrailError('misuse', `${of}: expected ${expected}, got ${describeKind(given)}`);
}

/** The same for who is to be asked. */
export function checkPerson(person: unknown): void {
  const expected = 'a person, a function that comes to { approved, reason }';
  checkGiven('askPerson', expected, person, typeof person === 'function');
}

/** What is given with the calls of a model: under a misspelled name a signal would end nothing, and an approver not be asked. */
export function checkDirectCall(of: string, call: unknown): void {
  checkOptions(of, call, callKinds);
}

const callKinds: OptionKinds<DirectCall> = {
  signal: optionKinds.signal,
  conversationId: optionKinds.conversation,
  onOutput: optionKinds.callback,
  approver: optionKinds.approver,
};

/** Whether it is an object of that type: servers with the shape of an API can have anything in a list. */
export function isOfType(item: unknown, type: string): boolean {
  return typeof item === 'object' && item !== null && Reflect.get(item, 'type') === type;
}

/** Whether it is an object with a list of that name, its own or one that its class makes. */
export function hasList(given: unknown, name: string): boolean {
  return typeof given === 'object' && given !== null && Array.isArray(Reflect.get(given, name));
}
