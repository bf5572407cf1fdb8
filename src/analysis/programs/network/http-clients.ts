import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  changes,
  destroys,
  readsFile,
  receivesFrom,
  replacesFile,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, readsValue, replacesValue, runsValue, specialValue, valueWith } from '../options.ts';
import { fileNameOf } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

export const programs: readonly Program[] = [
  {
    names: ['http', 'https', 'xh', 'xhs'],
    options: {
      ...flags(
        '-j --json, -f --form, --multipart, -x --compress, --unsorted, --sorted, -h --headers, -m --meta',
      ),
      ...flags('-b --body, -v --verbose, --all, -S --stream, -d --download, -c --continue, --ignore-netrc'),
      ...flags('--offline, -F --follow, --check-status, --path-as-is, --chunked, -I --ignore-stdin, --help'),
      ...flags(
        '--manual, --version, -V, --traceback, --debug, -q --quiet, --curl, --curl-long, --http2, -4 --ipv4',
      ),
      ...flags('-6 --ipv6, --native-tls, --no-check-status, --no-follow, --native'),
      ...values('--boundary, --raw, --pretty, -s --style, --response-charset, --response-mime'),
      ...values(
        '--format-options, -p --print, -P --history-print, -a --auth, -A --auth-type, --max-redirects',
      ),
      ...values('--max-headers, --timeout, --verify, --ssl, --ciphers, --cert-key-pass, --default-scheme'),
      ...values(
        '--http-version, --interface, --resolve, --response-as, --session, --session-read-only, --bearer',
      ),
      ...listed(readsValue, '--cert, --cert-key'),
      ...listed(valueWith(sendsTo), '--proxy'),
      '-o --output': replacesValue,
      '--unix-socket': specialValue('a socket of this machine'),
    },
    effects: requests,
  },
  {
    names: ['aria2c'],
    abbreviates: false,
    options: {
      ...flags('-h --help, -v --version, -q --quiet, -D --daemon, -S --show-files, -V --check-integrity'),
      ...flags('-c --continue, -P --parameterized-uri, -Z --force-sequential'),
      ...values(
        '-x --max-connection-per-server, -s --split, -j --max-concurrent-downloads, -k --min-split-size',
      ),
      ...values('-d --dir, -o --out, -t --timeout, -m --max-tries, -U --user-agent, --header, --referer'),
      ...values('--max-overall-download-limit, --max-download-limit, --file-allocation, --allow-overwrite'),
      ...values('--auto-file-renaming, --check-certificate, --console-log-level, --summary-interval'),
      ...values(
        '--http-user, --http-passwd, --retry-wait, --checksum, --seed-time, --seed-ratio, --bt-tracker',
      ),
      ...values('--select-file, --connect-timeout, --log-level, --remote-time, --conditional-get'),
      ...listed(readsValue, '-i --input-file, -T --torrent-file, -M --metalink-file, --load-cookies'),
      ...listed(readsValue, '--ca-certificate, --certificate, --private-key'),
      ...listed(replacesValue, '-l --log, --save-cookies, --save-session'),
      ...listed(valueWith(sendsTo), '--all-proxy, --http-proxy, --https-proxy'),
      ...listed(runsValue, '--on-download-complete, --on-download-start, --on-download-stop'),
      ...listed(runsValue, '--on-download-error, --on-download-pause, --on-bt-download-complete'),
      ...listed(specialValue('another configuration'), '--conf-path'),
      '--enable-rpc': {
        takes: 'optional',
        effects: () => [unknownEffect('program-specific', '--enable-rpc')],
      },
    },
    effects: (call) => {
      if (hasAny(call, '--help', '--version')) return [];
      const directory = lastValue(call, '--dir') ?? known('.');
      const sources = call.operands.map(receivesFrom);
      const text = textOf(directory);
      const named = call.operands.length === 1 ? fileNameOf(call.operands[0] ?? known('')) : null;
      const out = textOf(lastValue(call, '--out') ?? known(named ?? ''));
      if (text === null || !out)
        return [...sources, replacesFile(unknown(`${text ?? prefixOf(directory)}/`))];
      return [...sources, replacesFile(known(`${text}/${out}`))];
    },
  },
];

/** `[METHOD] URL [item…]`; items name what is sent. */
function requests(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--manual', '--version')) return [];
  const first = textOf(call.operands[0]) ?? '';
  const hasMethod = /^[A-Z]+$/.test(first) && call.operands.length > 1;
  const [url = known(''), ...items] = hasMethod ? call.operands.slice(1) : call.operands;
  const files = items.flatMap(readsItem);
  if (hasAny(call, '--offline', '--curl', '--curl-long')) return files;
  const method = hasMethod ? first : items.some(isData) || has(call, '--raw') ? 'POST' : 'GET';
  return [receivesFrom(url), ...files, ...sends(url, method), ...saves(call, url)];
}

function sends(url: Word, method: string): readonly Effect[] {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return [];
  return [sendsTo(url), method === 'DELETE' ? destroys('remote', url) : changes('remote', url)];
}

function saves(call: Call, url: Word): readonly Effect[] {
  if (!has(call, '--download') || has(call, '--output')) return [];
  const name = fileNameOf(url);
  return [replacesFile(name === null || name === '' ? unknown('./') : known(name))];
}

/** `name=value`, `name:=json`, `name@file`; `name:header` and `name==parameter` make no request a `POST`. */
function isData(item: Word): boolean {
  return (
    item.kind !== 'known' || (/^[^:=@]*(=(?!=)|:=|@)/.test(item.text) && !/^[^:=@]*:(?![=@])/.test(item.text))
  );
}

function readsItem(item: Word): readonly Effect[] {
  const mark = /^[^:=@]*(:=@|=@|:@|@)/.exec(prefixOf(item));
  if (mark !== null) return [readsFile(dropStart(item, mark[0].length))];
  return item.kind === 'known' ? [] : [unknownEffect('unknown-operand', describeWord(item))];
}
