import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { textOf } from '../words.ts';
import { disclosesVariable } from './effects.ts';

/** The object of Node in which its environment is. */
const node = 'process';

const variable =
  /\bos\.environ(?:\.get\(|\[)\s*["'](\w+)["']|\b(?:getenv|os\.getenv)\s*\(\s*["'](\w+)["']|\bprocess\.env(?:\.(\w+)|\[["'](\w+)["']\])|\bENV\[["'](\w+)["']\]|[$]ENV\{["']?(\w+)["']?\}|\bENV\.fetch\(["'](\w+)["']|\bDeno\.env\.get\(["'](\w+)["']/g;
const whole = new RegExp(
  String.raw`(?:print\w{0,4}|puts|pp|log|stringify|dumps|var_dump|Dumper|inspect|write)\s*(?!\(?len\()\(?[\w.({*]{0,24}?(?<!\bkeys\()(?:(?:os|posix)\.environb?|\b(?:${node}|Bun|import\.meta)\.env|\bENV|getenv\(\)|\bDeno\.env\.toObject\(\))(?!\w|\.get\b|\.fetch|[[.]\s*["'\w])`,
);

/** All of them, one after the other: `for k, v in os.environ.items(): print(…)`. */
const each =
  /\bfor\b[^\n:]{1,40}\bin\s{1,4}(?:sorted\s?\(\s?)?os\.environ(?:\.\w{1,8}\(\))?[\s)]{0,4}:[\s\S]{0,160}?\bprint\b/;

/** The same of Node, where the names are taken one after the other, which by themselves tell nothing. */
const allNames = new RegExp(String.raw`(?:\bkeys\(|\bin\s{1,4})${node}\.env\b`);
const byName = new RegExp(String.raw`\b${node}\.env\[\s{0,4}[A-Za-z_$]`);

/** A variable that is given a value: `os.environ["A"] = …`, of which the bracket is not taken with the name. */
const isSet = /^\s{0,8}=(?![=~>])/;
const isSetBehindBracket = /^\]\s{0,8}=(?![=~>])/;

/** The last expression of a text is shown where the program shows one: `node -p process.env`. */
const last = new RegExp(String.raw`(?:^|[;\n])[ \t]{0,8}${node}\.env[ \t]{0,8};?\s{0,8}$`);

/** Names that are taken out of it: `const { A, B: b } = process.env`. */
const taken = new RegExp(String.raw`\{([\w\s,:]{1,200})\}\s{0,4}=\s{0,4}${node}\.env(?![\w.[])`, 'g');

/** Ways to write the same, by other names. */
const bracketed = new RegExp(
  String.raw`\b${node}\[["']env["']\]|\brequire\(["'](?:node:)?${node}["']\)\.env`,
  'g',
);
const importedEnviron = /\bfrom os import [\w, ]{0,80}?\benviron(?: as (\w{1,32}))?/;
const takenEnv = new RegExp(
  String.raw`\{\s{0,4}env(?:\s{0,4}:\s{0,4}(\w{1,32}))?\s{0,4}\}\s{0,4}=\s{0,4}${node}(?![\w.[])`,
);

function withPlainNames(text: string): string {
  const inBrackets = text.replace(bracketed, nameOfAll);
  return renamed(renamed(inBrackets, importedEnviron, 'environ', 'os.environ'), takenEnv, 'env', nameOfAll);
}

const nameOfAll = `${node}.env`;

/** The text with the plain name behind where it is given another one. */
function renamed(text: string, found: RegExp, usual: string, plain: string): string {
  const match = found.exec(text);
  if (match === null) return text;
  const end = match.index + match[0].length;
  const alias = new RegExp(`(?<![\\w.])${match[1] ?? usual}(?!\\w)`, 'g');
  return text.slice(0, end) + text.slice(end).replace(alias, plain);
}

/** How many names are taken from one text. */
const maxNames = 64;

/** Variables of the environment that are named; all of them, where they are printed. */
export function variablesShown(given: string): readonly Effect[] {
  const text = withPlainNames(given);
  const parts = [...text.matchAll(taken)].slice(0, maxNames).flatMap(([, names = '']) => names.split(','));
  const named = [...text.matchAll(variable)]
    .slice(0, maxNames)
    .filter(({ 0: found, index }) => {
      const behind = text.slice(index + found.length, index + found.length + 16);
      return !(/["']$/.test(found) ? isSetBehindBracket : isSet).test(behind);
    })
    .flatMap((match) => match.slice(1).filter((name) => name !== undefined));
  return [
    ...named.map(disclosesVariable),
    ...parts.flatMap((part) =>
      /\w/.test(part) ? [disclosesVariable(part.split(':', 1)[0]?.trim() ?? '')] : [],
    ),
    ...(showsAll(text) ? [disclosesVariable(null)] : []),
  ];
}

/** The text with the values of variables that the command sets in the place of their names. */
export function withValues(text: string, valueSet: (name: string) => Word | null): string {
  return text.replace(variable, (found: string, ...rest: readonly unknown[]) => {
    const name = rest.slice(0, -2).find((group) => typeof group === 'string');
    const value = typeof name === 'string' ? textOf(valueSet(name) ?? undefined) : null;
    if (value === null) return found;
    const quoted = JSON.stringify(value);
    // In a string of Perl it stands as it is.
    const isInString = found.startsWith('$') && text[Number(rest.at(-2)) - 1] === '"';
    return isInString ? quoted.slice(1, -1) : /[["]$/.test(found) ? `${quoted} ` : quoted;
  });
}

function showsAll(text: string): boolean {
  if (whole.test(text) || last.test(text) || each.test(text)) return true;
  return allNames.test(text) && byName.test(text);
}
