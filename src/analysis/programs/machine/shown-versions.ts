import type { Effect } from '../../../model/effect.ts';
import { unknownEffect } from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { flags } from '../shorthand.ts';

/** Large programs of which nothing is known but that they tell their version, and do nothing else then. */
export const programs: readonly Program[] = [
  shows(
    '--version',
    'vim vi nvim emacs nano code gpg gpg2 clangd pdflatex xelatex lualatex tcpdump chromium chromium-browser google-chrome firefox mysqld mongod rust-analyzer clippy-driver ncdu flatc asciidoctor gource git-cliff check-jsonschema',
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

function showsVersion({ name, given, operands }: Call): readonly Effect[] {
  return given.length > 0 && operands.length === 0 ? [] : [unknownEffect('unknown-program', name)];
}
