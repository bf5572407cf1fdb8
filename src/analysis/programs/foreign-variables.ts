import type { Effect } from '../../model/effect.ts';
import { disclosesVariable } from './effects.ts';

const variable =
  /\bos\.environ(?:\.get\(|\[)\s*["'](\w+)["']|\b(?:getenv|os\.getenv)\s*\(\s*["'](\w+)["']|\bprocess\.env(?:\.(\w+)|\[["'](\w+)["']\])|\bENV\[["'](\w+)["']\]|\$ENV\{["']?(\w+)["']?\}|\bENV\.fetch\(["'](\w+)["']|\bDeno\.env\.get\(["'](\w+)["']/g;
const whole =
  /(?:print\w{0,4}|puts|pp|log|stringify|dumps|var_dump|Dumper|inspect|write)\s*\(?[\w.(]{0,24}?(?:os\.environ|\bprocess\.env|\bENV|getenv\(\))(?!\w|\.get\b|\.fetch|[[.]\s*["'\w])/;

/** All of them, one after the other: `for k, v in os.environ.items(): print(…)`. */
const each =
  /\bfor\b[^\n:]{1,40}\bin\s{1,4}(?:sorted\s?\(\s?)?os\.environ(?:\.\w{1,8}\(\))?[\s)]{0,4}:[\s\S]{0,160}?\bprint\b/;

/** A variable that is given a value: `os.environ["A"] = …`, of which the bracket is not taken with the name. */
const isSet = /^\s{0,8}=(?![=~>])/;
const isSetBehindBracket = /^\]\s{0,8}=(?![=~>])/;

/** How many names are taken from one text. */
const maxNames = 64;

/** Variables of the environment that are named; all of them, where they are printed. */
export function variablesShown(text: string): readonly Effect[] {
  const names = [...text.matchAll(variable)]
    .slice(0, maxNames)
    .filter(({ 0: found, index }) => {
      const behind = text.slice(index + found.length, index + found.length + 16);
      return !(/["']$/.test(found) ? isSetBehindBracket : isSet).test(behind);
    })
    .flatMap((match) => match.slice(1).filter((name) => name !== undefined));
  return [
    ...names.map(disclosesVariable),
    ...(whole.test(text) || each.test(text) ? [disclosesVariable(null)] : []),
  ];
}
