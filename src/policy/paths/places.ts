/** The directories that a policy speaks of, all absolute and without `.`, `..` and double slashes. */
export interface Places {
  /** Where the work is; `null` if there is no such place. */
  readonly workspace: string | null;
  /** The home directory of the user; `null` if it is not known. */
  readonly home: string | null;
  /** Directories of Handrail's own state. */
  readonly state: readonly string[];
}

/**
 * The places for a command that is started in a directory. That directory is the workspace, unless all else is in it too:
 * who starts in `/` has not said that everything on the machine may be read.
 */
export function placesOf({ cwd, home, state = [] }: PlacesOptions): Places {
  const holdsHome = home !== null && home !== cwd && isWithin(home, cwd);
  return { workspace: cwd === '/' || holdsHome ? null : cwd, home, state };
}

/** Where a command is started. All are absolute and without `.`, `..` and double slashes. */
export interface PlacesOptions {
  readonly cwd: string;
  readonly home: string | null;
  readonly state?: readonly string[];
}

/** Whether a path is this directory or in it. */
export function isWithin(path: string, directory: string | null): boolean {
  if (directory === null || !path.startsWith(directory)) return false;
  return directory === '/' || path.length === directory.length || path[directory.length] === '/';
}

/** The path with `~` for whosever home directory it is in. */
export function withTilde(path: string, { home }: Places): string {
  if (home !== null && home !== '/' && isWithin(path, home)) return `~${path.slice(home.length)}`;
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, '~');
}
