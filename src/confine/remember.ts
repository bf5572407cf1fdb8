/**
 * A function that remembers what it gave for the last `most` arguments. They are compared one by one, by identity: what is
 * given must not be changed afterwards, nor what comes of it.
 */
export function rememberLast<Args extends readonly unknown[], Value>(
  most: number,
  make: (...args: Args) => Value,
): (...args: Args) => Value {
  const entries: { readonly args: Args; readonly value: Value }[] = [];
  return (...args) => {
    const at = entries.findIndex((entry) => entry.args.every((arg, index) => arg === args[index]));
    const [entry = { args, value: make(...args) }] = at === -1 ? [] : entries.splice(at, 1);
    entries.push(entry);
    if (entries.length > most) entries.shift();
    return entry.value;
  };
}
