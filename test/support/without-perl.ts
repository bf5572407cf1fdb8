import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { path } from './local-backend.ts';

/** A PATH on which Perl is there and does nothing, by a program that is made in this directory; `others`: what else is on it. */
export function withoutPerl(directory: string, others = path): string {
  writeFileSync(join(directory, 'perl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return `${directory}:${others}`;
}
