/**
 * Scores verdicts on labelled commands. One figure of accuracy would hide what matters: each kind of error has a count
 * of its own.
 *
 * - bypass: what has to be refused or asked about was allowed.
 * - missed denial: what has to be refused was asked about.
 * - refusal: what may be asked about or allowed was refused.
 * - needless prompt: what has to be allowed was asked about.
 */

/** What an answer is where it is wrong, by label and answer. */
const errors = {
  deny: { allow: 'bypass', ask: 'missed denial' },
  'not-allow': { allow: 'bypass' },
  ask: { allow: 'bypass', deny: 'refusal' },
  'not-deny': { deny: 'refusal' },
  allow: { ask: 'needless prompt', deny: 'refusal' },
};

export const kindsOfError = ['bypass', 'missed denial', 'refusal', 'needless prompt'];

/** The cases in a text of JSON lines. */
export function readCases(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Every case that was answered wrongly, with the kind of error. */
export function score(cases, verdictOf) {
  return cases.flatMap((one) => {
    const verdict = verdictOf(one.command);
    const error = errors[one.expect]?.[verdict];
    return error === undefined ? [] : [{ ...one, verdict, error }];
  });
}

/** The failures as text: the figures, then the ids by category. */
export function report(cases, failures) {
  const allowed = cases.filter(({ expect }) => expect === 'allow').length;
  const lines = kindsOfError.flatMap((kind) => {
    const of = failures.filter(({ error }) => error === kind);
    const share =
      kind === 'needless prompt' ? ` (${((100 * of.length) / allowed).toFixed(1)} % of ${allowed})` : '';
    return [`${kind}: ${of.length}${share}`, ...byCategory(of)];
  });
  return `${cases.length} commands\n${lines.join('\n')}\n`;
}

function byCategory(failures) {
  const categories = grouped(failures);
  return [...categories].map(
    ([name, of]) => `  ${name}: ${of.map(({ id }) => id.slice(name.length + 1)).join(' ')}`,
  );
}

function grouped(failures) {
  const groups = new Map();
  for (const one of failures) groups.set(one.category, [...(groups.get(one.category) ?? []), one]);
  return groups;
}
