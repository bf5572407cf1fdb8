import { connect, type Socket } from 'node:net';
import type { Status } from '../model/outcome.ts';
import { type LiveCall, type LiveMessage, maxLineBytes, protocolVersion, readMessage } from './protocol.ts';
import { listSockets, withSocketPath } from './socket-place.ts';

/** The hosts of a state directory, as they say of themselves. */
export interface Hosts {
  /** How many can be listened to. */
  readonly count: number;
  /** Calls under way, in no order. */
  calls(): readonly LiveCall[];
  close(): void;
}

/** Told of what the hosts say. */
export interface HostListener {
  changed(): void;
  /** A call is over; `null`: its host has gone, and how it ended is not known here. */
  over(call: LiveCall, status: Status | null): void;
}

/** Milliseconds between two looks for new hosts: half a second. */
const lookMs = 500;

/** Connects to every host that there is and that comes. */
export function followHosts(stateDir: string, listener: HostListener): Hosts {
  const hosts = new Map<string, Host>();
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;

  const look = async (): Promise<void> => {
    for (const name of await listSockets(stateDir)) {
      if (isClosed || hosts.has(name)) continue;
      const socket = await withSocketPath(stateDir, name, connected).catch(() => null); // It has just gone.
      if (isClosed) socket?.destroy();
      else if (socket !== null)
        hosts.set(
          name,
          createHost(socket, listener, () => hosts.delete(name)),
        );
    }
    if (!isClosed) timer = setTimeout(() => void look(), lookMs);
  };
  void look();

  return {
    get count() {
      return hosts.size;
    },
    calls: () => [...hosts.values()].flatMap((host) => [...host.calls.values()]),
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const { socket } of hosts.values()) socket.destroy();
    },
  };
}

async function connected(path: string): Promise<Socket> {
  const socket = connect(path);
  return await new Promise((done, failed) => {
    socket.once('connect', () => done(socket));
    socket.once('error', failed);
  });
}

interface Host {
  readonly socket: Socket;
  readonly calls: ReadonlyMap<string, LiveCall>;
}

function createHost(socket: Socket, listener: HostListener, gone: () => void): Host {
  const calls = new Map<string, LiveCall>();
  let rest = '';

  const take = (message: LiveMessage): void => {
    switch (message.kind) {
      case 'host':
        if (message.version !== protocolVersion) socket.destroy();
        return;
      case 'reset':
        calls.clear();
        return;
      case 'call':
        calls.set(message.call.id, message.call);
        return;
      case 'output': {
        const call = calls.get(message.id);
        if (call !== undefined) calls.set(message.id, { ...call, output: message.output });
        return;
      }
      case 'over': {
        const call = calls.get(message.id);
        calls.delete(message.id);
        if (call !== undefined) listener.over(call, message.status);
      }
    }
  };

  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineBytes || calls.size > mostCalls) socket.destroy();
    for (const message of lines.map(readMessage)) if (message !== null) take(message);
    listener.changed();
  });
  socket.on('error', () => {}); // `close` follows.
  socket.on('close', () => {
    gone();
    for (const call of calls.values()) listener.over(call, null);
    calls.clear();
    listener.changed();
  });
  return { socket, calls };
}

/** Calls of one host at once: 10,000, more than a machine runs. Whoever says more is no host. */
const mostCalls = 10_000;
