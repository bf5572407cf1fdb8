import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, unknown } from '../../words.ts';
import { changes, interactive, receivesFrom, replacesFile, sendsTo, unknownEffect } from '../effects.ts';
import { has, lastValue, replacesValue, specialValue, valueWith } from '../options.ts';
import { fileNameOf, isStream } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, unabbreviated, values } from '../shorthand.ts';
import { readsFileOrAddress } from '../text/text-files.ts';

/** Programs that fetch a page and print it: browsers for terminals, and small clients. */
export const programs: readonly Program[] = [
  {
    names: ['lynx'],
    style: 'single-dash',
    options: {
      ...flags(
        '-source, -dump, -nolist, -listonly, -nonumbers, -nomargins, -hiddenlinks, -accept_all_cookies',
      ),
      ...flags('-head, -mime_header, -noredir, -nostatus, -stdin, -force_html, -nocolor, -nopause, -raw'),
      ...flags('-image_links, -unique_urls, -list_inline, -width, -version, -help, -useragent'),
      ...values('-display_charset, -assume_charset, -connect_timeout, -read_timeout'),
      ...listed(specialValue('another configuration'), '-cfg, -lss, -cmd_script'),
    },
    effects: (call) => opens(call, hasAny(call, '-source', '-dump', '-listonly', '-head', '-mime_header')),
  },
  {
    names: ['w3m'],
    style: 'single-dash',
    options: {
      ...flags('-dump, -dump_source, -dump_head, -dump_both, -dump_extra, -no-cookie, -cookie, -s, -e, -j'),
      ...flags('-F, -M, -m, -v, -n, -N, -4, -6, -no-graph, -graph, -version, -help'),
      ...values('-T, -cols, -ppc, -ppl, -t, -r, -l, -I, -O'),
      ...listed(specialValue('another configuration'), '-o, -config'),
    },
    effects: (call) =>
      opens(call, hasAny(call, '-dump', '-dump_source', '-dump_head', '-dump_both', '-dump_extra')),
  },
  {
    names: ['links', 'links2', 'elinks'],
    style: 'single-dash',
    options: {
      ...flags('-source, -dump, -no-references, -no-numbering, -version, -help, -no-home, -force-html'),
      ...values('-width, -html-numbered-links, -codepage, -dump-width, -dump-charset, -dump-color-mode'),
      ...listed(specialValue('another configuration'), '-config-file, -config-dir, -eval'),
    },
    effects: (call) => opens(call, hasAny(call, '-source', '-dump')),
  },
  {
    names: ['lwp-request', 'GET', 'HEAD', 'POST'],
    order: 'options-first',
    options: {
      ...flags('-f, -u, -U, -s, -S, -e, -E, -d, -a, -v, -h, -x'),
      ...values('-m, -b, -t, -i, -c, -o, -H, -C'),
      '-p': valueWith(sendsTo),
    },
    effects: asks,
  },
  {
    names: ['lwp-download'],
    options: flags('-a, -s'),
    effects: ({ operands: [url, file] }) => {
      if (url === undefined) return [];
      const saved = file ?? nameFor(url);
      return [receivesFrom(url), ...(isStream(saved) ? [] : [replacesFile(saved)])];
    },
  },
  {
    names: ['fetch'],
    options: {
      ...flags('-1, -4, -6, -a, -A, -d, -F, -l, -M, -m, -n, -p, -q, -R, -r, -s, -U, -v'),
      ...flags('--no-sslv3, --no-tlsv1, --no-verify-peer, --no-verify-hostname, --no-passive, --quiet'),
      ...values('-B, -i, -N, -S, -T, -w, --user-agent, --referer, --timeout, --no-proxy'),
      '-o --output': {
        takes: 'value',
        effects: ({ value }) => (isStream(value) ? [] : [replacesFile(value)]),
      },
    },
    effects: ({ operands, given }) => [
      ...operands.map(receivesFrom),
      ...(given.some(({ names }) => names.includes('-o')) ? [] : operands.map(nameFor).map(replacesFile)),
    ],
  },
  {
    // It takes the options of curl and the words of httpie.
    names: ['curlie'],
    ...unabbreviated,
    options: {
      ...flags('-s --silent, -S --show-error, -L --location, -f --fail, -k --insecure, -v --verbose, -i'),
      ...flags('--pretty, -4, -6'),
      ...values('-m --max-time, --connect-timeout, --retry'),
      '-o --output': replacesValue,
    },
    effects: ({ operands }) => {
      const [url, ...more] = operands;
      if (url === undefined) return [];
      const words = more.map((word) => unknownEffect('unknown-operand', describeWord(word)));
      return [receivesFrom(url), ...(more.length === 0 ? [] : [sendsTo(url), ...words])];
    },
  },
];

/** Without an option to print it, a page is shown to a person. */
function opens(call: Call, prints: boolean): readonly Effect[] {
  if (hasAny(call, '-version', '-help')) return [];
  return [...call.operands.map(readsPage), ...(prints ? [] : [interactive])];
}

/** What has no ending of a page and looks like the name of a host is taken for one: `x.example/install`. */
function readsPage(word: Word): Effect {
  const text = prefixOf(word);
  const isPage = /\.(?:[a-z]?html?|txt|md|xml|svg|pdf|csv|json|log|te?xt?|[ch]|[jt]s|py)$/i.test(text);
  const isHost =
    /^(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?(?:\/|$)/.test(text) && !(isPage && !text.includes('/'));
  return isHost ? receivesFrom(word) : readsFileOrAddress(word);
}

function asks(call: Call): readonly Effect[] {
  if (has(call, '-h') || has(call, '-v')) return [];
  const method = lastValue(call, '-m') ?? known(call.name === 'lwp-request' ? 'GET' : call.name);
  const isQuestion = ['GET', 'HEAD', 'OPTIONS'].includes(describeWord(method));
  return call.operands.flatMap((url) => [
    receivesFrom(url),
    ...(isQuestion ? [] : [sendsTo(url), changes('remote', url)]),
  ]);
}

/** What a file is called that is saved by the name in its URL. */
function nameFor(url: Word): Word {
  const name = fileNameOf(url);
  return name === null || name === '' ? unknown('./') : known(name);
}
