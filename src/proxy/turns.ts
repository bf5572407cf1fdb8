/**
 * The turns of what a client sends before it has the answers to what it sent before (RFC 9112, 9.3.2). One request of a
 * connection at a time is passed on: so a connection is no more than one to servers too, and nothing is overtaken.
 */
export interface Turns {
  /** `client`: its connection. Resolves when those before it are answered. `false`: so many wait already that it has no turn. */
  take(client: object, answer: Answer): Promise<boolean>;
  /** Whether a request of the connection is not answered yet. */
  isTaken(client: object): boolean;
}

/** What is over when it closes. */
interface Answer {
  once(event: 'close', listener: () => void): unknown;
}

interface Line {
  length: number;
  /** Resolves with the answer to the last one in it; never when the connection ends before that. */
  end: Promise<void>;
}

export function createTurns(maxWaiting: number): Turns {
  const lines = new WeakMap<object, Line>();

  const join = (line: Line, answer: Answer): void => {
    line.length += 1;
    line.end = new Promise((resolve) => {
      answer.once('close', () => {
        line.length -= 1;
        resolve();
      });
    });
  };

  return {
    async take(client, answer) {
      const line = lines.get(client) ?? { length: 0, end: Promise.resolve() };
      lines.set(client, line);
      if (line.length > maxWaiting) return false;
      const before = line.end;
      join(line, answer);
      await before;
      return true;
    },
    isTaken: (client) => (lines.get(client)?.length ?? 0) > 0,
  };
}
