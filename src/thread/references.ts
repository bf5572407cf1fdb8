import type { Reference } from './methods.ts';

/** What the other side speaks of by numbers, from 0 on. */
export interface References<Value> {
  add(value: Value): Reference;
  get(reference: Reference): Value | undefined;
  remove(reference: Reference): void;
}

export function createReferences<Value>(): References<Value> {
  const values = new Map<Reference, Value>();
  let next = 0;
  return {
    add(value) {
      const reference = next;
      next += 1;
      values.set(reference, value);
      return reference;
    },
    get: (reference) => values.get(reference),
    remove: (reference) => void values.delete(reference),
  };
}
