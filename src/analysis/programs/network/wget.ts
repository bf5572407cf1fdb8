import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, prepend, textOf, unknown } from '../../words.ts';
import {
  background,
  changes,
  createsFile,
  deletesFile,
  destroys,
  readsFile,
  receivesFrom,
  replacesFile,
  replacesTree,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { appendsValue, has, lastValue, readsValue, replacesValue, runsProgramValue } from '../options.ts';
import { fileNameOf, isStream } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';

/** Settings of `-e` that neither write nor run anything. */
const harmlessSettings =
  /^(robots|http_proxy|https_proxy|ftp_proxy|use_proxy|timeout|tries|verbose|quiet|header|user_agent|check_certificate|content_disposition|continue|progress|no_parent|recursive|reclevel)$/;

export const programs: readonly Program[] = [
  {
    names: ['wget', 'wget2'],
    isNegatable: true,
    options: {
      ...flags('-V --version, -h --help, -d --debug, -q --quiet, -v --verbose, -F --force-html'),
      ...flags('--no-config, --retry-connrefused, --no-netrc --netrc, -c --continue, --show-progress'),
      ...flags('-N --timestamping, --no-if-modified-since --if-modified-since, --use-server-timestamps'),
      ...flags(
        '-S --server-response, --spider, --random-wait, --no-proxy --proxy, --dns-cache, --ignore-case',
      ),
      ...flags(
        '-4 --inet4-only, -6 --inet6-only, --ask-password, --iri, --unlink, --xattr, -x --force-directories',
      ),
      ...flags('--directories, --host-directories, --protocol-directories, --cache, -E --adjust-extension'),
      ...flags('--html-extension, --ignore-length, --save-headers, --http-keep-alive, --cookies'),
      ...flags('--keep-session-cookies, --content-disposition, --content-on-error, --auth-no-challenge'),
      ...flags('--https-only, --check-certificate, --hsts, --remove-listing, --glob, --passive-ftp'),
      ...flags('--preserve-permissions, --retr-symlinks, --ftps-implicit, --ftps-resume-ssl'),
      ...flags('--ftps-clear-data-connection, --ftps-fallback-to-ftp, --warc-cdx, --warc-compression'),
      ...flags('--warc-digests, --warc-keep-log, -r --recursive, --delete-after, -k --convert-links'),
      ...flags('--convert-file-only, -K --backup-converted, -m --mirror, -p --page-requisites'),
      ...flags('--strict-comments, --follow-ftp, -H --span-hosts, -L --relative, --clobber, --parent'),
      '-n': { takes: 'value', effects: ({ value }) => switchesOff(value) },
      ...flags('--trust-server-names, --http2, --tcp-fastopen'),
      ...values('--report-speed, -B --base, -t --tries, --retry-on-http-error, --start-pos, --progress'),
      ...values('-T --timeout, --dns-timeout, --connect-timeout, --read-timeout, -w --wait, --waitretry'),
      ...values('-Q --quota, --bind-address, --limit-rate, --restrict-file-names, --prefer-family, --user'),
      ...values('--password, --local-encoding, --remote-encoding, --cut-dirs, --http-user, --http-password'),
      ...values('--http-passwd, --default-page, --header, --compression, --max-redirect, --proxy-user'),
      ...values('--proxy-password, --proxy-passwd, --referer, -U --user-agent, --post-data, --method'),
      ...values('--body-data, --secure-protocol, --certificate-type, --private-key-type, --pinnedpubkey'),
      ...values('--ciphers, --ftp-user, --ftp-password, --warc-header, --warc-max-size, -l --level'),
      ...values('-A --accept, -R --reject, --accept-regex, --reject-regex, --regex-type, -D --domains'),
      ...values('--exclude-domains, --follow-tags, --ignore-tags, -I --include-directories'),
      ...values('-X --exclude-directories, --max-threads, --dns-servers, -O --output-document'),
      ...values('-P --directory-prefix, -i --input-file'),
      ...optionals('--backups'),
      ...listed(readsValue, '--load-cookies, --post-file, --body-file, --certificate, --private-key'),
      ...listed(readsValue, '--ca-certificate, --ca-directory, --crl-file, --warc-dedup'),
      ...listed(replacesValue, '-o --output-file, --rejected-log, --save-cookies, --hsts-file, --warc-file'),
      ...listed(replacesValue, '--warc-tempdir'),
      '-a --append-output': appendsValue,
      '-b --background': { takes: 'nothing', effects: () => [background, createsFile(known('wget-log'))] },
      '--use-askpass': runsProgramValue,
      '--config': {
        takes: 'value',
        effects: ({ value }) => [readsFile(value), unknownEffect('loaded-code', describeWord(value))],
      },
      '-e --execute': { takes: 'value', effects: ({ value }) => changesSetting(value) },
    },
    effects: downloads,
  },
];

function downloads(call: Call): readonly Effect[] {
  if (has(call, '--version') || has(call, '--help')) return [];
  const list = lastValue(call, '--input-file');
  const listed = list === null ? [] : [...(isStream(list) ? [] : [readsFile(list)]), receivesFrom(null)];
  const sends = call.operands.flatMap((url) => sent(url, call));
  return [...call.operands.map(receivesFrom), ...sends, ...listed, ...saves(call, list !== null)];
}

function sent(url: Word, call: Call): readonly Effect[] {
  const method = textOf(lastValue(call, '--method') ?? known('GET'));
  if (method === 'DELETE') return [sendsTo(url), destroys('remote', url)];
  const isSent = hasAny(call, '--post-data', '--post-file', '--body-data', '--body-file');
  if (method !== 'GET' && method !== 'HEAD') return [sendsTo(url), changes('remote', url)];
  return isSent ? [sendsTo(url), changes('remote', url)] : [];
}

/** Into one file with `-O`; else by the names of the URLs, which are not written over unless they are asked for anew. */
function saves(call: Call, isByList: boolean): readonly Effect[] {
  const document = lastValue(call, '--output-document');
  if (has(call, '--spider')) return [];
  if (document !== null) return isStream(document) ? [] : [replacesFile(document)];
  const directory = lastValue(call, '--directory-prefix') ?? known('.');
  const isTree = hasAny(call, '--recursive', '--mirror', '--page-requisites', '--force-directories');
  // What it has saved, in the place of what had these names.
  const deleted = has(call, '--delete-after') ? [deletesFile(unknown(`${prefixOf(directory)}/`))] : [];
  if (isTree || isByList) return [replacesTree(directory), ...deleted];
  const write = hasAny(call, '--timestamping', '--unlink', '--continue', '--content-disposition')
    ? replacesFile
    : createsFile;
  return call.operands.map((url) => write(savedAs(url, directory, call)));
}

function savedAs(url: Word, directory: Word, call: Call): Word {
  const isNamedThere = hasAny(call, '--content-disposition', '--trust-server-names');
  const name = isNamedThere ? null : fileNameOf(url);
  const text = textOf(directory);
  if (text === null || name === null) return unknown(text === null ? prefixOf(directory) : `${text}/`);
  return prepend(`${text}/`, known(name === '' ? 'index.html' : name));
}

function changesSetting(setting: Word): readonly Effect[] {
  const name = (prefixOf(setting).split('=', 1)[0] ?? '').trim().toLowerCase().replaceAll('-', '_');
  return harmlessSettings.test(name) ? [] : [unknownEffect('program-specific', describeWord(setting))];
}

/** Letters behind `-n`, each of which switches something off: `-nv`, `-nc`, `-nd`. */
function switchesOff(given: Word): readonly Effect[] {
  return /^[vHdpc]+$/.test(textOf(given) ?? '')
    ? []
    : [unknownEffect('unknown-option', `-n${describeWord(given)}`)];
}
