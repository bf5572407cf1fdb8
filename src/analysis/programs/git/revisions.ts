import type { Effect } from '../../../model/effect.ts';
import { receivesFrom } from '../effects.ts';
import { has, value } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, listed, optionals, readsHere, values } from '../shorthand.ts';
import { otherSide } from './options.ts';
import { refFormat } from './signatures.ts';
import { isLocal, reachesAddress, readsOther } from './words.ts';

/** Subcommands that say which commits names stand for, and how a commit is called. */
export const revisions: Readonly<Record<string, Command>> = {
  'ls-remote': {
    options: {
      ...flags('-q --quiet, -t --tags, -h --heads, -b --branches, --refs, --get-url, --exit-code, --symref'),
      ...values('--sort, -o --server-option'),
      ...listed(otherSide, '--upload-pack --exec'),
    },
    effects: asksRemote,
  },
  'rev-parse': {
    options: {
      ...flags(
        '--verify, -q --quiet, --sq, --sq-quote, --short, --not, --symbolic, --symbolic-full-name, --all, --revs-only',
      ),
      ...flags(
        '--no-revs, --flags, --no-flags, --parseopt, --keep-dashdash, --stop-at-non-option, --stuck-long, --git-dir',
      ),
      ...flags(
        '--absolute-git-dir, --git-common-dir, --is-inside-git-dir, --is-inside-work-tree, --is-bare-repository',
      ),
      ...flags(
        '--is-shallow-repository, --show-cdup, --show-prefix, --show-toplevel, --show-superproject-working-tree',
      ),
      ...flags(
        '--shared-index-path, --local-env-vars, --path-format=absolute, --path-format=relative, --bisect',
      ),
      ...optionals(
        '--short, --abbrev-ref, --disambiguate, --branches, --tags, --remotes, --since, --until, --after, --before',
      ),
      ...optionals(
        '--show-object-format, --path-format, --show-ref-format, --output-object-format, --exclude-hidden',
      ),
      ...values('--git-path, --glob, --exclude, --default, --prefix, --resolve-git-dir, -n'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'show-ref': {
    options: {
      ...flags('--head, -d --dereference, --tags, --heads, --branches, --verify, -q --quiet, --exists'),
      ...optionals('-s --hash, --abbrev, --exclude-existing'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'for-each-ref': {
    options: {
      ...flags(
        '-s --shell, -p --perl, --python, --tcl, --ignore-case, --omit-empty, --include-root-refs, --stdin',
      ),
      ...values('--count, --points-at, --exclude, --start-after'),
      ...listed(refFormat, '--sort, --format'),
      ...optionals('--color, --merged, --no-merged, --contains, --no-contains'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'show-branch': {
    number: value,
    options: {
      ...flags(
        '-a --all, -r --remotes, --no-name, --sha1-name, --merge-base, --independent, --topo-order, --date-order',
      ),
      ...flags('--topics, --sparse, --list, --current'),
      ...optionals('--more, --color, -g --reflog'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  describe: {
    options: {
      ...flags('--contains, --debug, --all, --tags, --long, --first-parent, --exact-match, --always'),
      ...values('--candidates, --match, --exclude'),
      ...optionals('--abbrev, --dirty, --broken'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'merge-base name-rev': {
    options: {
      ...flags(
        '-a --all, --octopus, --independent, --is-ancestor, --fork-point, --name-only, --tags, --undefined, --always',
      ),
      ...flags('--annotate-stdin, --stdin'),
      ...values('--refs, --exclude'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
};

function asksRemote(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? null;
  if (has(call, '--get-url')) return [];
  const isHere = remote !== null && isLocal(remote);
  return [...reachesAddress(remote), isHere ? readsOther(remote) : receivesFrom(remote)];
}
