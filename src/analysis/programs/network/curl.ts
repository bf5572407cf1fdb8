import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import {
  describeWord,
  dropStart,
  known,
  mayStartWith,
  prefixOf,
  prepend,
  textOf,
  unknown,
} from '../../words.ts';
import {
  altersFile,
  changes,
  createsFile,
  destroys,
  disclosesVariable,
  readsFile,
  receivesFrom,
  replacesFile,
  runsCommand,
  runsInput,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { allValues, has, lastValue, readsValue, specialValue, valueWith } from '../options.ts';
import { fileNameOf, fileOfUrl, inHome, isStream } from '../places.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

const writesValue: OptionRule = { takes: 'value', effects: ({ value }) => writes(value) };
/** A file that is read at the start and written at the end. */
const keepsValue: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [readsFile(value), ...writes(value)],
};
const sendsThrough: OptionRule = valueWith(sendsTo);

/** `@file` stands for what is in the file. */
const readsAfterAt: OptionRule = { takes: 'value', effects: readsMarked };

export const programs: readonly Program[] = [
  {
    names: ['curl'],
    isNegatable: true,
    options: {
      ...flags('--anyauth, -a --append, --basic, --ca-native, --cert-status, --compressed, --compressed-ssh'),
      ...flags('--create-dirs, --crlf, --digest, -q --disable, --disable-eprt, --disable-epsv'),
      ...flags('--disallow-username-in-url, --doh-cert-status, --doh-insecure, -f --fail, --fail-early'),
      ...flags('--fail-with-body, --false-start, --form-escape, --ftp-create-dirs, --ftp-pasv, --ftp-pret'),
      ...flags('--ftp-skip-pasv-ip, --ftp-ssl-ccc, --ftp-ssl-control, -G --get, -g --globoff, -I --head'),
      ...flags('--haproxy-protocol, --http0.9, -0 --http1.0, --http1.1, --http2, --http2-prior-knowledge'),
      ...flags('--http3, --http3-only, --ignore-content-length, -i --include --show-headers, -k --insecure'),
      ...flags('-4 --ipv4, -6 --ipv6, -j --junk-session-cookies, -l --list-only, -L --location'),
      ...flags('--location-trusted, --mail-rcpt-allowfails, -M --manual, --metalink, --mptcp, --negotiate'),
      ...flags('-: --next, -N --no-buffer --buffer, --no-alpn --alpn, --no-clobber --clobber'),
      ...flags('--no-keepalive --keepalive, --no-npn --npn, --no-progress-meter --progress-meter'),
      ...flags('--no-sessionid --sessionid, --ntlm, --ntlm-wb, -Z --parallel, --parallel-immediate'),
      ...flags('--path-as-is, --post301, --post302, --post303, -# --progress-bar, --proxy-anyauth'),
      ...flags('--proxy-basic, --proxy-ca-native, --proxy-digest, --proxy-http2, --proxy-insecure'),
      ...flags('--proxy-negotiate, --proxy-ntlm, --proxy-ssl-allow-beast, --proxy-ssl-auto-client-cert'),
      ...flags('--proxy-tlsv1, -p --proxytunnel, --raw, -J --remote-header-name, -O --remote-name'),
      ...flags('--remote-name-all, -R --remote-time, --retry-all-errors, --retry-connrefused, --sasl-ir'),
      ...flags('-S --show-error, -s --silent, --skip-existing, --socks5-basic, --socks5-gssapi'),
      ...flags('--socks5-gssapi-nec, --ssl --ftp-ssl, --ssl-allow-beast, --ssl-auto-client-cert'),
      ...flags(
        '--ssl-no-revoke, --ssl-reqd --ftp-ssl-reqd, --ssl-revoke-best-effort, -2 --sslv2, -3 --sslv3',
      ),
      ...flags(
        '--styled-output, --remove-on-error, --eprt, --epsv, --suppress-connect-headers, --tcp-fastopen',
      ),
      ...flags('--tcp-nodelay, --tftp-no-options, --tls-earlydata, -1 --tlsv1, --tlsv1.0, --tlsv1.1'),
      ...flags('--tlsv1.2, --tlsv1.3, --tr-encoding, --trace-ids, --trace-time, -B --use-ascii'),
      ...flags('-v --verbose, -V --version, --xattr'),
      ...values('--alpn-list, --aws-sigv4, --cert-type, --ciphers, --connect-timeout, -C --continue-at'),
      ...values('--create-file-mode, --curves, --data-raw, --delegation, --dns-interface, --dns-ipv4-addr'),
      ...values('--dns-ipv6-addr, --ech, --expect100-timeout, --form-string, --ftp-account'),
      ...values('--ftp-alternative-to-user, --ftp-method, -P --ftp-port, --ftp-ssl-ccc-mode'),
      ...values('--happy-eyeballs-timeout-ms, --haproxy-clientip, -h --help, --hostpubmd5, --hostpubsha256'),
      ...values(
        '--interface, --ip-tos, --ipfs-gateway, --keepalive-cnt, --keepalive-time, --key-type, --krb',
      ),
      ...values('--limit-rate, --local-port, --login-options, --mail-auth, --mail-from, --mail-rcpt'),
      ...values('--max-filesize, --max-redirs, -m --max-time, --noproxy, --oauth2-bearer, --parallel-max'),
      ...values('--parallel-max-host, --pass, --pinnedpubkey, --proto, --proto-default, --proto-redir'),
      ...values('--proxy-cert-type, --proxy-ciphers, --proxy-key-type, --proxy-pass, --proxy-pinnedpubkey'),
      ...values('--proxy-service-name, --proxy-tls13-ciphers, --proxy-tlsauthtype, --proxy-tlspassword'),
      ...values('--proxy-tlsuser, -U --proxy-user, -r --range, --rate, -e --referer, -X --request'),
      ...values('--request-target, --retry, --retry-delay, --retry-max-time, --sasl-authzid, --service-name'),
      ...values(
        '--sigalgs, --signature-algorithms, --socks5-gssapi-service, -Y --speed-limit, -y --speed-time',
      ),
      ...values('-t --telnet-option, --tftp-blksize, -z --time-cond, --tls-max, --tls13-ciphers'),
      ...values('--tlsauthtype, --tlspassword, --tlsuser, --trace-config, -u --user, -A --user-agent'),
      ...values('--vlan-priority, --url, --output-dir, -o --output, -T --upload-file'),
      ...listed(readsValue, '--cacert, --capath, --crlfile, --egd-file, --etag-compare, --key, --netrc-file'),
      ...listed(readsValue, '--proxy-cacert, --proxy-capath, --proxy-cert, --proxy-crlfile, --proxy-key'),
      ...listed(readsValue, '--pubkey, --random-file, -E --cert, --knownhosts'),
      ...listed(writesValue, '--etag-save, --libcurl, --stderr, --trace, --trace-ascii, -D --dump-header'),
      ...listed(writesValue, '-c --cookie-jar, --ssl-sessions, --dump-ca-embed'),
      ...listed(keepsValue, '--alt-svc, --hsts'),
      ...listed(sendsThrough, '-x --proxy, --proxy1.0, --preproxy, --socks4, --socks4a, --socks5'),
      ...listed(sendsThrough, '--socks5-hostname, --doh-url, --dns-servers, --connect-to, --resolve'),
      ...listed(readsAfterAt, '-d --data --data-ascii, --data-binary, --data-urlencode, --json, -F --form'),
      ...listed(readsAfterAt, '-H --header, --proxy-header, --url-query'),
      '-w --write-out': { takes: 'value', effects: (given) => [...readsMarked(given), ...writesOut(given)] },
      '-b --cookie': { takes: 'value', effects: ({ value }) => readsCookies(value) },
      '-n --netrc': { takes: 'nothing', effects: () => [readsFile(inHome('.netrc'))] },
      '--netrc-optional': { takes: 'nothing', effects: () => [readsFile(inHome('.netrc'))] },
      '-K --config': {
        takes: 'value',
        effects: readsOptions,
      },
      '--engine': { takes: 'value', effects: ({ value }) => loadsEngine(value) },
      '-Q --quote': { takes: 'value', effects: ({ value }) => [changes('remote', value)] },
      '--unix-socket': valueWith(altersFile),
      '--abstract-unix-socket': specialValue('a socket of this machine'),
      '--variable': { takes: 'value', effects: ({ value }) => readsVariable(value) },
    },
    effects: transfers,
  },
];

/** A file with options, a line for each; those that come in are taken as if they stood among the words. */
function readsOptions({ value }: Given, { stdin }: Call): readonly Effect[] {
  const isKnown = textOf(value) === '-' && (stdin.kind === 'text' || stdin.kind === 'pipe');
  const text = isKnown ? textOf(stdin.text) : null;
  return [
    textOf(value) === '-' ? runsInput('program') : readsFile(value),
    unknownEffect('loaded-code', describeWord(value)),
    ...(text === null
      ? []
      : [
          runsCommand(
            ['curl', ...optionsIn(text)].map((word) => known(word)),
            { isOwnName: true },
          ),
        ]),
  ];
}

const optionLine = /^[ \t]*(-{0,2})([A-Za-z][\w-]*)[ \t]*[=:]?[ \t]*(?:"((?:[^"\\]|\\.)*)"|(\S*))/;

function optionsIn(text: string): readonly string[] {
  return text
    .split('\n', maxOptions)
    .map((line) => optionLine.exec(line))
    .flatMap((match) => {
      const [, , name = '', quoted, plain = ''] = match ?? [];
      if (name === '' || name === 'config' || name === 'K') return [];
      const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
      return [`${name.length === 1 ? '-' : '--'}${name}`, ...(value === '' ? [] : [value])];
    });
}

/** How many lines of options are read. */
const maxOptions = 256;

function transfers(call: Call): readonly Effect[] {
  if (has(call, '--version') || has(call, '--manual') || has(call, '--help')) return [];
  const urls = [...call.operands, ...allValues(call, '--url')];
  return [...urls.flatMap((url) => reaches(url, call)), ...outputs(call, urls), ...uploads(call)];
}

function reaches(url: Word, call: Call): readonly Effect[] {
  const file = fileOfUrl(url);
  if (file !== null) return [has(call, '--upload-file') ? replacesFile(file) : readsFile(file)];
  return [receivesFrom(url), ...(sendsData(call) ? [sendsTo(url)] : []), ...changesThere(call, url)];
}

function sendsData(call: Call): boolean {
  const names = ['--data', '--data-binary', '--data-raw', '--data-urlencode', '--json', '--form'];
  const method = textOf(lastValue(call, '--request') ?? known('GET'));
  return (
    hasAny(call, ...names, '--form-string', '--upload-file', '--url-query') ||
    method === null ||
    !['GET', 'HEAD', 'OPTIONS'].includes(method)
  );
}

/** Methods that by their meaning change what the host keeps. */
function changesThere(call: Call, url: Word): readonly Effect[] {
  const method = textOf(lastValue(call, '--request') ?? known('')) ?? '';
  if (method === 'DELETE') return [destroys('remote', url)];
  const isChange = ['POST', 'PUT', 'PATCH'].includes(method) || has(call, '--upload-file');
  return isChange ? [changes('remote', url)] : [];
}

/** Where the bodies go: to the files of `-o`, or those that `-O` names by the URLs; else they are printed. */
function outputs(call: Call, urls: readonly Word[]): readonly Effect[] {
  const directory = lastValue(call, '--output-dir');
  const write = has(call, '--no-clobber') ? createsFile : replacesFile;
  const named = allValues(call, '--output').filter((file) => !isStream(file));
  const isByUrl = hasAny(call, '--remote-name', '--remote-name-all');
  const saved = isByUrl ? urls.map((url) => savedAs(url, call)) : [];
  return [...named.map(withoutVariables), ...saved].map((file) => write(inOutputDirectory(directory, file)));
}

/** The name of the URL, unless the host may send another, or nothing is known of it. */
function savedAs(url: Word, call: Call): Word {
  const name = has(call, '--remote-header-name') ? null : fileNameOf(url);
  return name === null || name === '' ? unknown('./') : known(name);
}

function inOutputDirectory(directory: Word | null, file: Word): Word {
  if (directory === null) return file;
  const text = textOf(directory);
  return text === null ? unknown(prefixOf(directory)) : prepend(`${text}/`, file);
}

/** `#1` in the name of an output is what the URL has in its place. */
function withoutVariables(file: Word): Word {
  const text = textOf(file);
  const at = text?.search(/#\d/) ?? -1;
  return text === null || at === -1 ? file : unknown(`./${text.slice(0, at)}`);
}

function uploads(call: Call): readonly Effect[] {
  const isInput = (file: Word) => ['-', '.', ''].includes(textOf(file) ?? 'x');
  return allValues(call, '--upload-file')
    .filter((file) => !isInput(file))
    .map(readsFile);
}

function writes(file: Word): readonly Effect[] {
  return isStream(file) || textOf(file) === '%' || textOf(file) === '' ? [] : [replacesFile(file)];
}

/** Since 8.3 a format says from where on it goes to a file: `%output{file}`, `%output{>>file}`. */
function writesOut({ value }: Given): readonly Effect[] {
  const files = describeWord(value).matchAll(/%output\{(?:>>)?([^}]*)/g);
  return [...files].map(([, file = '']) => altersFile(value.kind === 'known' ? known(file) : unknown()));
}

/** `@file`; for forms and encoded data also `name@file`, `name=@file` and `name=<file`. */
function readsMarked({ names, value }: Given): readonly Effect[] {
  const text = prefixOf(value);
  const isForm = names.includes('--form');
  const isEncoded = names.includes('--data-urlencode') || names.includes('--url-query');
  const mark = isForm ? /^[^=]*=[@<]/ : isEncoded ? /^[^=@]*@/ : /^@/;
  const start = mark.exec(text);
  if (start === null) return value.kind !== 'known' && mayStartWith(value, '@') ? [readsFile(unknown())] : [];
  const file = dropStart(value, start[0].length);
  if (isForm) return formFiles(file);
  return isStream(file) ? [] : [readsFile(file)];
}

/** `a.txt;type=text/plain`, and several with commas between them. */
function formFiles(files: Word): readonly Effect[] {
  const text = textOf(files);
  if (text === null) return [readsFile(files)];
  const names = text.split(',').map((name) => known(name.replace(/;.*$/, '').replaceAll('"', '')));
  return names.filter((name) => !isStream(name)).map(readsFile);
}

/** Cookies, if there is a `=`, else the file that has them. */
function readsCookies(value: Word): readonly Effect[] {
  return prefixOf(value).includes('=') || isStream(value) || textOf(value) === '' ? [] : [readsFile(value)];
}

function loadsEngine(name: Word): readonly Effect[] {
  return textOf(name) === 'list' ? [] : [unknownEffect('loaded-code', describeWord(name))];
}

/** `%NAME` takes a variable of the environment, `name@file` a file. */
function readsVariable(value: Word): readonly Effect[] {
  const text = prefixOf(value);
  if (text.startsWith('%')) return [disclosesVariable(text.slice(1).replace(/=.*$/s, ''))];
  const at = /^[^=@]*@/.exec(text);
  return at === null ? [] : [readsFile(dropStart(value, at[0].length))];
}
