import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf } from '../../words.ts';
import { changes, destroys, discloses, sendsTo, unknownEffect } from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { receives } from '../shorthand.ts';

/** How the calls of a provider's tool are told apart, by the words in front of the options, with blanks between them. */
interface Calls {
  /** Whole calls, options included, that look at nothing but settings here, and show no secret. */
  readonly local: RegExp;
  readonly reads: RegExp;
  readonly destroys: RegExp;
}

/** Words by which any of them shows what is secret, or makes a key to be used in the place of a password. */
const secret =
  /secret-value|get-parameter|access-token|identity-token|credential|password|passphrase|list-keys|show-connection-string|session-token|assume-role|get-login|get-authorization|get-token\b|federation-token|db-auth-token|expose-token|create-for-rbac|create-access-key|create-key-pair|create-keys|get-key-string|list-publishing|connection-string show|(?:kms|key) decrypt|service-accounts keys create|(?:account|cosmosdb|functionapp|function|rule|namespace) keys (?:list|renew)|(?:admin|query)-key (?:list|show|renew)|include-values|\b(?:secret|secrets|versions) (?:show|access|download|list-versions)|configure get|user-?data|(?<!(?:create|start)-)export-(?!task)/;

/** Tools of cloud providers: all that they tell comes from hosts that their settings name. */
export const programs: readonly Program[] = [
  provider('aws', {
    local: /^(?:--version|configure list|configure list-profiles|(?:[a-z][\w-]* ){0,2}help)$/,
    reads:
      /^[\w-]+ (?:ls|describe-[\w-]+|list-[\w-]+|get-(?!object$)[\w-]+|head-[\w-]+|lookup-[\w-]+|search[\w-]*|batch-get-[\w-]+|query|scan|tail|filter-[\w-]+|wait)\b/,
    destroys: /^[\w-]+ (?:rm|rb|delete|terminate|remove|purge|deregister|revoke|destroy)/,
  }),
  provider('gcloud', {
    local:
      /^(?:--version|version|config list|config configurations list|auth list|config get(?:-value)? (?:project|account|(?:core|compute|run)\/\w+))$/,
    reads: /^(?:[\w-]+ )+(?:list|describe|get-iam-policy|get-value|read|tail)\b/,
    destroys: /^(?:[\w-]+ )+(?:delete|remove|destroy|purge|revoke)/,
  }),
  provider('gsutil', {
    local: /^(?:--version|version|help\b.*)$/,
    reads: /^(?:cat|ls|stat|du|hash)\b/,
    destroys: /^(?:rm|rb)\b/,
  }),
  provider('az', {
    local: /^(?:version|account list|account show)$/,
    reads: /^(?:[\w-]+ )+(?:list|show|list-[\w-]+|get-[\w-]+)\b/,
    destroys: /^(?:[\w-]+ )+(?:delete|remove|purge|revoke)/,
  }),
];

function provider(name: string, calls: Calls): Program {
  return { names: [name], style: 'none', effects: (call) => effectsOf(call, calls) };
}

function effectsOf({ operands }: Call, calls: Calls): readonly Effect[] {
  const texts = operands.map(textOf);
  if (!texts.includes(null) && calls.local.test(texts.join(' '))) return [];
  const words = verbsOf(operands);
  const shown = secret.test(operands.map(prefixOf).join(' ')) ? [discloses('credentials')] : [];
  if (words === null)
    return [sendsTo(null), changes('infrastructure'), ...shown, unknownEffect('unknown-words', '…')];
  if (calls.reads.test(words)) return [receives, ...shown];
  if (calls.destroys.test(words)) return [sendsTo(null), destroys('infrastructure')];
  return [sendsTo(null), changes('infrastructure'), ...shown];
}

/** The words in front of the first option; `null` if one of them is not known. */
function verbsOf(operands: readonly Word[]): string | null {
  const end = operands.findIndex((word) => prefixOf(word).startsWith('-'));
  const texts = operands.slice(0, end === -1 ? operands.length : end).map(textOf);
  return texts.slice(0, 3).includes(null) ? null : texts.join(' ');
}
