/** A place in a text for people, both counted from 1: `line 2, column 5`. `at` counts UTF-16 units from 0. */
export function describePlace(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.lastIndexOf('\n') + 1;
  const column = [...before.slice(line)].length + 1;
  return `line ${before.split('\n').length}, column ${column}`;
}
