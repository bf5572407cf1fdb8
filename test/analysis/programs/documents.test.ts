import { expect, it } from 'vitest';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

it.each([
  ['xmllint --noout a.xml', ['reads /w/a.xml']],
  ['xmllint --format --encode UTF-8 a.xml', ['reads /w/a.xml']],
  ["xmllint --xpath '//a/text()' pom.xml", ['reads /w/pom.xml']],
  ['xmllint -', []],
  ['xmllint --format a.xml -o b.xml', ['reads /w/a.xml', 'replaces /w/b.xml']],
  ['xmllint --output b.xml a.xml', ['reads /w/a.xml', 'replaces /w/b.xml']],
  ['xmllint http://x.example/a.xml', ['receives http://x.example/a.xml']],
  ['xmllint --noent a.xml', ['reads /w/a.xml', 'program-specific what the document names']],
  ['xmllint -xinclude a.xml', ['reads /w/a.xml', 'program-specific what the document names']],
  ['xmllint --c14n a.xml', ['reads /w/a.xml', 'program-specific what the document names']],
  [
    'xmllint --noout --schema a.xsd a.xml',
    ['reads /w/a.xml', 'reads /w/a.xsd', 'program-specific what the document names'],
  ],
  ['xmllint --shell a.xml', ['reads /w/a.xml', 'interactive', 'replaces all of /w']],
  ['xmllint --new-option a.xml', ['reads /w/a.xml', 'unknown-option --new-option']],
  ['pdfinfo -f 1 -l 2 a.pdf', ['reads /w/a.pdf']],
  ['pdffonts a.pdf', ['reads /w/a.pdf']],
  ['pdfinfo -x a.pdf', ['reads /w/a.pdf', 'unknown-option -x']],
  ['ffprobe -hide_banner a.mp4', ['reads /w/a.mp4']],
  ['ffprobe -v error -show_entries stream=width -of json -i a.mp4', ['reads /w/a.mp4']],
  ['ffprobe -version', []],
  ['ffprobe https://x.example/a.mp4', ['receives https://x.example/a.mp4']],
  ['ffprobe -i rtmp://x.example/a', ['receives rtmp://x.example/a']],
  ['ffprobe file:///etc/passwd', ['unknown-operand file:///etc/passwd']],
  ["ffprobe 'concat:a|/etc/passwd'", ['unknown-operand concat:a|/etc/passwd']],
  ['ffprobe -f lavfi movie=a', ['reads /w/movie=a', 'reads /w/lavfi', 'unknown-option -f']],
  ['ffprobe -protocol_whitelist all a', ['reads /w/all', 'reads /w/a', 'unknown-option -protocol_whitelist']],
  ['ffprobe a.mp4 -o out.json', ['reads /w/a.mp4', 'replaces /w/out.json']],
  ['ffprobe -report a.mp4', ['reads /w/a.mp4', 'replaces /w/ffprobe.log']],
  ['dotnet --version', []],
  ['dotnet tool install x --version 1.0', ['receives', 'changes package', 'alters all of /w']],
])('%s', (text, expected) => {
  expect([...effectLines(...wordsOf(text))].toSorted()).toEqual(expected.toSorted());
});
