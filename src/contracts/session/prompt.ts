import { resolve } from 'node:path';
import type { CallScope } from '../../model/contract.ts';
import type { SessionOptions } from './options.ts';
import { template } from './prompt-template.ts';

/** The template with the project directory and the limits in their places. */
export function prompt({ options, workingDirectory }: CallScope<SessionOptions>): string {
  return fill(template, {
    directory: resolve(workingDirectory, options.project ?? '.'),
    maxBytes: String(options.maxOutputBytes),
    maxLines: String(options.maxOutputLines),
  });
}

/** Fills all places in one go: what is filled in is not looked at again. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
