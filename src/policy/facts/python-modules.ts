import { has, lastValue } from '../../analysis/programs/options.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { textOf } from '../../analysis/words.ts';
import type { Subject } from '../subject.ts';
import { makesNoFiles } from './repositories.ts';

/**
 * Whether python runs a module that is installed, as in `python3 -m pip list`, whose words are judged by themselves. What is
 * in the working directory comes before it, and before all that it takes in.
 */
export function runsInstalledModule(subject: Subject): boolean {
  const call = subject.call()?.call;
  const module = call === undefined ? null : moduleOf(call);
  if (call === undefined || module === null || !isProgram(subject)) return false;
  return leavesOutDirectory(call) || finds(subject, [module, ...standard]) === false;
}

/** Whether all that is run is the module, as the program whose name it has: a profiler or a collector of tests runs other files too. */
function isProgram({ invocation }: Subject): boolean {
  const codes = invocation.effects.flatMap((effect) => (effect.kind === 'executes' ? [effect.code] : []));
  const files = codes.filter(({ kind }) => kind === 'file');
  return (
    files.length === 1 && codes.some((code) => code.kind === 'command' && code.setting.isOwnName === true)
  );
}

/** Whether a module is known to be in the working directory that python would take for one of its own. */
export function takesModuleHere(subject: Subject): boolean {
  const call = subject.call()?.call;
  const module = call === undefined ? null : moduleOf(call);
  if (call === undefined || module === null || leavesOutDirectory(call)) return false;
  return finds(subject, [module, ...standard]) === true;
}

/** The package that `-m` names; `null` where python is given none. */
function moduleOf(call: Call): string | null {
  const text = /^(?:python|pypy)/.test(call.name) ? textOf(lastValue(call, '-m') ?? undefined) : null;
  return text?.split('.')[0] ?? null;
}

function leavesOutDirectory(call: Call): boolean {
  return has(call, '-I') || has(call, '-P');
}

/** Whether one of the modules is in the working directory; `null` where that cannot be told, or may change until python looks. */
function finds({ invocation, analysis, places }: Subject, modules: readonly string[]): boolean | null {
  const isThere = places.followed?.isThere ?? null;
  const { cwd, isHere, id } = invocation;
  if (isThere === null || !isHere || cwd.kind !== 'known') return null;
  if (modules.some((name) => forms.some((form) => isThere(`${cwd.text}/${name}${form}`)))) return true;
  const others = analysis.invocations.filter((one) => one.id !== id);
  return others.every((one) => makesNoFiles({ invocation: one, analysis, places })) ? false : null;
}

/** What a module may be. A directory without any of it comes last. */
const forms = ['.py', '.pyc', '.so', '.abi3.so', '/__init__.py', '/__init__.pyc'];

/** Modules of python that others take in. */
const standard =
  'abc aifc argparse array ast asyncio atexit base64 bdb binascii bisect bz2 cProfile calendar cgi cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing netrc ntpath numbers opcode operator optparse os pathlib pdb pickle pickletools pipes pkgutil platform plistlib posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sysconfig tabnanny tarfile tempfile termios textwrap this threading timeit token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'.split(
    ' ',
  );
