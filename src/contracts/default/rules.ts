import type { ContractTool, RequestScope, ToolText } from '../../model/contract.ts';
import type { Policy, Rule } from '../../model/decision.ts';
import { shippedPolicyInSandbox } from '../../policy/rules/in-sandbox.ts';
import { policyOnTerminal } from '../../policy/rules/on-terminal.ts';
import { shippedPolicy, shippedRules } from '../../policy/rules/shipped.ts';
import { environmentRule } from './environment.ts';
import type { DefaultOptions } from './options.ts';
import type { DefaultResult } from './result.ts';

const askAlways = {
  kind: 'every-command',
  finding: { id: 'approve-always', verdict: 'ask', reason: 'every command is to be approved', instead: null },
} as const;

/** The shipped rules, asking more or less often; what they deny stays denied. */
const policies: Readonly<Record<Exclude<DefaultOptions['approve'], 'unconfined'>, Policy>> = {
  rules: shippedPolicy,
  always: { rules: [askAlways, ...shippedRules] },
  never: { rules: shippedRules.flatMap(withoutQuestion) },
};

/**
 * Of what is asked about, only that is denied of which nobody can tell whether there is something in it that is: text that cannot be read. What is
 * too long to be looked into is run: commands of a mebibyte are.
 */
function withoutQuestion(rule: Rule): readonly Rule[] {
  const finding = { ...rule.finding, verdict: 'deny' } as const;
  if (rule.finding.verdict === 'deny') return [rule];
  if (rule.kind === 'unparsed') return [{ ...rule, finding, codes: ['syntax', 'ambiguous'] }];
  if (rule.kind !== 'invocation' || rule.finding.id !== 'unknown-effect') return [];
  return [{ ...rule, finding, does: [{ kind: 'unknown', code: ['unparsed-code'] }] }];
}

function policy({ request, ...scope }: RequestScope<DefaultOptions>): Policy {
  const policy = policyWithoutTerminal(scope);
  return request.terminal === null ? policy : policyOnTerminal(policy);
}

function policyWithoutTerminal({
  options: { approve },
  sandbox,
}: Omit<RequestScope<DefaultOptions>, 'request'>): Policy {
  if (approve !== 'unconfined') return policies[approve];
  const holding = sandbox?.() ?? null;
  return holding === null ? policies.rules : shippedPolicyInSandbox(holding.network);
}

/** How much of a cut output is its start: the command's first words; the rest is its end, where errors stand. */
const headShare = 0.3;

/** What holds for every tool: the rules that commands run under, and how output is made into text. */
export const runRules: Pick<
  ContractTool<DefaultOptions, DefaultResult>,
  'streams' | 'policy' | 'environment' | 'capture'
> = {
  streams: 'combined',
  policy,
  environment: () => environmentRule,
  capture: ({ maxOutputBytes }) => {
    const headBytes = Math.floor(maxOutputBytes * headShare);
    return {
      wholeBytes: maxOutputBytes,
      headBytes,
      tailBytes: maxOutputBytes - headBytes,
      cutAt: 'line',
      clean: { escapes: true, redraws: true, repeats: true, secrets: true },
    };
  },
};

/** Whatever the command itself did is a result; that it did not run, or not to its end, is an error. */
const errorStatuses: ReadonlySet<string> = new Set([
  'cancelled',
  'could_not_start',
  'denied',
  'invalid',
  'lost',
  'needs_approval',
  'timed_out',
]);

export function readResult(result: DefaultResult): ToolText {
  return { text: result.text, isError: errorStatuses.has(result.status), structured: result };
}
