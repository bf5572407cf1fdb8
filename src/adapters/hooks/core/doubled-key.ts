/** Objects and lists in one another, at most: many times as many as any agent sends. */
const mostLevels = 1_000;

/**
 * Why a JSON text, which must be one, does not say the same to everybody: a key that stands twice in an object, of which some take the first value and
 * others the last; `null`: it does.
 */
export function whyAmbiguous(json: string): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') {
      const end = endOfText(json, at);
      const key = keyAt(json, at, end);
      if (key !== null && !isNew(key, open.at(-1))) return `the key ${JSON.stringify(key)} twice in one`;
      at = end;
    } else if ('{['.includes(character)) {
      if (open.push(new Set()) > mostLevels) return `more than ${mostLevels} levels`;
    } else if ('}]'.includes(character)) {
      open.pop();
    }
  }
  return null;
}

function isNew(key: string, keys: Set<string> | undefined): boolean {
  return keys !== undefined && keys.size < keys.add(key).size;
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(json: string, begin: number): number {
  let end = json.indexOf('"', begin + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json[before] === '\\') before -= 1;
  return (at - before) % 2 === 0;
}

/** What a text is as a key, however it is escaped; `null`: it is a value. */
function keyAt(json: string, begin: number, end: number): string | null {
  let after = end + 1;
  while (' \t\r\n'.includes(json[after] ?? ':')) after += 1;
  if (json[after] !== ':') return null;
  const quoted = json.slice(begin, end + 1);
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
