import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, suffixOf, textOf } from '../../words.ts';
import { changes, readsFile, runsInput, sendsTo, unknownEffect } from '../effects.ts';
import { flagWith, readsValue, replacesValue, special, specialValue, value } from '../options.ts';
import type { Call, OptionRule, OptionTable, Program } from '../program.ts';
import { always, flags, listed, values } from '../shorthand.ts';
import { run } from '../wrapped.ts';

/** Words of `ip` that name an object, and that only show it. */
const objects =
  /^(?:a|ad|addr|addrs|address|l|li|link|r|ro|route|ru|rule|n|ne|neigh|neighbor|neighbour|maddr|maddress|netconf|netns|stats|tuntap|tunnel|tcp_metrics)$/;
const shows = /^(?:s|sh|show|l|ls|list|get|help)$/;

/** What `openssl` is asked about a certificate, a list of those that are revoked, or a request for one. */
const aboutCertificate: OptionTable = {
  ...flags('-noout, -text, -subject, -issuer, -dates, -startdate, -enddate, -fingerprint, -serial, -hash'),
  ...flags('-pubkey, -modulus, -purpose, -email, -sha256, -sha1, -verify, -help, -ocsp_uri'),
  ...values('-inform, -outform, -checkend, -checkhost, -nameopt, -certopt, -ext'),
};

/** Of a file in which a key may be too, the certificate or the list alone is shown. Who names a key means the key. */
const readsCertificate: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /^(?!.*key).*\.(?:pem|crt|cer|der)$/i.test(suffixOf(value)) ? [] : [readsFile(value)],
};

/** Programs that show sockets, addresses and routes of this machine. */
export const programs: readonly Program[] = [
  {
    names: ['ss'],
    options: {
      ...flags('-h --help, -V --version, -H --no-header, -O --oneline, -n --numeric, -r --resolve, -a --all'),
      ...flags(
        '-l --listening, -o --options, -e --extended, -m --memory, -p --processes, -i --info, -s --summary',
      ),
      ...flags(
        '-b --bpf, -E --events, -Z --context, -z --contexts, -4 --ipv4, -6 --ipv6, -0 --packet, -t --tcp',
      ),
      ...flags(
        '-u --udp, -d --dccp, -w --raw, -x --unix, -S --sctp, -T --threads, -M --mptcp, --tos, --cgroup',
      ),
      ...flags('--tipc, --vsock, --xdp, -B --bound-inactive, --inet-sockopt'),
      ...values('-f --family, -A --query --socket'),
      '-K --kill': flagWith(always(changes('process'))),
      '-D --diag': replacesValue,
      '-F --filter': readsValue,
      '-N --net': specialValue('another network'),
    },
    effects: ({ operands }) => operands.flatMap((word) => hostsOfFilter(word)),
  },
  {
    names: ['netstat'],
    options: {
      ...flags(
        '-a --all, -l --listening, -t --tcp, -u --udp, -n --numeric, -p --programs --program, -r --route',
      ),
      ...flags(
        '-i --interfaces, -s --statistics, -e --extend, -o --timers, -v --verbose, -W --wide, -x --unix',
      ),
      ...flags('-g --groups, -4 --inet, -6 --inet6, -w --raw, -N --symbolic, -c --continuous, -h --help'),
      ...flags('-V --version, --numeric-hosts, --numeric-ports, --numeric-users, -b, -L'),
      ...values('-f, -I'),
    },
  },
  {
    names: ['ip'],
    order: 'options-first',
    options: {
      ...flags(
        '-V -Version, -h -human -human-readable, -s -stats -statistics, -d -details, -o -oneline, -r -resolve',
      ),
      ...flags(
        '-4, -6, -0, -B, -M, -j -json, -p -pretty, -a -all, -c -color, -br -brief, -t -timestamp, -iec, -N',
      ),
      ...values('-f -family, -l -loops, -rc'),
      '-n -netns': value,
      '-b -batch': specialValue('a file with commands'),
      '-force': special('errors are passed over'),
    },
    style: 'single-dash',
    effects: showsAddresses,
  },
  {
    names: ['ifconfig', 'iwconfig'],
    options: flags('-a, -l, -s, -v, -m, -L'),
    effects: ({ operands }) => (operands.length < 2 ? [] : [changes('system', operands[0] ?? null)]),
  },
  {
    names: ['route', 'arp'],
    options: flags('-n, -e, -ee, -a, -v, -V, -h, -4, -6'),
    effects: ({ operands }) => operands.map((word) => changes('system', word)),
  },
  {
    names: ['openssl'],
    // Up to version 3 it takes what comes in for its commands then.
    effects: ({ stdin }) => (stdin.kind === 'nothing' ? [] : [runsInput('openssl')]),
    subcommands: {
      version: { style: 'single-dash', options: flags('-a, -b, -c, -d, -e, -f, -m, -o, -p, -r, -v') },
      'help list ciphers errstr prime': {
        style: 'single-dash',
        options: flags('-v, -V, -commands'),
        optionsAreHarmless: true,
      },
      'dgst sha1 sha224 sha256 sha384 sha512 md5': {
        style: 'single-dash',
        options: {
          ...flags(
            '-c, -r, -hex, -binary, -d, -md5, -sha1, -sha224, -sha256, -sha384, -sha512, -sha3-256, -blake2b512',
          ),
          ...flags('-list, -help'),
        },
        effects: ({ operands }) => operands.map(readsFile),
      },
      rand: {
        style: 'single-dash',
        options: { ...flags('-hex, -base64, -help'), '-out': replacesValue },
      },
      'enc base64 asn1parse': {
        style: 'single-dash',
        options: {
          ...flags(
            '-d, -e, -a, -A, -base64, -z, -p, -P, -salt, -nosalt, -nopad, -pbkdf2, -none, -list, -help',
          ),
          ...flags('-aes-128-cbc, -aes-192-cbc, -aes-256-cbc, -aes-128-ctr, -aes-256-ctr, -aes256, -aes128'),
          ...flags('-des3, -noout, -i'),
          ...values('-k, -K, -iv, -S, -md, -iter, -bufsize, -inform, -offset, -length, -strparse, -dlimit'),
          ...listed(readsValue, '-in, -kfile, -oid'),
          '-out': replacesValue,
        },
      },
      // They tell what becomes of files, and show nothing of them.
      verify: {
        style: 'single-dash',
        options: {
          ...flags('-verbose, -show_chain, -partial_chain, -trusted_first, -x509_strict, -crl_check, -help'),
          ...flags('-crl_check_all, -check_ss_sig, -no-CAfile, -no-CApath, -no-CAstore, -no_check_time'),
          ...values('-CAfile, -CApath, -CRLfile, -trusted, -untrusted, -purpose, -verify_depth, -attime'),
          ...values('-verify_hostname, -verify_email, -verify_ip, -nameopt'),
        },
        optionsAreHarmless: true,
      },
      'rsa dsa ec pkey': {
        style: 'single-dash',
        options: {
          ...flags(
            '-noout, -text, -text_pub, -check, -pubcheck, -pubin, -pubout, -modulus, -param_out, -help',
          ),
          ...flags('-RSAPublicKey_in, -RSAPublicKey_out, -traditional, -no_public'),
          ...values('-inform, -outform, -conv_form, -param_enc'),
          '-in': readsValue,
          '-out': replacesValue,
        },
      },
      'pkcs12 pkcs8': {
        style: 'single-dash',
        options: {
          ...flags(
            '-nodes, -noenc, -nokeys, -nocerts, -clcerts, -cacerts, -info, -export, -noout, -legacy, -topk8, -help',
          ),
          ...flags('-nocrypt, -chain, -nomac, -noiter'),
          ...values(
            '-passin, -passout, -password, -name, -caname, -inform, -outform, -v1, -v2, -certpbe, -keypbe',
          ),
          ...listed(readsValue, '-in, -inkey, -certfile, -CAfile'),
          '-out': replacesValue,
        },
      },
      req: { style: 'single-dash', options: { ...aboutCertificate, '-in': readsValue } },
      'x509 crl': { style: 'single-dash', options: { ...aboutCertificate, '-in': readsCertificate } },
    },
  },
];

/** `ip` shows an object unless it is told to do more with it. */
function showsAddresses({ operands }: Call): readonly Effect[] {
  const [object, action, ...more] = operands.map(textOf);
  if (object === undefined || object === 'help') return [];
  if (object === null || !objects.test(object)) return [unknownEffect('unknown-subcommand', object ?? '…')];
  if (object === 'netns' && action === 'exec')
    return [changes('system', operands[0] ?? null), ...run(operands.slice(3))];
  const isShown = action === undefined || (action !== null && shows.test(action));
  return isShown && more.every((word) => word !== null) ? [] : [changes('system', operands[0] ?? null)];
}

/** What a filter of `ss` is made of besides addresses: how they are compared, states, and what is none of a host. */
const filterWords =
  /^(?:state|exclude|src|dst|sport|dport|dev|fwmark|cgroup|autobound|and|or|not|all|connected|synchronized|bucket|big|established|syn-sent|syn-recv|fin-wait-[12]|time-wait|closed?|close-wait|last-ack|listen(?:ing)?|closing|bound-inactive|eq|ne|neq|[lg][te]|[=!<>]=?|[()&|!]+|(?:unix|link|netlink|vsock|packet):.*)$/;

/** An address or a port, which needs no name server. */
const localAddress =
  /^(?:\*?:[\w*-]*|[\d.*]+(?:\/\d+)?(?::[\w*-]*)?|\[?[\da-f]*:[\da-f]*:[\da-f:.]*\]?(?:\/\d+)?(?::[\w*-]*)?)$/;

/** Names of hosts in a filter are asked about at a name server. */
function hostsOfFilter(word: Word): readonly Effect[] {
  const text = textOf(word);
  if (text === null) return [sendsTo(word)];
  return text
    .split(/[\s()]+/)
    .filter(
      (part) =>
        part !== '' && !filterWords.test(part) && !localAddress.test(part.replace(/^(?:inet6?:|=)/, '')),
    )
    .map((part) => sendsTo(known(part)));
}
