/** Languages by the signs that begin a comment in them; of others no comments or strings are told apart. */
const hash: ReadonlySet<string> = new Set('python ruby perl php r julia'.split(' '));
const slashes: ReadonlySet<string> = new Set(
  'javascript php go java scala groovy kotlin swift rust csharp c'.split(' '),
);

const hashComment = /(?<=^|\s|;)#[^\n]*/;
const slashComment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/;
const regularExpression =
  /(?<=[(,=:!&|?{};~]\s?|\b(?:return|split|grep|if|unless|and|or|not|when|case)\s|^)\/(?![*/\s])(?:[^\\/\n]|\\.)+\//;
/** Those in one line, unless they have three quotes. Up to where one is not closed nothing is told: it counts as code. */
const string =
  /[rRbBuUfF]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*(?:["\n]|\\?$)|'(?:[^'\\\n]|\\[\s\S])*(?:['\n]|\\?$))/;
const template = /`(?:[^`\\]|\\[\s\S])*(?:`|\\?$)/;

/** What Perl and Ruby quote with signs of the writer's choice is not told from code: any string may begin elsewhere then. */
const quotesOtherwise = /(?<![\w$@%])(?:[smy]|tr|qr|q[qwx]?)\s?[^\w\s,;=)]|%[qQwWrx]?[({[|!/]/;

/** A text of the language is run: any string may be one. */
const runsCode =
  /(?<![.\w])(?:eval|exec|execfile|Function|compile|setTimeout|setInterval|instance_eval|class_eval|module_eval|runIn\w{1,20}|loadstring|load|assert|create_function|timeit)(?!\w)|\bvm\.|\.eval(?!\w)/;
/** Another program is given a text by an option. */
const hasCodeOption = /["'](?:-[ce]|--eval)["']/;

/** Whether what stands at a place of the code is code: no comment, and no string that is not run or filled in. */
export function codePlaces(language: string, text: string): (at: number) => boolean {
  const hasHash = hash.has(language);
  const hasSlashes = slashes.has(language);
  if (!hasHash && !hasSlashes) return () => true;
  const kinds = [
    ...(hasHash ? [hashComment] : []),
    ...(hasSlashes ? [slashComment] : []),
    ...(language === 'python' ? [] : [regularExpression]),
    string,
    ...(language === 'javascript' ? [template] : []),
  ];
  const pieces = [...text.matchAll(new RegExp(kinds.map(({ source }) => source).join('|'), 'g'))];
  const found = pieces.map((piece) => ({ start: piece.index, end: piece.index + piece[0].length }));
  const isComment = (start: number) => /^(?:#|\/\/|\/\*)/.test(text.slice(start, start + 2));
  const code = found.reduce(
    ({ all, at }, { start, end }) => ({ all: `${all}${text.slice(at, start)} `, at: end }),
    { all: '', at: 0 },
  );
  const isRun =
    runsCode.test(code.all + text.slice(code.at)) ||
    hasCodeOption.test(text) ||
    ((language === 'perl' || language === 'ruby') && quotesOtherwise.test(text));
  const other = found.filter(({ start, end }) => {
    if (isComment(start)) return true;
    const piece = text.slice(start, end);
    return !isRun && /["'`/]$/.test(piece) && !/^\w?f|[#$@]\{/i.test(piece);
  });
  return (at) => {
    const place = lastBefore(other, at);
    return place === undefined || at >= place.end;
  };
}

/** The last of these that begins at the place, or before it. */
function lastBefore<T extends { readonly start: number }>(all: readonly T[], at: number): T | undefined {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}
