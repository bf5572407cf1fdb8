import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './documents.ts';

/** Runs a program to its end; rejects with what it printed when it fails. */
export const execute = promisify(execFile);

const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Has the package in a project as an installation leaves it, as a library and as a command, beside other packages. */
export function install(directory: string, beside: readonly string[] = []): void {
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(root, join(modules, 'handrail'));
  for (const name of ['@types', ...beside])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const start = `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli/main.cjs')}" "$@"\n`;
  writeFileSync(join(modules, '.bin/handrail'), start, { mode: 0o755 });
}

/** Compiles the programs of a project into its folder `out`, as strictly as can be; resolves to what is wrong with them. */
export async function compile(
  directory: string,
  given: { readonly include: string; readonly skipLibCheck?: boolean },
): Promise<string> {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: given.skipLibCheck ?? false,
    rootDir: '.',
    outDir: 'out',
  };
  const settings = { compilerOptions, include: [given.include] };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const env = { PATH: process.env.PATH ?? '' };
  const { stdout } = await execute(process.execPath, [compiler, '-p', directory], { env }).catch(
    ({ stdout, message }) => ({ stdout: stdout || message }),
  );
  return stdout;
}
