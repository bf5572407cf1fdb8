import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersFile,
  background,
  changes,
  createsFile,
  interactive,
  listens,
  readsFile,
  readsTree,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsCommand,
  runsInput,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import {
  appendsValue,
  flagWith,
  has,
  lastValue,
  readsValue,
  replacesValue,
  runsProgramValue,
  runsValue,
  specialValue,
  value,
  valueWith,
} from '../options.ts';
import { parseArguments } from '../parse-arguments.ts';
import { hostIn, inHome, isRemote, mayBeRemote } from '../places.ts';
import type { Call, Given, OptionTable, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';

/** Settings of `-o` that run nothing here, write nothing and read nothing. */
const harmlessSettings: ReadonlySet<string> = new Set(
  `addkeystoagent addressfamily batchmode bindaddress bindinterface canonicaldomains canonicalizefallbacklocal
  canonicalizehostname canonicalizemaxdots casignaturealgorithms checkhostip ciphers clearallforwardings compression
  connectionattempts connecttimeout controlpersist enablesshkeysign escapechar exitonforwardfailure fingerprinthash
  forwardagent forwardx11 forwardx11timeout forwardx11trusted gatewayports gssapiauthentication
  gssapidelegatecredentials hashknownhosts host hostbasedauthentication hostkeyalgorithms hostkeyalias hostname
  identitiesonly ipqos kbdinteractiveauthentication kexalgorithms loglevel macs nohostauthenticationforlocalhost
  numberofpasswordprompts passwordauthentication port preferredauthentications proxyjump pubkeyacceptedalgorithms
  pubkeyacceptedkeytypes pubkeyauthentication rekeylimit requesttty requiredrsasize serveralivecountmax
  serveraliveinterval sessiontype stdinnull stricthostkeychecking syslogfacility tcpkeepalive updatehostkeys user
  verifyhostkeydns visualhostkey forkafterauthentication permitlocalcommand setenv`.split(/\s+/),
);

const options: OptionTable = {
  ...flags('-4, -6, -A, -a, -C, -K, -k, -M, -n, -N, -q, -s, -T, -t, -V, -v, -X, -x, -Y, -y, -G, -g'),
  ...values('-B, -b, -c, -e, -J, -l, -m, -p, -Q, -W, -w, -P, -O'),
  ...listed({ takes: 'value', effects: always(listens) }, '-D, -L, -R'),
  '-f': flagWith(always(background)),
  '-E': appendsValue,
  '-F': { takes: 'value', effects: readsConfiguration },
  '-i': readsValue,
  '-I': specialValue('a library that is loaded'),
  '-o': { takes: 'value', effects: ({ value }) => setsOption(value) },
  '-S': value,
};

const copies: OptionTable = {
  ...flags('-3, -4, -6, -A, -a, -B, -C, -f, -N, -O, -p, -q, -R, -r, -T, -v'),
  ...values('-c, -J, -l, -P, -X'),
  '-D': runsProgramValue,
  '-F': { takes: 'value', effects: readsConfiguration },
  '-i': readsValue,
  '-o': { takes: 'value', effects: ({ value }) => setsOption(value) },
  '-S': runsProgramValue,
};

export const programs: readonly Program[] = [
  { names: ['ssh', 'slogin'], order: 'options-first', options, effects: (call) => logsIn(call) },
  {
    names: ['mosh'],
    order: 'options-first',
    options: {
      ...flags('-4, -6, -a, -n, --no-init'),
      ...values('-p --port, --predict'),
      ...listed(runsValue, '--ssh, --client'),
      ...listed(specialValue('a program there'), '--server'),
    },
    effects: ({ operands: [host = known('')] }) => [sendsTo(host), interactive],
  },
  {
    names: ['scp'],
    options: copies,
    effects: (call) => transfers(call, call.operands.slice(0, -1), call.operands.at(-1) ?? null),
  },
  {
    names: ['sftp'],
    options: {
      ...copies,
      ...values('-B, -R, -s'),
      '-b': {
        takes: 'value',
        effects: ({ value }) => [
          textOf(value) === '-' ? runsInput('sftp') : readsFile(value),
          unknownEffect('loaded-code', describeWord(value)),
        ],
      },
    },
    effects: (call) => {
      const [from, to] = call.operands;
      if (from === undefined) return [];
      const reads = to === undefined ? [] : [replacesTree(to)];
      return [
        sendsTo(hostIn(from)),
        receivesFrom(hostIn(from)),
        ...reads,
        ...(has(call, '-b') ? [] : [interactive]),
      ];
    },
  },
  {
    names: ['sshfs'],
    options: {
      ...flags('-h --help, -V --version, -d, --debug, -f, -s, -C, -1'),
      ...values('-p'),
      '-F': { takes: 'value', effects: readsConfiguration },
      '-o': {
        takes: 'value',
        effects: ({ value }) =>
          value.kind === 'known' &&
          /^(reconnect|ro|allow_other|idmap=user|default_permissions|[a-z]+=\d+|IdentityFile=[^,]*|StrictHostKeyChecking=\w+|,)+$/i.test(
            value.text,
          )
            ? []
            : [unknownEffect('program-specific', describeWord(value))],
      },
    },
    effects: ({ operands: [host = known(''), at = known('.')] }) => [sendsTo(host), changes('system', at)],
  },
  {
    names: ['ssh-keygen'],
    options: {
      ...flags('-A, -B, -c, -e, -g, -H, -h, -i, -K, -L, -l, -o, -p, -q, -u, -v, -X, -y, -k, -U'),
      ...values(
        '-a, -b, -C, -E, -F, -I, -M, -m, -N, -n, -O, -P, -R, -r, -s, -t, -V, -W, -Y, -Z, -z, -f, -J, -j, -S',
      ),
      '-D': specialValue('a library that is loaded'),
      '-w': specialValue('a library that is loaded'),
      '-T': replacesValue,
      '-G': replacesValue,
    },
    effects: makesKeys,
  },
  {
    names: ['ssh-add'],
    options: {
      ...flags('-c, -D, -d, -K, -k, -L, -l, -q, -v, -X, -x, -C'),
      ...values('-E, -H, -h, -T, -t'),
      '-S': specialValue('a library that is loaded'),
      '-s': specialValue('a library that is loaded'),
      '-e': specialValue('a library that is taken out'),
    },
    effects: (call) => {
      if (hasAny(call, '-l', '-L', '-T')) return [];
      if (hasAny(call, '-d', '-D', '-x', '-X')) return [changes('process', known('ssh-agent'))];
      return [...call.operands.map(readsFile), changes('process', known('ssh-agent'))];
    },
  },
  {
    names: ['ssh-agent'],
    order: 'options-first',
    options: {
      ...flags('-c, -s, -d, -D, -k, -T, -u, -U'),
      ...values('-E, -O, -P, -t'),
      '-a': valueWith(createsFile),
    },
    effects: (call) => {
      if (call.operands.length > 0) return [runsCommand(call.operands)];
      return has(call, '-k') ? [changes('process', known('ssh-agent'))] : [background];
    },
  },
  {
    names: ['ssh-copy-id'],
    options: {
      ...flags('-f, -n, -s, -x, -h, -?'),
      ...values('-p, -t, -i'),
      '-F': { takes: 'value', effects: readsConfiguration },
      '-o': { takes: 'value', effects: ({ value }) => setsOption(value) },
    },
    effects: ({ operands: [host = known('')] }) => [sendsTo(host), changes('remote', host)],
  },
  {
    names: ['ssh-keyscan'],
    options: { ...flags('-4, -6, -c, -D, -H, -q, -v'), ...values('-O, -p, -T, -t'), '-f': readsValue },
    effects: ({ operands }) => operands.map(receivesFrom),
  },
];

/** Options may stand behind the host too; what comes after them is run there. */
function logsIn(call: Call): readonly Effect[] {
  const [host, ...words] = call.operands;
  if (hasAny(call, '-V', '-Q')) return [];
  if (host === undefined) return has(call, '-O') ? [changes('process')] : [];
  const behind = parseArguments(words, { order: 'options-first', options }, [options]);
  const all = { ...call, given: [...call.given, ...behind.given], operands: behind.operands };
  return [
    ...behind.given.flatMap((given) => given.rule.effects?.(given, all) ?? []),
    ...behind.problems,
    ...(has(all, '-G') ? [] : [sendsTo(host), receivesFrom(host), ...session(all)]),
  ];
}

function session(call: Call): readonly Effect[] {
  if (hasAny(call, '-N', '-W', '-O', '-s')) return [];
  if (call.operands.length > 0) return [runsShell(joined(call.operands), [], { isElsewhere: true })];
  return call.stdin.kind === 'inherited' || has(call, '-t')
    ? [interactive]
    : [runsInput('shell', { isElsewhere: true })];
}

/** The words with blanks between them, as the other shell gets them. */
function joined(words: readonly Word[]): Word {
  const texts = words.map(textOf);
  const end = texts.indexOf(null);
  if (end === -1) return known(texts.join(' '));
  return unknown(texts.slice(0, end).join(' ') + (end === 0 ? '' : ' ') + prefixOf(words[end] ?? known('')));
}

/** A configuration names programs that are run; `none` is none. */
function readsConfiguration({ value }: Given): readonly Effect[] {
  if (['none', '/dev/null'].includes(textOf(value) ?? '')) return [];
  return [readsFile(value), unknownEffect('loaded-code', describeWord(value))];
}

/** `Name=value` or `Name value`, in any case. */
function setsOption(setting: Word): readonly Effect[] {
  const match = /^\s*(\w+)\s*[= ]\s*/.exec(prefixOf(setting));
  const name = match?.[1]?.toLowerCase() ?? '';
  const given = match === null ? setting : dropStart(setting, match[0].length);
  if (harmlessSettings.has(name)) return [];
  if (['proxycommand', 'localcommand', 'knownhostscommand'].includes(name)) {
    return textOf(given)?.toLowerCase() === 'none' ? [] : [runsShell(given)];
  }
  if (name === 'remotecommand') return [runsShell(given, [], { isElsewhere: true })];
  if (['identityfile', 'certificatefile', 'globalknownhostsfile', 'revokedhostkeys'].includes(name)) {
    return [readsFile(given)];
  }
  if (name === 'userknownhostsfile') return textOf(given) === '/dev/null' ? [] : [altersFile(given)];
  if (['localforward', 'remoteforward', 'dynamicforward'].includes(name)) return [listens];
  if (['controlmaster', 'controlpath', 'identityagent'].includes(name)) return [changes('process', setting)];
  return [unknownEffect('program-specific', describeWord(setting))];
}

/** Files here are read or written, others are sent or fetched. */
function transfers(call: Call, sources: readonly Word[], target: Word | null): readonly Effect[] {
  const isTree = hasAny(call, '-r', '-a', '--recursive', '--archive');
  const here = sources.filter((source) => !isRemote(source));
  const there = sources.filter(mayBeRemote);
  const write = isTree ? replacesTree : replacesFile;
  return [
    ...here.map(isTree ? readsTree : readsFile),
    ...there.map((source) => receivesFrom(hostIn(source))),
    ...(target !== null && mayBeRemote(target) ? [sendsTo(hostIn(target)), changes('remote', target)] : []),
    ...(target !== null && !isRemote(target) ? [write(target)] : []),
  ];
}

/** Makes a key, unless an option asks for something else. */
function makesKeys(call: Call): readonly Effect[] {
  const file = lastValue(call, '-f') ?? inHome('.ssh/id_ed25519');
  if (hasAny(call, '-l', '-L', '-F', '-e', '-i', '-B', '-y', '-r')) return [readsFile(file)];
  if (has(call, '-R')) return [altersFile(lastValue(call, '-f') ?? inHome('.ssh/known_hosts'))];
  if (has(call, '-Y')) return signs(call, file);
  if (hasAny(call, '-p', '-c', '-H')) return [altersFile(file)];
  if (has(call, '-s')) return [readsFile(lastValue(call, '-s') ?? file), ...call.operands.map(createsFile)];
  if (has(call, '-A')) return [changes('system', known('host keys'))];
  if (hasAny(call, '-k', '-Q', '-K', '-M', '-D')) return [unknownEffect('program-specific', 'key lists')];
  return [createsFile(file), createsFile(withSuffix(file))];
}

function withSuffix(file: Word): Word {
  const text = textOf(file);
  return text === null ? file : known(`${text}.pub`);
}

function signs(call: Call, file: Word): readonly Effect[] {
  const reads = [file, ...call.operands].map(readsFile);
  const isSigning = textOf(lastValue(call, '-Y') ?? known('')) === 'sign';
  return isSigning ? [...reads, ...call.operands.map(createsFile)] : reads;
}
