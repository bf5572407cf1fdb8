/** What the names of the directories begin with that are private to conversations. */
export const privatePrefix = 'handrail-private-';

/** Whether a path leads through one: what is there is a command's, who could put a link to anything in the place of it at any moment. */
export function isInPrivateDirectory(path: string): boolean {
  return path.split('/').some((name) => name.startsWith(privatePrefix));
}
