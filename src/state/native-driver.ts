import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { HandrailError, messageOf } from '../model/errors.ts';

/** On what a native module has to run. */
export interface NativePlatform {
  readonly platform: string;
  readonly arch: string;
  /** Absolute path of the program that loads it. */
  readonly program: string;
}

/**
 * The native part of `libsql`, for the bundler to put in the place of what looks for it in there: that has Node write a report about this process
 * and loads what starts programs, to learn which C library this is, which takes 20 ms. `null`: it is not certain which one is
 * wanted, or it cannot be loaded; then `driverItself()` finds it, or tells why there is none. `file`: absolute path of who wants it. `version`: of the package that
 * the rest of the driver is from; the native part of another one is not taken. Must not throw.
 */
export function nativeDriver(file: string, version: string): unknown {
  try {
    const { platform, arch, execPath: program } = process;
    const native = nativeFile(file, version, { platform, arch, program });
    // Node loads it once for all in this process who want it.
    return native === null ? null : createRequire(native)(native);
  } catch {
    return null; // The package's own way is still to come, and its error is the one to tell.
  }
}

/**
 * The file with the native part, absolute. Packages are looked for as Node does, and not by Node: what that needs for it would be compiled first, which takes
 * 3 ms. Throws where a package or a file is not there; `null`: it is not certain which one is wanted.
 */
export function nativeFile(file: string, version: string, on: NativePlatform): string | null {
  const target = targetOf(on);
  if (target === null) return null;
  const driver = packageFor(dirname(file), 'libsql');
  const { version: found }: { version?: unknown } = JSON.parse(
    readFileSync(join(driver, 'package.json'), 'utf8'),
  );
  return found === version ? join(packageFor(driver, `@libsql/${target}`), 'index.node') : null;
}

/** The driver with its own way to find its native part. Throws a `HandrailError` where there is no such package, or no native part that this Node loads. */
export function driverItself(file: string): unknown {
  const requireHere = createRequire(file);
  try {
    requireHere.resolve('libsql');
  } catch (cause) {
    const message = `expected the package libsql for ${file}, which is not there: install handrail again; a bundle leaves it out (external), and has it installed beside`;
    throw new HandrailError('misuse', message, { cause });
  }
  try {
    return requireHere('libsql');
  } catch (cause) {
    const on = `${process.platform} ${process.arch}`;
    const [first = ''] = messageOf(cause).split('\n'); // In the rest Node lists the files that have asked for it.
    const why = first.replace(/\.$/, '');
    const message = `expected the native part of the package libsql for ${on}, which cannot be loaded: ${why}; ${remedyFor(cause)}`;
    throw new HandrailError('misuse', message, { cause });
  }
}

function remedyFor(cause: unknown): string {
  const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ERR_DLOPEN_DISABLED';
  return isRefused
    ? 'let Node load native modules: without --no-addons, and with --allow-addons where it asks for permissions'
    : 'install handrail again on this machine, together with optional packages (without --omit=optional)';
}

/** The directory, without links, of a package for a module in a directory: of the nearest `node_modules` that has it. Throws where none has. */
function packageFor(directory: string, name: string): string {
  const path = join(directory, 'node_modules', name);
  if (existsSync(path)) return realpathSync.native(path);
  if (dirname(directory) === directory) throw new Error(`expected ${name} to be installed`);
  return packageFor(dirname(directory), name);
}

/** What the package for a platform is called, without its scope; `null`: not known here. */
function targetOf({ platform, arch, program }: NativePlatform): string | null {
  if (platform === 'darwin' && (arch === 'x64' || arch === 'arm64')) return `darwin-${arch}`;
  if (platform !== 'linux') return null;
  const libc = libcOf(program);
  if (libc === null) return null;
  if (arch === 'x64' || arch === 'arm64') return `linux-${arch}-${libc}`;
  return arch === 'arm' ? `linux-arm-${libc}eabihf` : null;
}

/** The C library of a program of Linux, by what the kernel has load it: `/lib64/ld-linux-x86-64.so.2`, `/lib/ld-musl-x86_64.so.1`. */
function libcOf(program: string): 'gnu' | 'musl' | null {
  const loader = basename(interpreterOf(program) ?? '');
  if (loader.startsWith('ld-linux')) return 'gnu';
  return loader.startsWith('ld-musl-') ? 'musl' : null;
}

/** Bytes at the beginning of a program: its headers, and as a rule the name of its interpreter right behind them. */
const headBytes = 4096;

/** What a program of the format ELF names as its interpreter (`PT_INTERP` in elf(5)); `null`: none, or not within its head. */
function interpreterOf(program: string): string | null {
  const head = headOf(program);
  const isElf = head.toString('latin1', 0, 4) === '\x7fELF';
  const isLittleEndian = head[5] === 1;
  if (!isElf || !isLittleEndian) return null;
  const is64 = head[4] === 2;
  const word = (at: number): number => (is64 ? Number(head.readBigUInt64LE(at)) : head.readUInt32LE(at));
  const first = word(is64 ? 32 : 28);
  const bytesEach = head.readUInt16LE(is64 ? 54 : 42);
  const count = head.readUInt16LE(is64 ? 56 : 44);
  for (let index = 0; index < count; index += 1) {
    const at = first + index * bytesEach;
    if (head.readUInt32LE(at) !== 3) continue;
    const start = word(at + (is64 ? 8 : 4));
    const end = start + word(at + (is64 ? 32 : 16)) - 1; // without the NUL
    return end <= head.length ? head.toString('latin1', start, end) : null;
  }
  return null;
}

function headOf(path: string): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
