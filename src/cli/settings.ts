import { resolveSettings } from '../settings/resolve.ts';
import type { ServeFlags } from './serve.ts';
import { directoryOf, type Terminal } from './terminal.ts';
import { jsonText, table, visible } from './visible.ts';

/** Prints every setting with where its value came from. */
export function settings(terminal: Terminal, flags: ServeFlags & { readonly json?: boolean }): number {
  const directory = directoryOf(terminal, '--cwd', flags.cwd);
  const { origins } = resolveSettings({ directory, env: terminal.env, flags });
  const lines = flags.json
    ? [jsonText(origins, 2)]
    : table([
        ['SETTING', 'VALUE', 'FROM'],
        ...origins.map(({ name, value, from }) => [
          name,
          visible(JSON.stringify(value) ?? '-'),
          visible(from),
        ]),
      ]);
  terminal.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}
