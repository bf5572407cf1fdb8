/** What Git knows the directory of a repository by; what is least likely to be made for anything else goes first. */
export const repositorySigns: readonly string[] = ['refs', 'objects', 'HEAD'];
