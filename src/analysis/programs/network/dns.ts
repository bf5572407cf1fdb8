import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { interactive, readsFile, receivesFrom, sendsTo } from '../effects.ts';
import { flag, has, readsValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

/** Programs that ask name servers and find out how hosts are reached. A name that is asked for is seen by others. */
export const programs: readonly Program[] = [
  {
    names: ['ping', 'ping4', 'ping6'],
    options: {
      ...flags('-4, -6, -A, -a, -B, -b, -D, -d, -f, -H, -h, -L, -n, -O, -o, -q, -R, -r, -U, -V, -v, -3'),
      ...values('-C, -c, -e, -F, -g, -G, -I, -i, -l, -M, -m, -N, -p, -Q, -S, -s, -T, -t, -W, -w, -k, -K'),
    },
    effects: sendsToLast,
  },
  {
    names: ['fping'],
    options: {
      ...flags('-4, -6, -A, -a, -d, -D, -e, -h, -J, -l, -m, -M, -n, -N, -o, -q, -R, -s, -u, -v'),
      ...values('-b, -B, -c, -C, -H, -i, -I, -k, -O, -p, -P, -Q, -r, -S, -t, -T, -x, -X, -g'),
      '-f': readsValue,
    },
    effects: ({ operands }) => operands.map(sendsTo),
  },
  {
    names: ['dig', 'mdig', 'delv'],
    options: {
      ...flags('-4, -6, -h, -i, -m, -r, -u, -v'),
      ...values('-b, -c, -p, -q, -t, -x, -y'),
      ...listed(readsValue, '-f, -k, -a'),
    },
    plus: flag,
    effects: (call) =>
      has(call, '-v') || has(call, '-h')
        ? []
        : asks([
            ...call.operands,
            ...call.given
              .filter(({ names }) => names.includes('-q') || names.includes('-x'))
              .map((given) => given.value),
          ]),
  },
  {
    names: ['nslookup'],
    style: 'single-dash',
    options: {},
    effects: ({ operands }) => (operands.length === 0 ? [sendsTo(null), interactive] : asks(operands)),
  },
  {
    names: ['host'],
    options: {
      ...flags('-4, -6, -a, -A, -C, -d, -i, -l, -n, -r, -s, -T, -U, -v, -V, -w'),
      ...values('-c, -m, -N, -p, -R, -t, -W'),
    },
    effects: ({ operands }) => asks(operands),
  },
  {
    names: ['drill', 'kdig', 'dog', 'doggo', 'q'],
    options: {
      ...flags('-4, -6, -D, -T, -S, -V, -v, -x, -s, -J, -1, --short, --json, --color, --tls, --https'),
      ...values('-t, -p, -n, -b, -q, -c, -H'),
    },
    plus: flag,
    effects: ({ operands }) => asks(operands),
  },
  {
    names: ['whois', 'jwhois'],
    options: {
      ...flags(
        '-a, -b, -B, -c, -d, -F, -G, -H, -I, -K, -l, -L, -M, -m, -r, -R, -x, --verbose, --version, --help',
      ),
      ...values('-h --host, -p --port, -g, -i, -s, -T, -t, -v, -q'),
    },
    effects: ({ operands }) => asks(operands),
  },
  {
    names: ['traceroute', 'traceroute6', 'tcptraceroute', 'tracepath', 'tracepath6'],
    options: {
      ...flags(
        '-4, -6, -A, -b, -d --debug, -D --dccp, -e --extensions, -F --dont-fragment, -I --icmp, -n, -r',
      ),
      ...flags('-T --tcp, -U --udp, -UL, -v, -V --version, --help, --mtu, --back, -S, -E, -h'),
      ...values(
        '-a, -f --first, -g --gateway, -i --interface, -l, -m --max-hops, -M --module, -N --sim-queries',
      ),
      ...values('-O --options, -p --port, -P --protocol, -q --queries, -s --source, -t --tos, -w --wait, -z'),
      ...values('--sport, --fwmark'),
    },
    effects: ({ operands }) => operands.slice(0, 1).map(sendsTo),
  },
  {
    names: ['mtr', 'mtr-packet'],
    options: {
      ...flags(
        '-4, -6, -b --show-ips, -C --csv, -e --mpls, -g --gtk, -h --help, -j --json, -l --raw, -n --no-dns',
      ),
      ...flags('-p --split, -r --report, -t --curses, -T --tcp, -u --udp, -S --sctp, -v --version'),
      ...flags('-w --report-wide, -x --xml, -z --aslookup'),
      ...values(
        '-a --address, -B --bitpattern, -c --report-cycles, -f --first-ttl, -G --gracetime, -i --interval',
      ),
      ...values('-I --interface, -L --localport, -m --max-ttl, -M --mark, -o --order, -P --port, -Q --tos'),
      ...values('-s --psize, -U --max-unknown, -y --ipinfo, -Z --timeout, --displaymode'),
      '-F --filename': readsValue,
    },
    effects: (call) => {
      const isReport = hasAny(call, '-r', '-w', '-C', '-j', '-l', '-p', '-x', '-v', '-h');
      return [...call.operands.map(sendsTo), ...(isReport ? [] : [interactive])];
    },
  },
  {
    names: ['getent'],
    options: {
      ...flags('-i --no-idn, -A --no-addrconfig, -? --help, --usage, -V --version'),
      ...values('-s --service'),
    },
    effects: ({ operands: [database, ...keys] }) => readsDatabase(database ?? known(''), keys),
  },
  {
    names: ['resolvectl', 'systemd-resolve'],
    style: 'none',
    effects: ({ operands }) => asks(operands),
  },
];

function sendsToLast({ operands }: Call): readonly Effect[] {
  return operands.slice(-1).map(sendsTo);
}

/** Each name is sent to a name server, and what comes back may be chosen by a stranger. */
function asks(operands: readonly Word[]): readonly Effect[] {
  const names = operands.filter((word) => !prefixOf(word).startsWith('+') && !isType(word));
  return names.length === 0 ? [sendsTo(null)] : names.flatMap((name) => [sendsTo(name), receivesFrom(name)]);
}

/** `MX`, `TXT`, `IN`. */
function isType(word: Word): boolean {
  return /^(A|AAAA|ANY|AXFR|CAA|CH|CNAME|DNSKEY|DS|HTTPS|IN|MX|NS|PTR|SOA|SRV|SVCB|TLSA|TXT|mx|txt|ns|soa|a|aaaa|any)$/.test(
    textOf(word) ?? '',
  );
}

/** Databases of names are asked over the network, the others are files. */
function readsDatabase(database: Word, keys: readonly Word[]): readonly Effect[] {
  const text = textOf(database);
  if (text === null || /^(a?hosts(v[46])?|networks|netgroup)$/.test(text)) {
    return keys.length === 0 ? [readsFile(known('/etc/hosts'))] : keys.map(sendsTo);
  }
  return [readsFile(known(`/etc/${text}`))];
}
