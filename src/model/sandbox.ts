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
}

/**
 * - `none`: a loopback interface of its own and nothing else.
 * - `AllowedHosts`: beside that these hosts, through a proxy that the environment names and that HTTP programs know to use.
 * - `host`: that of this machine, with all that listens there.
 */
export type SandboxNetwork = 'none' | AllowedHosts | 'host';

/**
 * Each of `hosts` is a name (`example.com`), all names under one (`*.example.com`) or an address, with a port
 * (`example.com:8080`) or for 80 and 443. A name that leads to an address that is not public (`127.0.0.1`, `10.0.0.5`) is
 * reached only if that address is among them too.
 */
interface AllowedHosts {
  readonly hosts: readonly string[];
}

/** What a command may reach. Made by `confine`, carried out whole by the backend, or nothing is started. */
export interface SandboxPlan {
  /** The name of the level that it is made from. */
  readonly level: string;
  /** What holds for each place and all beneath it: directories before what is in them, and no path twice. */
  readonly places: readonly SandboxPlace[];
  readonly network: SandboxNetwork;
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
 * - `private`: in its stead an empty directory of the command's own, which is writable and gone with it.
 */
export type PlaceAccess = 'read-only' | 'writable' | 'kept' | 'hidden' | 'private';
