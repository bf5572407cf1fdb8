import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { discloses } from '../effects.ts';
import type { Call } from '../program.ts';

/** A name alone is shown; these are the words for all else. */
const passwordStore =
  /^(?!(?:ls|list|find|search|init|insert|add|edit|generate|git|cp|copy|mv|rename|rm|remove|delete|help|version|setup|sync|fsck|recipients|mounts|new|create|otp (?:append|insert|validate))(?: |$))./;

/** The words with which tools that keep secrets print them, with blanks between them. */
const printing: Readonly<Record<string, RegExp>> = {
  op: /^(?:read|inject|(?:item|document|environment) get)\b/,
  doppler: /^secrets(?: (?:get|download|substitute)\b|$| -)/,
  infisical: /^(?:secrets(?: (?:get|folders)\b|$| -)|export\b|(?:\w+ )*token\b)/,
  chamber: /^(?:read|export|env|find)\b/,
  teller: /^(?:show|env|export|sh|yaml|template|copy)\b/,
  'aws-vault': /^export\b/,
  dotenvx: /^(?:get|decrypt|keypair)\b/,
  ...{ pass: passwordStore, gopass: passwordStore },
  'secret-tool': /^(?:lookup|search)\b/,
  bw: /\b(?:get (?!template|fingerprint|organization|org-collection|collection|folder)|list items|export|unlock|login|serve)/,
  lpass: /^(?:show|export)\b/,
  rbw: /^(?:get|code|history)\b/,
  'keepassxc-cli': /^(?:show|clip|export|attachment-export)\b/,
  keyring: /\bget\b/,
  heroku:
    /^(?:config(?::get|:edit)?(?: |$)|auth:token\b|(?:pg|redis)\S*:credentials|authorizations:(?:create|info)\b)/,
};

/** What a tool that keeps secrets prints of them, by its first words: `op read`, `doppler secrets get`. */
export function printsSecrets({ name, operands }: Call): readonly Effect[] {
  const words = operands.map((word) => textOf(word) ?? '').join(' ');
  const pattern = Object.hasOwn(printing, name) ? printing[name] : undefined;
  return pattern?.test(words) === true ? [discloses('credentials')] : [];
}
