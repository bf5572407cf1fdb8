import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import {
  altersFile,
  interactive,
  listens,
  readsFile,
  receivesFrom,
  replacesFile,
  runsForeign,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { flagWith, has, readsValue, replacesValue, runsValue, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';

/** Programs that connect, listen and pass on what comes. */
export const programs: readonly Program[] = [
  {
    // One table for what goes by these names: traditional, BSD and nmap's. `-c` runs a command in two of them.
    names: ['nc', 'netcat', 'ncat', 'nc.openbsd', 'nc.traditional'],
    abbreviates: false,
    options: {
      ...flags(
        '-4, -6, -b, -C --crlf, -D, -d, -F, -h --help, -k --keep-open, -N, -n --nodns, -r, -S, -t --telnet',
      ),
      ...flags('-U --unixsock, -u --udp, -v --verbose, -z, -a, --sctp, --ssl, --ssl-verify, --send-only'),
      ...flags('--recv-only, --no-shutdown, --broker, --chat, --version, --append-output, --vsock'),
      ...values(
        '-i --idle-timeout, -w --wait, -p --source-port, -s --source, -q, -I, -O, -M, -m --max-conns',
      ),
      ...values('-P, -T, -V, -X, -g, -G, -W, -Z, --proxy, --proxy-type, --proxy-auth, --proxy-dns, --delay'),
      ...values('--allow, --deny, --ssl-ciphers, --ssl-servername, --ssl-alpn'),
      '-l --listen': flagWith(always(listens)),
      ...listed(replacesValue, '-o --output'),
      ...listed(readsValue, '--allowfile, --denyfile, --ssl-cert, --ssl-key, --ssl-trustfile'),
      '-x --hex-dump': specialValue('a proxy, or a file for what is sent'),
      '-c --sh-exec': runsValue,
      '-e --exec': runsValue,
      '--lua-exec': specialValue('a program in Lua'),
    },
    effects: connects,
  },
  {
    names: ['socat', 'socat1'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-V, -h, -?, -d, -D, -v, -x, -u, -U, -s, -g, -4, -6, -0, -S'),
      ...values('-b, -t, -T, -L, -W, -l'),
      ...listed(replacesValue, '-r, -R'),
    },
    effects: ({ operands }) => operands.flatMap((address) => opens(address)),
  },
  {
    names: ['telnet'],
    options: {
      ...flags('-4, -6, -8, -E, -K, -L, -a, -c, -d, -F, -f, -r, -x'),
      ...values('-b, -e, -k, -l, -S, -X'),
      '-n': replacesValue,
    },
    effects: ({ operands }) => [sendsTo(operands[0] ?? null), interactive],
  },
  {
    names: ['ftp', 'tnftp'],
    options: {
      ...flags('-4, -6, -A, -a, -d, -e, -f, -g, -i, -n, -p, -R, -t, -V, -v'),
      ...values('-P, -q, -r, -s, -T, -x'),
      '-N': readsValue,
      '-o': replacesValue,
      '-u': specialValue('an upload'),
    },
    effects: ({ operands }) => [
      sendsTo(operands[0] ?? null),
      receivesFrom(operands[0] ?? null),
      ...commands(),
    ],
  },
  {
    names: ['tftp'],
    order: 'options-first',
    options: { ...flags('-4, -6, -l, -v, -V'), ...values('-m, -R') },
    effects: ({ operands }) => [sendsTo(operands[0] ?? null), ...commands()],
  },
  {
    names: ['lftp'],
    options: {
      ...flags('-d, -h --help, -v --version'),
      ...values('-p, -u'),
      '-f': specialValue('a script'),
      ...listed(
        {
          takes: 'value',
          effects: ({ value }) => [
            unknownEffect('unknown-code', describeWord(value)),
            runsForeign('lftp', value),
          ],
        },
        '-c, -e',
      ),
    },
    effects: (call) => {
      if (hasAny(call, '-h', '-v')) return [];
      return [sendsTo(call.operands[0] ?? null), ...(has(call, '-c') ? [] : [interactive])];
    },
  },
  {
    names: ['ngrok', 'localtunnel', 'lt', 'cloudflared', 'bore'],
    style: 'none',
    effects: ({ operands }) => (isQuestion(operands) ? [] : [sendsTo(null), listens]),
  },
];

function isQuestion(operands: readonly Word[]): boolean {
  const first = textOf(operands[0] ?? known('--help'));
  return operands.length <= 1 && ['--help', '-h', '--version', 'version', 'help'].includes(first ?? '');
}

/** Commands on the input, which fetch, send and delete files and may run a shell. */
function commands(): readonly Effect[] {
  return [interactive, unknownEffect('unknown-code', 'commands on the input')];
}

function connects(call: Call): readonly Effect[] {
  if (has(call, '--help') || has(call, '--version') || has(call, '-l')) return [];
  const host = call.operands[0];
  if (host === undefined) return [];
  if (has(call, '-U')) return [altersFile(host)];
  return has(call, '-z') ? [sendsTo(host)] : [sendsTo(host), receivesFrom(host)];
}

/** An address of socat: `TYPE:parameters,option=value`; two with `!!` between them are one for each direction. */
function opens(address: Word): readonly Effect[] {
  const text = textOf(address);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(address))];
  return text.split('!!').flatMap((one) => [...opensOne(one), ...changesOpened(one)]);
}

function opensOne(address: string): readonly Effect[] {
  const [type = '', ...parameters] = address.split(':');
  const rest = known(parameters.join(':').replace(/,.*$/s, ''));
  const name = type.replace(/,.*$/s, '').toUpperCase();
  if (/^(-|STDIO|STDIN|STDOUT|STDERR|FD|PIPE|FIFO|PTY|\d+)$/.test(name) || name === '') return [];
  if (/^(EXEC|SYSTEM|SHELL)$/.test(name)) return [runsShell(known(parameters.join(':')))];
  if (/^(OPEN|GOPEN|FILE|CREATE|CREAT)$/.test(name)) return [readsFile(rest), replacesFile(rest)];
  if (/-(LISTEN|L|RECV|RECVFROM|BIND)$/.test(name)) return [listens];
  if (/^UNIX|^ABSTRACT/.test(name)) return [altersFile(rest)];
  if (/^(TCP|UDP|SCTP|OPENSSL|SSL|SOCKS|PROXY|IP|VSOCK|DTLS|DCCP)/.test(name)) {
    return [sendsTo(rest), receivesFrom(rest)];
  }
  if (/^[./]/.test(address))
    return [readsFile(known(address.replace(/,.*$/s, ''))), replacesFile(known(address))];
  return [unknownEffect('unknown-operand', address)];
}

/** Options of an address that remove files, act as another user, or go on in the background. */
function changesOpened(address: string): readonly Effect[] {
  const risky = /,(unlink|unlink-close|unlink-early|setuid|su|su-d|chroot|user|owner|perm|chown)\b/i.exec(
    address,
  );
  return risky === null ? [] : [unknownEffect('program-specific', risky[1] ?? '')];
}
