import { textOf } from '../../words.ts';
import { discloses, interactive } from '../effects.ts';
import { readsValue, special } from '../options.ts';
import type { Command } from '../program.ts';
import { always, flags, listed, optionals, readsHere, values } from '../shorthand.ts';

/** Subcommands that check and count, and those that tell about git itself. */
export const checks: Readonly<Record<string, Command>> = {
  'check-ignore check-attr check-mailmap check-ref-format': {
    options: {
      ...flags(
        '-q --quiet, -v --verbose, --stdin, -z, -n --non-matching, --no-index, -a --all, --cached, --allow-onelevel',
      ),
      ...flags('--refspec-pattern, --normalize, --branch'),
      ...values('--source, --mailmap-file, --mailmap-blob'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'count-objects verify-pack show-index get-tar-commit-id': {
    options: {
      ...flags('-v --verbose, -H --human-readable, -s --stat-only'),
      ...optionals('--object-format'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'verify-commit verify-tag': {
    options: { ...flags('-v --verbose, --raw'), ...optionals('--format') },
    // The program that checks them is the one of the settings, which are trusted.
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'fsck fsck-objects': {
    options: flags(
      '-v --verbose, --unreachable, --dangling, --tags, --root, --cache, --reflogs, --full, --connectivity-only',
      '--strict, --progress, --name-objects, --references',
    ),
    effects: always(readsHere),
  },
  'patch-id stripspace column fmt-merge-msg': {
    options: {
      ...flags('--stable, --unstable, --verbatim, -s --strip-comments, -c --comment-lines'),
      ...values(
        '--raw-mode, --mode, --command, --width, --indent, --nl, --padding, -m --message, --into-name',
      ),
      ...optionals('--log'),
      '-F --file': readsValue,
    },
  },
  var: {
    options: flags('-l'),
    effects: ({ operands }) => (operands.length === 0 ? [discloses('credentials')] : []),
  },
  version: { options: flags('--build-options') },
  help: {
    options: {
      ...flags(
        '-a --all, -g --guides, -c --config, --user-interfaces, --developer-interfaces, --verbose, --aliases',
      ),
      ...flags('--external-commands, --exclude-guides'),
      ...listed(special('a viewer'), '-i --info, -w --web'),
      ...flags('-m --man'),
    },
    // Where there is no terminal, the page is printed, as `man` does.
    effects: ({ operands }) =>
      operands.every((word) => /^\w[\w-]*$/.test(textOf(word) ?? '')) ? [] : [interactive],
  },
};
