/** How programs tell of why something has failed otherwise than behind a colon, which is what it is made here. */
const causes: readonly { readonly of: RegExp; readonly becomes: string }[] = [
  // Node, which looks for the directory that it could not make, with those above it, and tells what came of that.
  { of: /\bENOENT: no such file or directory, (?=mkdir ')/g, becomes: 'EROFS: read-only file system, ' },
  // Maven cannot make a directory and goes on. It puts what it fetches all over its repository.
  {
    of: /Could not transfer artifact [^(\n]*\([^)\n]*\): (\/[^:\n]*?\/repository)\/[^:(\n]* \(No such file or directory\).*$/gm,
    becomes: 'Could not transfer artifact: $1: Read-only file system',
  },
  {
    of: /(Could not create local repository) at (\/.*?)(?: -> .*)?$/gm,
    becomes: '$1: $2: Read-only file system',
  },
  // Yarn takes settings that it cannot read for wrong ones.
  {
    of: /^(Usage Error: Parse error) when loading (.*); please check it's proper Yaml$/gm,
    becomes: '$1: $2: Permission denied',
  },
  // GnuPG makes a file beside each that it reads.
  { of: /(gpg: failed to create temporary file '.*)\/\.#lk[^/']*(?=')/g, becomes: '$1' },
  // Programs in Rust, as cargo.
  { of: /\s*\nCaused by:\n\s*/g, becomes: ': ' },
  // Unzip.
  { of: /\n[ \t]+(?=read-only file system$)/gim, becomes: ': ' },
  // APT: `… of directory /x failed - SetupAPTPartialDirectory (30: Read-only file system)`.
  { of: /(?: failed| is missing\.)? - [\w:]+ \(\d+: ([^()\n]*)\)$/gm, becomes: ': $1' },
  // Curl breaks its warnings to fit a line.
  { of: / \nWarning: /g, becomes: ' ' },
  // Bundler, of what Ruby says: `Read-only file system @ dir_s_mkdir - /x`.
  { of: /@\s(\w+)\s-\s(?=\/)/g, becomes: '@ $1 - ' },
  // Java.
  { of: /: (\/[^:\n]*?) \((Read-only file system|Permission denied)\)$/gm, becomes: ': $1: $2' },
  // Gradle, and what fetches it.
  {
    of: /(Failed to create parent directory '\/[^'\n]*') when creating directory '.*'$/gm,
    becomes: '$1: Read-only file system',
  },
  {
    of: /(Could not create parent directory for lock file) (\/.*)$/gm,
    becomes: '$1: $2: Read-only file system',
  },
  // Perl says where in its program.
  {
    of: /(read-only file system|permission denied|device or resource busy|file exists) at \S.* line \d+(?:, <.*> line \d+)?\.$/gim,
    becomes: '$1',
  },
  // Go does not look whether it could make the directory.
  {
    of: /(go: writing go env config: open \/.*): no such file or directory$/gm,
    becomes: '$1: read-only file system',
  },
  // RubyGems, LuaRocks and R look whether they may write, and do not try.
  {
    of: /(You don't have write permissions for the) (\/.*) directory\.$/gm,
    becomes: '$1: $2: Read-only file system',
  },
  {
    of: /^Error: \/.* (your user does not have write permissions in) (\/.*?) *$/gm,
    becomes: '$1: $2: Read-only file system',
  },
  { of: /'lib = "(\/[^"\n]*)"' is not writable$/gm, becomes: 'lib: $1: Read-only file system' },
  // CMake.
  {
    of: /(file cannot create directory: \/.*?)\. +Maybe need administrative privileges\.$/gm,
    becomes: '$1: Read-only file system',
  },
  // Composer.
  {
    of: /^ *(\/.*?) does not exist and could not be created\. *$/gm,
    becomes: 'could not be created: $1: Read-only file system',
  },
];

/** What breaks its messages to fit a terminal: all of one, and where it is broken with what was there before. */
const broken: readonly { readonly all: RegExp; readonly at: RegExp; readonly was: string }[] = [
  // CMake breaks them between words.
  { all: /^CMake Error at .*:\n(?: {2}\S.*\n?)+/gm, at: /\n {2}(?=\S)/g, was: ' ' },
  // What is written in PHP with Symfony's console, as Composer, breaks them anywhere, in a box of blanks.
  { all: /^In \S+ line \d+:\n +\n(?: {2}.* {2}\n)+/gm, at: / {2}\n {2}/g, was: '' },
];

/** An output in which each failure stands in a line, with its reason behind a colon. */
export function inOneLine(output: string): string {
  const whole = broken.reduce((text, { all, at, was }) => {
    return text.replace(all, (message) => message.replace(at, was));
  }, output);
  return causes.reduce((text, { of, becomes }) => text.replace(of, becomes), whole);
}
