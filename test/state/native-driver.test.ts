import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { driverItself, nativeDriver, nativeFile } from '../../src/state/native-driver.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

const here = fileURLToPath(import.meta.url);
const driver = createRequire(here).resolve('libsql');
const { version } = JSON.parse(readFileSync(join(dirname(driver), 'package.json'), 'utf8'));

/** All that the package is made for and this one runs on. */
const targets = [
  ['darwin', 'arm64', null, 'darwin-arm64'],
  ['darwin', 'x64', null, 'darwin-x64'],
  ['linux', 'arm64', '/lib/ld-linux-aarch64.so.1', 'linux-arm64-gnu'],
  ['linux', 'arm64', '/lib/ld-musl-aarch64.so.1', 'linux-arm64-musl'],
  ['linux', 'x64', '/lib64/ld-linux-x86-64.so.2', 'linux-x64-gnu'],
  ['linux', 'x64', '/nix/store/glibc-2.40/lib/ld-linux-x86-64.so.2', 'linux-x64-gnu'],
  ['linux', 'x64', '/lib/ld-musl-x86_64.so.1', 'linux-x64-musl'],
  ['linux', 'arm', '/lib/ld-linux-armhf.so.3', 'linux-arm-gnueabihf'],
  ['linux', 'arm', '/lib/ld-musl-armhf.so.1', 'linux-arm-musleabihf'],
] as const;

describe('the native part of the database', () => {
  it('is what the package itself loads, once for both', () => {
    const own: object = createRequire(driver)(`@libsql/${targetHere()}`);
    expect(own).toMatchObject({ databaseOpen: expect.any(Function) });
    expect(nativeDriver(here, version)).toBe(own);
  });

  test.each(targets)('on %s %s with %s is that of %s', (platform, arch, interpreter, target) => {
    const { file, modules } = installed('1.2.3', target);
    const on = { platform, arch, program: programOf(arch === 'arm' ? 32 : 64, interpreter) };
    expect(nativeFile(file, '1.2.3', on)).toBe(join(modules, `@libsql/${target}/index.node`));
  });

  it('is there for each platform that the package names, but Windows', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(dirname(driver), 'package.json'), 'utf8'));
    const named = Object.keys(optionalDependencies).map((name) => name.replace('@libsql/', ''));
    const known = new Set<string>(targets.map(([, , , target]) => target));
    expect(named.filter((name) => !known.has(name))).toEqual(['win32-x64-msvc']);
  });

  it('is found beside the package that a link leads to', () => {
    const { modules } = installed('1.2.3', 'darwin-x64');
    const project = realpathSync(temporaryDirectory());
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(join(modules, 'libsql'), join(project, 'node_modules/libsql'));
    const on = { platform: 'darwin', arch: 'x64', program: '' };
    const file = join(project, 'dist/a.js');
    expect(nativeFile(file, '1.2.3', on)).toBe(join(modules, '@libsql/darwin-x64/index.node'));
  });

  test.each([
    ['a program that names no interpreter', 'x64', () => programOf(64, null)],
    ['a program with another one', 'x64', () => programOf(64, '/lib/ld.so.1')],
    ['what is no program', 'x64', () => here],
    ['another machine', 'riscv64', () => programOf(64, '/lib/ld-linux-riscv64-lp64d.so.1')],
  ])('is left to the package on Linux with %s', (_, arch, program) => {
    const { file } = installed('1.2.3', 'linux-x64-gnu');
    expect(nativeFile(file, '1.2.3', { platform: 'linux', arch, program: program() })).toBe(null);
  });

  it('is left to the package where that is of another version', () => {
    const { file } = installed('1.2.4', 'darwin-x64');
    expect(nativeFile(file, '1.2.3', { platform: 'darwin', arch: 'x64', program: '' })).toBe(null);
  });

  it('is told with what to do where it was not installed with the rest', () => {
    const { file, modules } = installed(version, 'other-machine');
    writeFileSync(join(modules, 'libsql/index.js'), `require("@libsql/${targetHere()}")`);
    expect(thrownBy(() => driverItself(file))).toEqual({
      code: 'misuse',
      message: `expected the native part of the package libsql for ${process.platform} ${process.arch}, which cannot be loaded: Cannot find module '@libsql/${targetHere()}'; install handrail again on this machine, together with optional packages (without --omit=optional)`,
    });
  });

  it('is told with what to do where Node loads no native modules', () => {
    const library = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href);
    const program = `import { createBash } from ${library};
      try { createBash(); } catch (error) { console.log(error.name, error.code, error.message); }`;
    const told = execFileSync(process.execPath, ['--no-addons', '--input-type=module', '-e', program]);
    expect(String(told)).toBe(
      `HandrailError misuse expected the native part of the package libsql for ${process.platform} ${process.arch}, which cannot be loaded: Cannot load native addon because loading addons is disabled; let Node load native modules: without --no-addons, and with --allow-addons where it asks for permissions\n`,
    );
  });

  it('is left to the package where it cannot be loaded, and the error is that of the package', () => {
    const { file, modules } = installed(version, targetHere());
    writeFileSync(join(modules, `@libsql/${targetHere()}/index.node`), 'no library');
    writeFileSync(join(modules, 'libsql/index.js'), 'throw new Error("from the package")');
    expect(nativeDriver(file, version)).toBe(null);
    expect(() => driverItself(file)).toThrow('from the package');
  });
});

/** What a report of Node says of this process. */
function targetHere(): string {
  const { platform, arch } = process;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const { header } = JSON.parse(JSON.stringify(process.report.getReport()));
  const libc = 'glibcVersionRuntime' in header ? 'gnu' : 'musl';
  return arch === 'arm' ? `linux-arm-${libc}eabihf` : `linux-${arch}-${libc}`;
}

/** A folder where the driver is installed, with the native part for a target, and a file there that wants it. */
function installed(ofVersion: string, target: string) {
  const folder = realpathSync(temporaryDirectory());
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'libsql'), { recursive: true });
  mkdirSync(join(modules, '@libsql', target), { recursive: true });
  writeFileSync(join(modules, 'libsql/package.json'), JSON.stringify({ version: ofVersion }));
  return { modules, file: join(folder, 'dist/state/a.js') };
}

/** A file that begins as a program of Linux does which names this interpreter: its header, and two program headers. See elf(5). */
function programOf(bits: 32 | 64, interpreter: string | null): string {
  const is64 = bits === 64;
  const headerBytes = is64 ? 64 : 52;
  const bytesEach = is64 ? 56 : 32;
  const start = headerBytes + 2 * bytesEach;
  const name = `${interpreter}\0`;
  const head = Buffer.alloc(start + name.length);
  head.write('\x7fELF', 'latin1');
  head.set([is64 ? 2 : 1, 1], 4);
  const word = (value: number, at: number) =>
    is64 ? head.writeBigUInt64LE(BigInt(value), at) : head.writeUInt32LE(value, at);
  word(headerBytes, is64 ? 32 : 28);
  head.writeUInt16LE(bytesEach, is64 ? 54 : 42);
  head.writeUInt16LE(2, is64 ? 56 : 44);
  head.writeUInt32LE(1, headerBytes); // PT_LOAD
  const second = headerBytes + bytesEach;
  head.writeUInt32LE(interpreter === null ? 1 : 3, second); // PT_INTERP
  word(start, second + (is64 ? 8 : 4));
  word(name.length, second + (is64 ? 32 : 16));
  head.write(name, start, 'latin1');
  const path = join(temporaryDirectory(), 'program');
  writeFileSync(path, head);
  return path;
}
