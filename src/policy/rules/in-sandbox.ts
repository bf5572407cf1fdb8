import type { EffectPattern, InvocationRule, Policy, Rule } from '../../model/decision.ts';
import type { SandboxNetwork } from '../../model/sandbox.ts';
import { readable } from './files.ts';
import { fact, program } from './make.ts';
import { shippedRules } from './shipped.ts';

/**
 * What a sandbox leaves of the question that a rule asks.
 *
 * - `nothing`: it holds what the rule is about, whatever network the command has.
 * - `with-host-network`: only a network of this machine itself would let it out.
 * - `with-network`: any network lets it out, also one of few hosts.
 * - `all`: what the rule is about happens in the workspace, or is shown to the model.
 * - conditions: these in the place of its own.
 */
type Left = 'nothing' | 'with-host-network' | 'with-network' | 'all' | Conditions;

interface Conditions extends Pick<InvocationRule, 'when' | 'does' | 'unless'> {
  /** With a network of this machine itself the rule asks as it is; without any, it asks nothing. */
  readonly network?: 'all-with-host' | 'nothing-without';
}

const showsSecret: EffectPattern = { kind: 'discloses', what: ['variable'], variable: ['secret'] };

/** Each shipped rule that asks; the workspace can be written to, the rest of the machine cannot. */
export const leftInSandbox: Readonly<Record<string, Left>> = {
  // What is deleted or discarded in the workspace is gone. One file by its name is no more than the next one that is written.
  'delete-unknown': {
    unless: [fact('deletes-own-temporary'), fact('deletes-private-temporary'), fact('deletes-regenerable')],
  },
  'delete-outside-workspace': 'all',
  'delete-file': {
    does: [
      { kind: 'deletes', isRecursive: true },
      { kind: 'deletes', isLiteral: false },
    ],
    unless: [
      program('mv', 'gmv'),
      fact('renames-in-git'),
      fact('keeps-content'),
      fact('deletes-own-temporary'),
      fact('deletes-private-temporary'),
      fact('deletes-regenerable'),
    ],
  },
  'delete-settings': 'all',
  'delete-secret': 'all',
  'move-away': 'all',
  'replace-many': 'all',
  'git-loses-work': 'all',
  // The other side can be a directory, also this one.
  'git-delete-remote': 'all',
  // What is read there, or is in the environment, is shown.
  'read-secret': 'all',
  'read-secret-found': 'all',
  'read-secret-directory': 'all',
  'read-git-directory': 'all',
  'read-secret-in-commit': 'all',
  'read-outside-workspace': { does: [{ kind: 'reads', pathNot: [...readable, 'temp', 'unknown'] }] },
  // Of the environment the command has what looks like no secret by its name and its value.
  'disclose-variables': { does: [showsSecret] },
  'trace-variables': { does: [showsSecret] },
  'disclose-credentials': 'all',
  disclose: { does: [{ kind: 'discloses', what: ['history'] }] },
  // Others take orders from it afterwards, outside of the sandbox.
  'write-startup-file': 'all',
  'write-agent-settings': 'all',
  'copy-orders': 'all',
  'write-git-internals': 'all',
  'write-secret': 'all',
  // Of settings, only those of the workspace's own repository are kept, and those in the home directory.
  'git-settings': { unless: [fact('changes-kept-settings')] },
  // A file of the workspace that runs with the rights of its owner does so for everybody on the machine.
  'change-system': { when: [program('chmod', 'gchmod')], network: 'all-with-host' },
  // It takes of the machine what its limits let it.
  'background-in-loop': 'all',
  'unbounded-processes': 'all',
  // Nobody is there to answer, in a sandbox as elsewhere; and what is not seen deceives whoever looks.
  interactive: 'all',
  'hidden-characters': 'all',
  // Bash runs a text line by line: before one that nobody can read there can be one that would be denied.
  unparsed: 'all',

  // The machine, its devices, its other processes and all other files.
  'write-file': 'nothing',
  'write-outside-workspace': 'nothing',
  'write-system': 'nothing',
  'change-device': 'nothing',
  'read-device': 'nothing',
  privilege: 'nothing',
  'end-process': 'nothing',
  'leaves-running': 'nothing',
  'git-change': 'nothing',

  // What runs, and is not known, reaches no more than the sandbox does.
  'run-foreign-code': 'with-host-network',
  'run-file': 'with-host-network',
  'module-here': 'with-host-network',
  'named-by-project': 'with-host-network',
  'test-splits': 'with-host-network',
  'wait-option': 'with-host-network',
  'command-not-literal': 'with-host-network',
  'command-unknown': 'with-host-network',
  'unknown-program': 'with-host-network',
  'function-call': 'with-host-network',
  'shell-change': 'with-host-network',
  'unknown-arguments': 'with-host-network',
  'unknown-effect': { does: [{ kind: 'unknown', code: ['unparsed-code'] }], network: 'all-with-host' },
  'git-other-repository': 'with-host-network',
  'steering-variable': 'with-host-network',
  'environment-variable': 'with-host-network',
  'change-packages': 'with-host-network',
  network: 'with-host-network',

  // There are services that are told what to do by a port.
  'change-service': 'with-network',
  'send-to-host': 'with-network',
  // What that changes is a file.
  'change-elsewhere': { unless: [program('sqlite3')], network: 'nothing-without' },
  'destroy-infrastructure': 'with-network',
  // A database can be a file of the workspace.
  'destroy-data': 'all',
};

type Kind = 'none' | 'hosts' | 'host';

const policies = new Map<Kind, Policy>();

/** The shipped policy for a command in a sandbox with that network: it asks about what that does not hold, and denies as ever. */
export function shippedPolicyInSandbox(network: SandboxNetwork): Policy {
  const kind = typeof network === 'string' ? network : 'hosts';
  const policy = policies.get(kind) ?? { rules: shippedRules.flatMap((rule) => leftOf(rule, kind)) };
  policies.set(kind, policy);
  return policy;
}

/** A rule that nothing is said of here is asked as it is. */
function leftOf(rule: Rule, network: Kind): readonly Rule[] {
  const what = rule.finding.verdict === 'ask' ? (leftInSandbox[rule.finding.id] ?? 'all') : 'all';
  switch (what) {
    case 'all':
      return [rule];
    case 'nothing':
      return [];
    case 'with-host-network':
      return network === 'host' ? [rule] : [];
    case 'with-network':
      return network === 'none' ? [] : [rule];
    default:
      return what.network === 'nothing-without' && network === 'none'
        ? []
        : [withConditions(rule, what, network)];
  }
}

function withConditions(rule: Rule, { network: wholly, ...conditions }: Conditions, network: Kind): Rule {
  const isWhole = rule.kind !== 'invocation' || (wholly === 'all-with-host' && network === 'host');
  return isWhole ? rule : { ...rule, ...conditions };
}
