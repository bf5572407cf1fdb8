/** A host that a command wanted to reach, and was not let. */
export interface DeniedHost {
  /** A name in lower case and ASCII, or an address. */
  readonly host: string;
  readonly port: number;
  /**
   * - `not-listed`: no rule lets it through.
   * - `private-address`: the name is listed, and leads to where only a listed address may lead.
   * - `other-name`: what was let through to one host greeted the server as this one.
   * - `outside`: a server of this machine, while the sandbox has a loopback interface of its own.
   */
  readonly because: 'not-listed' | 'private-address' | 'other-name' | 'outside';
  /** The entry for the list of hosts that would have let it through, for somebody to allow; `null`: none should. */
  readonly rule: string | null;
}

/** The hosts that a run was not let to, each once. */
export interface DeniedHosts {
  /** In the order in which they were first wanted. */
  readonly hosts: readonly DeniedHost[];
  /** How many others were denied, beyond what is kept. */
  readonly more: number;
}
