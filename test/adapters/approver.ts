import type { Person } from '../../src/adapters/core/person.ts';
import type { Approver } from '../../src/index.ts';
import type { Driving } from './scenario.ts';

/** The person, for SDKs that ask nobody themselves. */
export function approverOf(answer: Driving['answer']): Approver {
  return {
    async ask({ request }) {
      const said = answer({ command: request.command });
      return said.kind === 'approve' ? { kind: 'approved' } : { kind: 'refused', reason: said.reason };
    },
  };
}

/** The person, for frameworks that have their answers taken by `askPerson`. */
export function personOf(answer: Driving['answer']): Person {
  return async (input) => {
    const said = answer(input);
    return said.kind === 'approve' ? { approved: true } : { approved: false, reason: said.reason };
  };
}
