/**
 * How to look at what may be a pipe or a socket, given to `statSync` and its kin. Node keeps in one place what it learnt last of a file in numbers,
 * and goes by that while it resolves the next path, where it knows the beginning of that already: after a look at a pipe it follows no links, and
 * `import` and `require`, of whoever else is in this process, load a module a second time or an empty one. What it learns in `bigint` is kept elsewhere.
 */
export const mayBeSpecial = { bigint: true } as const;
