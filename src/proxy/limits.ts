/** What one sandbox may ask of the process that its proxy is in. */
export interface ProxyLimits {
  /** At a time; those beyond are closed at once. With the one to the server, each takes two descriptors. */
  readonly maxConnections: number;
  /** Requests that wait on one connection for the answer to one before. */
  readonly maxWaiting: number;
  /** Of the head of a request. */
  readonly maxHeaderBytes: number;
  /** Milliseconds for the head of a request to come, and for a tunnel's first words if they are those of TLS. */
  readonly headMs: number;
  /** Milliseconds for a name to be resolved and the server to be connected to. */
  readonly connectMs: number;
  /** Milliseconds in which nothing goes either way. */
  readonly idleMs: number;
  /** Different hosts that are told of as denied; the others are counted. */
  readonly maxDenied: number;
}

/**
 * 256 connections are what 128 programs with two each need, and half of the 1,024 descriptors that a process may have by
 * default. APT sends ten requests ahead, and 16 are more. 16 KiB is Node's own limit, 10 s what a client on the same machine never takes; connections are given up after
 * half of curl's 5 minutes, and idle ones after twice as much, which no long poll takes.
 */
export const defaultProxyLimits: ProxyLimits = {
  maxConnections: 256,
  maxWaiting: 16,
  maxHeaderBytes: 16_384,
  headMs: 10_000,
  connectMs: 150_000,
  idleMs: 600_000,
  maxDenied: 32,
};
