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
