import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, isNumber, prefixOf, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  discloses,
  disclosesVariable,
  interactive,
  readsFile,
  replacesFile,
  unknownEffect,
} from '../effects.ts';
import { flag, has, optional, readsValue, replacesValue, value } from '../options.ts';
import { inHome } from '../places.ts';
import type { OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

const about: OptionTable = flags('--help, --version');

/** Programs that show processes, and that send them signals. */
export const programs: readonly Program[] = [
  { names: ['ps'], style: 'none', effects: ({ operands }) => showsProcesses(operands) },
  {
    names: ['pgrep', 'pidof', 'pidwait'],
    options: {
      ...about,
      ...flags(
        '-a --list-full, -A --ignore-ancestors, -c --count, -f --full, -h, -i --ignore-case, -l --list-name',
      ),
      ...flags(
        '-L --logpidfile, -n --newest, -o --oldest, -q --quiet, -v --inverse, -V, -w --lightweight, -x --exact',
      ),
      ...flags('-e --echo, -z'),
      ...values(
        '-d --delimiter, -g --pgroup, -G --group, -O --older, -P --parent, -r --runstates, -s --session',
      ),
      ...values('-t --terminal, -u --euid, -U --uid, --cgroup, --ns, --nslist, --signal'),
      '-F --pidfile': readsValue,
    },
    optionsAreHarmless: true,
    effects: (call) =>
      has(call, '-a') || (has(call, '-f') && has(call, '-l')) ? [discloses('processes')] : [],
  },
  { names: ['kill'], style: 'none', effects: ({ operands }) => signals(operands) },
  {
    names: ['pkill', 'killall', 'skill', 'xkill'],
    style: 'none',
    effects: ({ operands }) => signalsNamed(operands),
  },
  {
    names: ['renice', 'snice'],
    style: 'none',
    effects: ({ operands }) => [changes('process', operands.at(-1) ?? null)],
  },
  {
    names: ['fuser'],
    style: 'none',
    effects: ({ operands }) => {
      const kills = operands.some((word) => word.kind !== 'known' || /^(-[a-zA-Z]*k|--kill)/.test(word.text));
      return kills ? [changes('process', operands.at(-1) ?? null)] : [];
    },
  },
  {
    names: ['top'],
    options: {
      ...flags(
        '-b --batch-mode, -B, -c --cmdline-toggle, -H --threads-show, -h --help, -i --idle-toggle, -M',
      ),
      ...flags(
        '-S --accum-time-toggle, -V --version, -1 --single-cpu-toggle, -a, -F, -O --list-fields, -I, -s',
      ),
      ...values(
        '-d --delay, -E --scale-summary-mem, -e --scale-task-mem, -n --iterations, -o --sort-override',
      ),
      ...values('-p --pid, -U --filter-any-user, -u --filter-only-euser, -l'),
      ...listed(optional, '-w --width'),
    },
    number: flag,
    optionsAreHarmless: true,
    effects: (call) => {
      if (hasAny(call, '-h', '-V', '-O')) return [];
      return hasAny(call, '-b', '-l') ? [discloses('processes')] : [interactive, discloses('processes')];
    },
  },
  {
    names: [
      'htop',
      'btop',
      'atop',
      'glances',
      'nvtop',
      'iotop',
      'iftop',
      'nethogs',
      'bpytop',
      'gtop',
      'bashtop',
    ],
    style: 'none',
    effects: ({ operands }) => (isAbout(operands) ? [] : [interactive, discloses('processes')]),
  },
  {
    names: ['pstree'],
    options: {
      ...flags(
        '-a --arguments, -A --ascii, -c --compact-not, -g --show-pgids, -h --highlight-all, -l --long',
      ),
      ...flags('-n --numeric-sort, -p --show-pids, -s --show-parents, -S --ns-changes, -t --thread-names'),
      ...flags('-T --hide-threads, -u --uid-changes, -U --unicode, -V --version, -Z --security-context, -w'),
      ...values('-C --color, -H --highlight-pid, -N --ns-sort, -g'),
    },
    optionsAreHarmless: true,
    effects: (call) => (has(call, '-a') ? [discloses('processes')] : []),
  },
  {
    names: ['pmap'],
    options: {
      ...about,
      ...flags(
        '-x --extended, -X, -c --read-rc, -d --device, -q --quiet, -p --show-path, -V --version, -h --help',
      ),
      ...values('-A --range'),
      '-C --read-rc-from': readsValue,
      '-n --create-rc': { takes: 'nothing', effects: () => [replacesFile(inHome('.pmaprc'))] },
      '-N --create-rc-to': replacesValue,
    },
  },
  { names: ['pwdx'], options: { ...about, ...flags('-V --version, -h --help') } },
  {
    names: ['lsof'],
    options: {
      ...flags(
        '-?, -a, -b, -C, -E, -h, -K, -l, -M, -n, -N, -O, -P, -Q, -R, -t, -U, -v, -V, -w, -X, -Z, -H, -q',
      ),
      ...values('-A, -c, -d, -e, -k, -p, -s, -u, -x, -m'),
      ...listed(optional, '-f, -F, -g, -i, -L, -o, -r, -S, -T, -z'),
      '-D': { takes: 'value', effects: ({ value }) => keepsDevices(value) },
    },
    plus: value,
  },
];

/**
 * Words without a dash are clusters of BSD, in which `e` shows the environment; there is none in what belongs to an
 * option before it.
 */
/** What `ps` may be asked to show of a process without the words that it was started with. */
const plainColumns =
  /^(?:pid|ppid|pgid|pgrp|sid|sess|user|uid|ruser|ruid|euser|euid|group|gid|rgroup|rgid|egroup|egid|tty|tt|tname|stat|state|s|time|cputime|etime|etimes|start|start_time|lstart|pcpu|%cpu|c|pmem|%mem|rss|rssize|rsz|vsz|vsize|sz|ni|nice|pri|psr|class|cls|nlwp|thcount|lwp|tid|spid|wchan|comm|ucomm|ucmd)(?:=[^,]*)?$/;

/** Whether a list of columns was given, and nothing else, so that names are shown and no command lines. */
function showsNamesAlone(operands: readonly Word[]): boolean {
  const texts = operands.map((word) => (isAnyNumber(word) ? '1' : textOf(word)));
  let lists = 0;
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? '';
    const next = texts[at + 1] ?? '';
    if (/^(?:-[eAadNxw]+|ax|x|--no-headers?|--sort=[-+%\w,]+)$/.test(text)) continue;
    if (/^-[eAadNxw]*[pugGtUC]$|^--p?pid$|^--sort$/.test(text) && /^[-+%\w,./]+$/.test(next)) at++;
    else if (/^-[eAadNxw]*o$|^a?xo$|^--format$/.test(text) && isListOfColumns(next)) {
      lists++;
      at++;
    } else return false;
  }
  return lists > 0;
}

function isAnyNumber(word: Word): boolean {
  return word.kind === 'unknown' && isNumber({ ...word, count: 'one' });
}

function isListOfColumns(text: string): boolean {
  return text.split(',').every((column) => plainColumns.test(column));
}

function showsProcesses(operands: readonly Word[]): readonly Effect[] {
  if (showsNamesAlone(operands)) return [];
  const shows = operands.some((word, index) => showsEnvironment(word, operands[index - 1]));
  const about = operands.some((word) => /^(--help|--version|-V|--info)$/.test(textOf(word) ?? ''));
  return about ? [] : [discloses('processes'), ...(shows ? [disclosesVariable(null)] : [])];
}

function showsEnvironment(word: Word, before: Word | undefined): boolean {
  const text = textOf(word);
  const previous = before === undefined ? '' : prefixOf(before);
  const isValue =
    /^-[a-zA-Z]*[CGgOopqstUu]$|^[a-zA-Z]*[OoptUkN]$/.test(previous) || /^--[a-zA-Z]+$/.test(previous);
  if (text === null) return !isValue && !prefixOf(word).startsWith('-');
  if (/\benviron\b/.test(text) || /^-[a-zA-Z]*E/.test(text)) return true;
  return !isValue && /^[a-zA-Z]*e[a-zA-Z]*$/.test(text);
}

/** `-0` and a list of signals do nothing; `-1` as a process is all of them. */
function signals(operands: readonly Word[]): readonly Effect[] {
  const [first, ...others] = operands;
  const text = first === undefined ? '-l' : textOf(first);
  if (text !== null && /^(-l|-L|--list|--table|--help|--version)/.test(text)) return [];
  const isSignal = text !== null && /^-./.test(text) && text !== '--';
  const takesNext = text === '-s' || text === '-n' || text === '--signal';
  const rest = others.slice(takesNext ? 1 : 0);
  if (text === '-0' || (takesNext && textOf(others[0]) === '0')) return signalsAfterAll(rest);
  const targets = (isSignal ? rest : operands).filter((word) => textOf(word) !== '--');
  return targets.map((target) =>
    textOf(target) === '-1' ? destroys('process', target) : changes('process', target),
  );
}

/** Behind `-0` there can be another signal, which goes before it: `kill -0 -s KILL 12`. A number with a dash that ends the words is a group of processes. */
function signalsAfterAll(rest: readonly Word[]): readonly Effect[] {
  const end = rest.findIndex((word) => textOf(word) === '--');
  const words = end === -1 ? rest : rest.slice(0, end);
  const isAnother = words.some((word, at) => {
    const text = textOf(word);
    return text !== null && /^-./.test(text) && !(/^-\d+$/.test(text) && at === rest.length - 1);
  });
  if (!isAnother) return [];
  const target = rest.at(-1) ?? null;
  return [textOf(target ?? undefined) === '-1' ? destroys('process', target) : changes('process', target)];
}

function signalsNamed(operands: readonly Word[]): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '');
  // With a name, `pkill -l` of macOS tells what it ends.
  const isAbout = texts.some((text) => /^(?:--list|--help|-V)$/.test(text)) || texts.join(' ') === '-l';
  // Of several signals another one can be the one that is sent: names of them have two letters or more.
  const isAnother = texts.some((text) => text !== '-0' && /^-(?:\d|[A-Z]{2}|s|-s)/.test(text));
  return isAbout || (texts.includes('-0') && !isAnother) ? [] : [changes('process', operands.at(-1) ?? null)];
}

/** `?` shows, `i` ignores, `r` reads; `b` and `u` write the cache of devices. */
function keepsDevices(value: Word): readonly Effect[] {
  const text = textOf(value);
  if (text === '?' || text === 'i') return [];
  const path = { kind: 'known', text: text?.slice(1) ?? '' } as const;
  if (text === null || path.text === '')
    return [unknownEffect('program-specific', `-D ${describeWord(value)}`)];
  return [text.startsWith('r') ? readsFile(path) : replacesFile(path)];
}

function isAbout(operands: readonly Word[]): boolean {
  return operands.length === 1 && /^(-h|--help|-v|-V|--version)$/.test(textOf(operands[0]) ?? '');
}
