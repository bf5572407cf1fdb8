import type { Effect } from '../../../model/effect.ts';
import { dropStart, known, prefixOf, textOf } from '../../words.ts';
import { readsFile, runsForeign, runsInput, unknownEffect } from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { flags } from '../shorthand.ts';

/** Large programs of which nothing is known but that they tell their version, and do nothing else then. */
export const programs: readonly Program[] = [
  shows(
    '--version',
    'vim vi nvim view ex vimdiff ed emacs nano code clangd pdflatex xelatex lualatex tcpdump chromium chromium-browser google-chrome firefox mysqld mongod rust-analyzer clippy-driver ncdu flatc asciidoctor gource git-cliff check-jsonschema',
  ),
  shows('-version', 'ffmpeg ffplay convert mogrify montage composite plantuml'),
  shows('-v, --version', 'tesseract redis-server iperf3'),
  shows('-V, --version', 'postgres nmap'),
  shows('-V', 'dot'),
  shows('-v, -V', 'nginx apache2 httpd'),
  shows('-v', 'pdftoppm pdftocairo pdfimages'),
];

function shows(options: string, names: string): Program {
  return {
    names: names.split(' '),
    style: 'single-dash',
    abbreviates: false,
    options: flags(options),
    effects: showsVersion,
  };
}

function showsVersion(call: Call): readonly Effect[] {
  const { name, given, operands } = call;
  const told = given.length > 0 && operands.length === 0;
  return told ? [] : [unknownEffect('unknown-program', name), ...filesAmong(call), ...runsCommands(call)];
}

/** Any word may be a file, with what says how it is read before it (`text:notes`), unless it is an option or an address. */
function filesAmong({ argv }: Call): readonly Effect[] {
  return argv.slice(1).flatMap((word) => {
    const text = textOf(word);
    if (text === null || text === '' || /^[-+]|^[a-z][\w+.-]*:\/\//i.test(text)) return [];
    return [readsFile(known(text.replace(/^[a-z]\w*:(?=.)/i, '')))];
  });
}

/** Commands that an editor is given in words, `vim -c '!ls'` and `emacs --eval '(…)'`, or on its input. */
function runsCommands({ name, argv, stdin }: Call): readonly Effect[] {
  const language = editors[name];
  if (language === undefined) return [];
  const isCommand = language === 'lisp' ? /^--?(?:eval|execute)$/ : /^(?:-c|--cmd)$/;
  const codes = argv.flatMap((word, at) => {
    if (isCommand.test(textOf(argv[at - 1]) ?? '')) return [word];
    const [start] = /^(?:\+|--(?:eval|execute|cmd)=|-c(?=.))/.exec(prefixOf(word)) ?? [];
    return start === undefined ? [] : [dropStart(word, start.length)];
  });
  const hasInput = stdin.kind === 'text' || stdin.kind === 'pipe';
  return [...codes.map((code) => runsForeign(language, code)), ...(hasInput ? [runsInput(language)] : [])];
}

const editors: Readonly<Record<string, string>> = {
  ...{ vim: 'vim', vi: 'vim', nvim: 'vim', view: 'vim', ex: 'vim', vimdiff: 'vim', ed: 'vim' },
  emacs: 'lisp',
};
