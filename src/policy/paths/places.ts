import type { MatchedLinks } from './matched-links.ts';

/** The directories that a policy speaks of, all absolute and without `.`, `..` and double slashes. */
export interface Places {
  /** Where the work is; `null` if there is no such place. */
  readonly workspace: string | null;
  /** The directory that a command has to stay in; `null`, or left out: there is none. */
  readonly root?: string | null;
  /** The home directory of the user; `null` if it is not known. */
  readonly home: string | null;
  /** What is Handrail's own: its state, the user's settings and rules. Directories, with all that is in them, and files. */
  readonly state: readonly string[];
  /** Files of rules that the project has; left out: there are none. */
  readonly projectRules?: readonly string[];
  /** The same places with symbolic links followed, and how to follow them; left out, or `null`, where no file can be looked at. */
  readonly followed?: Followed | null;
}

/** Where paths lead. */
interface Followed {
  readonly realPath: RealPath;
  /** `null`: where links lead is all that can be asked. */
  readonly isThere: IsThere | null;
  /** `null`: nobody says so. */
  readonly isIgnored: IsIgnored | null;
  /** `null`: what is in a directory is not known. */
  readonly matchedLinks: MatchedLinks | null;
  readonly places: Places;
}

/** The absolute path without symbolic links that a path leads to; of one that is not there, where it would be made. */
export type RealPath = (path: string) => string;

/** Whether there is anything at an absolute path, a link that leads to nothing included. */
type IsThere = (path: string) => boolean;

/** Whether the repository that a directory is in has git ignore it, and all in it: an absolute path, without links. */
type IsIgnored = (directory: string) => boolean;

/**
 * The places for a command that is started in a directory. That directory is the workspace, unless all else is in it too:
 * who starts in `/` has not said that everything on the machine may be read.
 */
export function placesOf(options: PlacesOptions): Places {
  const { cwd, home, root = null, state = [], projectRules = [], realPath = null } = options;
  const holdsHome = home !== null && home !== cwd && isWithin(home, cwd);
  const workspace = cwd === '/' || holdsHome ? null : cwd;
  const places = { workspace, home, state, projectRules, ...(root !== null && { root }) };
  return { ...places, followed: realPath && follow(places, realPath, options) };
}

/** The places are followed when somebody asks: most commands name no link, and to follow five places takes as long as to go by all rules. */
function follow(
  { workspace, home, state, projectRules = [], root = null }: Omit<Places, 'followed'>,
  realPath: RealPath,
  {
    isThere = null,
    isIgnored = null,
    matchedLinks = null,
  }: Pick<PlacesOptions, 'isThere' | 'isIgnored' | 'matchedLinks'>,
): Followed {
  let followed: Places | null = null;
  return {
    realPath,
    isThere,
    isIgnored,
    matchedLinks,
    get places() {
      followed ??= {
        workspace: workspace && realPath(workspace),
        root: root && realPath(root),
        home: home && realPath(home),
        state: state.map(realPath),
        projectRules: projectRules.map(realPath),
      };
      return followed;
    },
  };
}

/** Where a command is started. All are absolute and without `.`, `..` and double slashes. */
export interface PlacesOptions {
  readonly cwd: string;
  readonly home: string | null;
  /** The directory to stay in; left out, or `null`: there is none. */
  readonly root?: string | null;
  readonly state?: readonly string[];
  readonly projectRules?: readonly string[];
  /** Left out, or `null`: paths are taken for what they say. */
  readonly realPath?: RealPath | null;
  /** Left out, or `null`: it is not known what is there. */
  readonly isThere?: IsThere | null;
  /** Left out, or `null`: it is not known what git ignores. */
  readonly isIgnored?: IsIgnored | null;
  /** Left out, or `null`: what is in a directory is not known, and patterns are taken for what they say. */
  readonly matchedLinks?: MatchedLinks | null;
}

/** Paths, and where they lead: to name what is there without the link is to name the same. */
export function withTargets(paths: readonly string[], realPath: RealPath): readonly string[] {
  return [...new Set([...paths, ...paths.map(realPath)])];
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

/** Whether it is a home directory, or has one in it: `/home`. */
export function holdsHome(path: string, places: Places): boolean {
  const isAbove = places.home !== null && isWithin(places.home, path);
  return isAbove || withTilde(path, places) === '~' || path === '/home' || path === '/Users';
}
