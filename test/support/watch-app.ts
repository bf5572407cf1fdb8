import { onTestFailed, onTestFinished } from 'vitest';
import { createApp } from '../../src/tui/app.ts';
import type { Key, NamedKey } from '../../src/tui/keys.ts';
import { createSources } from '../../src/tui/sources.ts';

/** The screen of `handrail watch` without a terminal and a process: keys go in, rows come out. */
export interface WatchApp {
  /** Settled when a row has the text, or `is` holds for the rows. */
  until(is: string | ((rows: readonly string[]) => boolean)): Promise<void>;
  press(key: NamedKey): void;
  /** One character after the other. */
  type(text: string): void;
}

export function watchApp(stateDir: string, size = { columns: 80, rows: 24 }): WatchApp {
  const waiting = new Set<() => void>();
  // What has come is looked at once all of it is there.
  const changed = (): void =>
    void setImmediate(() => {
      for (const look of [...waiting]) look();
    });
  const sources = createSources(stateDir, [], changed);
  const app = createApp({ sources, now: Date.now, changed, quit: () => {} });
  const rows = () =>
    app.frame(size).lines.map((spans) =>
      spans
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
  const press = (key: Key): void => {
    rows(); // A person has seen what a key is pressed on.
    app.press(key);
  };
  onTestFinished(() => sources.close());
  onTestFailed(() => void process.stderr.write(`the screen:\n${rows().join('\n')}\n`));
  return {
    until: (is) =>
      new Promise((done) => {
        const holds =
          typeof is === 'string' ? () => rows().some((row) => row.includes(is)) : () => is(rows());
        const look = (): void => {
          if (!holds()) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    press: (kind) => press({ kind }),
    type(text) {
      for (const character of text) press({ kind: 'character', character, isAlone: true });
    },
  };
}
