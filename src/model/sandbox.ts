import type { Access, PathAccess } from './access.ts';
import type { DeniedHost } from './denied-host.ts';

/** How far commands are confined, as data: those that are built in, and any that a user defines. */
export interface SandboxLevel {
  /** What settings and results call it. */
  readonly name: string;
  /** What a command may do with the directory that the work is in. */
  readonly workspace: 'writable' | 'read-only';
  /**
   * Further places, which go before those that are built in: absolute paths, or such that begin with `~/` (the home
   * directory) or `./` (the workspace).
   */
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  readonly network: SandboxNetwork;
  readonly limits: SandboxLimits;
}

/**
 * How much of the machine the processes of a sandbox may take; `null`: as much as they would get without. They hold as
 * far as the machine has the means: a backend tells which of them it counts for a sandbox as a whole, and which for each process.
 */
export interface SandboxLimits {
  /** Processes and threads that are there at the same time. The few that make the sandbox count too. */
  readonly processes: number | null;
  readonly memory: MemoryLimit | null;
  /** Bytes that a file can grow to. */
  readonly fileBytes: number | null;
  /** Seconds of processor time, for each process. */
  readonly cpuSeconds: number | null;
}

/** `percent`: of what this machine has, or the container that this process is in. `least`: the least of several. */
export type MemoryLimit =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'share'; readonly percent: number }
  | { readonly kind: 'least'; readonly of: readonly MemoryLimit[] };

/**
 * - `none`: a loopback interface of its own and nothing else.
 * - `AllowedHosts`: beside that these hosts, through a proxy that the environment names and that HTTP programs know to use.
 * - `host`: that of this machine, with all that listens there.
 */
export type SandboxNetwork = 'none' | AllowedHosts | 'host';

/**
 * Each of `hosts` is a name (`example.com`), all names under one (`*.example.com`) or an address, with a port
 * (`example.com:8080`) or for 80 and 443. A name that leads to an address that is not public (`10.0.0.5`) is
 * reached only if that address is among them too, but for `localhost`.
 */
interface AllowedHosts {
  readonly hosts: readonly string[];
}

/** How far commands are to be confined. */
export interface SandboxRule {
  /** What any of them forbids is forbidden; none: commands are not confined. */
  readonly levels: readonly SandboxLevel[];
  /** Whether nothing may run where this cannot be held. */
  readonly required: boolean;
}

/**
 * Whether a backend can carry out a plan with a sandbox; if not, why not and what to do about it. `uncounted`: the same of the limit on
 * processes, where nothing holds that; left out: something does.
 */
export type SandboxSupport =
  | { readonly kind: 'available'; readonly uncounted?: Shortcoming }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly cure: string };

/** What a machine cannot do, and what to do about it: each a sentence without its end. */
export interface Shortcoming {
  readonly reason: string;
  readonly cure: string;
}

/**
 * What held a command that ran.
 *
 * - `none`: nothing, and nobody had asked for it.
 * - `sandbox`: the whole of its plan, but for a limit that was set and that nothing holds here: `unheld`.
 * - `degraded`: nothing, though it was to be confined: this machine cannot, and it was not required.
 */
export type Confinement =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sandbox';
      readonly level: string;
      readonly network: SandboxNetwork;
      /** What it had beyond the level, because a person has allowed it for this once or for good. */
      readonly granted: readonly Access[];
      readonly unheld?: Shortcoming;
    }
  | {
      readonly kind: 'degraded';
      readonly level: string;
      readonly reason: string;
      readonly cure: string;
    };

/**
 * What a sandbox denied a command: a path, all of the network, or a right, where the command failed and its own words tell so, or
 * the exit status of a program that says nothing; the way to a host past the proxy, which its words tell too; a host, where the sandbox has a list of them and knows what was not let through.
 */
export type Denial =
  | { readonly kind: 'path'; readonly path: string; readonly access: 'read-only' | 'kept' | 'hidden' }
  /** `host`: a name or an address; `null` when it was not told. `rule`: as of `DeniedHost`. */
  | {
      readonly kind: 'network';
      readonly because: 'no-network' | 'past-proxy';
      readonly host: string | null;
      readonly rule: string | null;
    }
  | ({ readonly kind: 'network' } & DeniedHost)
  /**
   * What nothing in it can do, whoever runs it, and nobody can allow: `namespaces`, as a sandbox of its own; `owners`, to give files to others, or go
   * on as another user; `root`, all else that only root can.
   */
  | { readonly kind: 'right'; readonly right: 'namespaces' | 'owners' | 'root' };

/** What a command may reach. Made by `confine`, carried out whole by the backend, or nothing is started. */
export interface SandboxPlan {
  /** The name of the level that it is made from; with `+` between them, those of several. */
  readonly level: string;
  /** Whose the private places are, which last as long as it does. */
  readonly conversationId: string;
  /** The home directory of the user; `null` for one without. */
  readonly home: string | null;
  /** What holds for each place and all beneath it: directories before what is in them, and no path twice. */
  readonly places: readonly SandboxPlace[];
  /** Of the files that are hidden, those of which the settings are shown that are known to be no secrets; see `plainSettings`. */
  readonly shownInPart: readonly string[];
  /** Paths that a person has allowed beyond the level, without links: what a backend would hold there besides, it does not. */
  readonly granted: readonly PathAccess[];
  readonly network: SandboxNetwork;
  readonly limits: SandboxLimits;
}

/** What a plan comes to with the files that are on this machine now. */
export interface SandboxFiles {
  /** Those of the plan, and what follows from files: where a repository lies elsewhere, or what its settings name. In the same order. */
  readonly places: readonly SandboxPlace[];
  /** Where nothing is and nothing can be made. In a sandbox an empty directory is seen there. */
  readonly stubs: readonly string[];
}

/** A place, and what a command may do there. */
export interface SandboxPlace {
  /** Absolute and normal: no `..`, no `/` at the end. */
  readonly path: string;
  readonly access: PlaceAccess;
}

/**
 * - `read-only`, `writable`: as it is on this machine.
 * - `kept`: read-only, and where nothing is there nothing can be made. No directory on the way to it can be put aside.
 * - `hidden`: it can be neither read nor written.
 * - `private`: in its stead a directory of the conversation's own, which is empty at first, writable, and gone with it.
 */
export type PlaceAccess = 'read-only' | 'writable' | 'kept' | 'hidden' | 'private';
