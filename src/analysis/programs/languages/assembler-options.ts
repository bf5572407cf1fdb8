import { readsFile, replacesFile } from '../effects.ts';
import { plain, type WordPattern, withValue } from '../scanned-options.ts';

const nothing = (): readonly [] => [];

/** What NASM and Yasm have alike. Lists of options in a file are unknown. */
const both: readonly WordPattern[] = [
  ...plain('-h, --help, -v, --v, --version, -s, -M, -MG, -MP, -e, -w, -W, -g, -t, -y, -a'),
  { is: /^-(?:[wW][+\w=-]+|g\w+|O[\w!]*|X\w+|L[\w+]*|f\w+)$/ },
  { is: /^-[IiDdUu](.+)$/ },
  { is: /^-o(.+)$/, effects: (value) => [replacesFile(value)] },
  { is: /^-l(.+)$/, effects: (value) => [replacesFile(value)] },
  { is: /^-[Pp](.+)$/, effects: (value) => [readsFile(value)] },
  ...withValue((value) => [replacesFile(value)], '-o', '-l'),
  ...withValue((value) => [readsFile(value)], '-P'),
  ...withValue(nothing, '-I, -i, -D, -d, -U, -u, -f, -F, -X, --prefix, --suffix, --postfix'),
];

export const nasmOptions: readonly WordPattern[] = [
  ...plain('-E, --keep-all, --no-line, --reproducible'),
  { is: /^-(?:Z|MF|MD)(.+)$/, effects: (value) => [replacesFile(value)] },
  ...withValue((value) => [replacesFile(value)], '-Z, -MF, -MD'),
  ...withValue((value) => [readsFile(value)], '-p, --include'),
  ...withValue(nothing, '-MT, -MQ, --gprefix, --lprefix, --lpostfix, --gpostfix'),
  ...both,
];

/** Its `-E` is not what NASM's is: errors are written to that file. */
export const yasmOptions: readonly WordPattern[] = [
  ...plain('--preproc-only, --license, --force-strict'),
  { is: /^-E(.+)$/, effects: (value) => [replacesFile(value)] },
  ...withValue((value) => [replacesFile(value)], '-E'),
  { is: /^--(?:list|objfile|mapfile)=(.+)$/, effects: (value) => [replacesFile(value)] },
  { is: /^--(?:arch|parser|preproc|oformat|dformat|lformat|machine|prefix|suffix|postfix)=\w+$/ },
  ...withValue(nothing, '-a, -g, -p, -r, -m, -L'),
  ...both,
];
