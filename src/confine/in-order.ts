/**
 * Directories before what is in them. By steps and not by characters: `/a/b` comes before `/a-c`, and so stays with `/a`.
 */
export function inOrder<Item>(items: Iterable<Item>, pathOf: (item: Item) => string): readonly Item[] {
  const keyed = Array.from(items, (item) => ({ item, key: pathOf(item).replaceAll('/', '\0') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
