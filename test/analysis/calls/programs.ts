import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** A program, or a subcommand of one, and the options that its help names. */
export interface CalledProgram {
  readonly words: readonly string[];
  readonly options: readonly CalledOption[];
}

export interface CalledOption {
  readonly name: string;
  /** Whether the help shows a value behind it. */
  readonly hasValue: boolean;
}

/** Programs that read, show and change files, of which none is there on every machine. What never ends by itself is not among them. */
const programs =
  'ar as awk b2sum base32 base64 basename basenc bzip2 cat cksum cmp comm cp cpp csplit cut date dd df diff diff3 dir dircolors dirname du egrep env expand expr factor fgrep file find fmt fold gawk gcc getopt git-shell grep gunzip gzip head hexdump iconv install join jq ld less ln locale ls m4 make mawk md5sum mkdir mkfifo mktemp more mv nl nm nohup numfmt objcopy objdump od openssl paste patch pathchk perl pinky pr printenv printf ptx python3 ranlib readelf readlink realpath rev rmdir sdiff sed seq sh sha1sum sha256sum shuf size sort split stat stdbuf strace strings strip sum sync tac tail tar tee test timeout touch tr truncate tsort uname unexpand uniq unlink unxz unzip users vdir wc which who xargs xxd xz xzcat yq zcat zgrep zip zipinfo zstd';

const subcommands =
  'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry cherry-pick clean clone column commit config count-objects describe diff diff-files diff-index diff-tree fast-export for-each-ref format-patch fsck gc grep hash-object init interpret-trailers log ls-files ls-tree merge merge-base merge-file merge-tree mktag mktree mv name-rev notes pack-objects patch-id prune range-diff read-tree rebase reflog remote replace reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stash status stripspace submodule switch symbolic-ref tag update-index update-ref var verify-commit whatchanged worktree write-tree';

/** Those of them that this machine has. */
export function calledPrograms(): readonly CalledProgram[] {
  const known = [
    ...programs.split(' ').map((name) => ({ words: [name], help: '--help' })),
    ...subcommands.split(' ').map((name) => ({ words: ['git', name], help: '-h' })),
  ];
  return known.flatMap(({ words, help }) => {
    const [program = '', ...rest] = words;
    const { stdout, stderr, error } = spawnSync(program, [...rest, help], {
      ...{ cwd: tmpdir(), encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    return error === undefined ? [{ words, options: optionsIn(stdout + stderr) }] : [];
  });
}

/** Letters and words with dashes, wherever they stand: what is none is refused by the program. */
function optionsIn(help: string): readonly CalledOption[] {
  const long = help.matchAll(/(?<![\w-])(--[a-z][\w-]*)(\[?[= ]?<?[A-Z<][\w<>-]*)?/g);
  const short = help.matchAll(/(?<![\w-])(-[A-Za-z0-9])(?![\w])([ =]?[A-Z<][\w<>]*)?/g);
  const named = new Map<string, boolean>();
  for (const [, name = '', value] of [...long, ...short])
    if (!['--help', '--version'].includes(name)) named.set(name, value !== undefined);
  const options = [...named].map(([name, hasValue]) => ({ name, hasValue }));
  return options.length > 0 ? options : letters;
}

/** For those whose help names none. */
const letters: readonly CalledOption[] = [...'abcdefgiklmnopqrstuvwxyz'].map((letter) => ({
  ...{ name: `-${letter}`, hasValue: false },
}));
