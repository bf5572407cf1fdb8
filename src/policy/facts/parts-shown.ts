import { showsFieldsOnly } from '../../analysis/programs/containers/inspect-format.ts';
import { allValues, has } from '../../analysis/programs/options.ts';
import type { ParsedCall } from '../../analysis/programs/parse-call.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { textOf } from '../../analysis/words.ts';

/**
 * Whether a program that reads what another one tells shows no more of it than parts that are no secrets by their names:
 * `docker inspect web | jq '.[0].State'`, `git config --list | grep user.name`.
 */
export function picksPlainParts(teller: Call | undefined, reader: ParsedCall | null): boolean {
  if (teller === undefined || reader === null || reader.problems.length > 0) return false;
  if (teller.name === 'git') return listsSettings(teller) && asksForSettings(reader.call);
  const isPlain = filters[teller.name];
  if (!teller.subcommands.some((each) => /^(?:inspect|show|get)$/.test(each))) return false;
  const filter = filterOf(reader.call);
  return isPlain !== undefined && filter !== null && isPlain(filter);
}

/** Options of jq that only say how it writes. */
const manners = new Set([
  ...['--raw-output', '--compact-output', '--join-output', '--sort-keys', '--exit-status'],
  ...['--monochrome-output', '--color-output', '--tab'],
]);

/** The filter of a call of jq that reads nothing but what comes in. */
function filterOf({ name, given, operands: [filter, second] }: Call): string | null {
  if (!/^(?:jq|gojq|jaq)$/.test(name) || second !== undefined) return null;
  const isUsual = given.every(({ names }) => names.some((each) => manners.has(each)));
  return isUsual ? (textOf(filter)?.replaceAll(/\s/g, '') ?? null) : null;
}

const ofInspect = (filter: string): boolean => {
  const [, path] = /^\.\[\d*\]((?:\.\w+(?:\[\d*\])?)+)(?:\|(?:keys|length))?$/.exec(filter) ?? [];
  return path !== undefined && showsFieldsOnly(`{{${path.replaceAll(/\[\d*\]/g, '')}}}`);
};

/** What changes, and not what it is changed from or to. */
const ofPlan = (filter: string): boolean =>
  /^\.\w[\w.[\]]*\.(?:actions|address|type|name|mode|provider_name)$|^\.(?:terraform|format)_version$/.test(
    filter,
  );

/** Annotations can have all of it once more. */
const ofObject = (filter: string): boolean =>
  /^(?:\.items\[\d*\])?\.(?:metadata\.(?:name|namespace|uid|creationTimestamp)|type|kind|data\|(?:keys(?:\[\])?|length))$/.test(
    filter,
  );

const filters: Readonly<Record<string, (filter: string) => boolean>> = {
  docker: ofInspect,
  podman: ofInspect,
  terraform: ofPlan,
  tofu: ofPlan,
  kubectl: ofObject,
};

function listsSettings(call: Call): boolean {
  return call.subcommands[0] === 'config' && (has(call, '--list') || textOf(call.operands[0]) === 'list');
}

/** Sections without secrets, from the start of a line, or with the name of a setting behind them. */
const ofSettings =
  /^(?:\^(?:alias|color|column|user|core|init|diff|merge|pull|push|log|status)(?:\\?\.[\w.-]*=?)?|(?:user|core|init|diff|merge|pull|push|log|status)\\?\.[A-Za-z]{4,}=?)$/;

const ofSearch = new Set(['--ignore-case', '--extended-regexp', '--fixed-strings', '--regexp']);

function asksForSettings(call: Call): boolean {
  if (!/^[ef]?grep$/.test(call.name)) return false;
  if (!call.given.every(({ names }) => names.some((name) => ofSearch.has(name)))) return false;
  const patterns = has(call, '--regexp') ? allValues(call, '--regexp') : call.operands.slice(0, 1);
  return patterns.length > 0 && patterns.every((word) => ofSettings.test(textOf(word) ?? ''));
}
