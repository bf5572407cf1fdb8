import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { effectsOfActingWords } from '../acting-words.ts';
import { discloses, interactive, readsFile, replacesFile, runsShell, unknownEffect } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { has, readsValue, replacesValue } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { printsSecrets } from '../shell/secret-tools.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

/** A file to write. What is encrypted is no secret, which by its name it would be. */
const encrypted: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /\.(?:gpg|pgp|asc|sig|age)$/.test(textOf(value) ?? '') ? [] : [replacesFile(value)],
};

/** Programs that encrypt, decrypt and keep what is secret. Of what else they do nothing is known. */
export const programs: readonly Program[] = [
  {
    names: ['gpg', 'gpg2'],
    options: {
      ...flags('-d --decrypt --decrypt-files, -c --symmetric, -e --encrypt --encrypt-files, -s --sign'),
      ...flags('-b --detach-sign, --clear-sign --clearsign, --store, --verify --verify-files, --import'),
      ...flags('--dearmor, --enarmor, --show-keys, --list-packets, -k --list-keys --list-public-keys'),
      ...flags('-K --list-secret-keys, --check-signatures, --list-signatures --list-sigs, --fingerprint'),
      ...flags('--export, --export-secret-keys, --export-secret-subkeys, --export-ssh-key, --list-config'),
      ...flags('--generate-key --gen-key, --full-generate-key --full-gen-key, --quick-generate-key'),
      ...flags('--delete-keys, --delete-secret-keys, --receive-keys --recv-keys, --send-keys'),
      ...flags('--refresh-keys, --search-keys, --locate-keys, --edit-key, --print-md, --print-mds'),
      ...flags('-a --armor, --no-armor, -q --quiet, -v --verbose, -n --dry-run, -i --interactive, -t'),
      ...flags('--batch, --no-batch, --yes, --no, --no-tty, --multifile, --always-trust, --textmode'),
      ...flags('--with-colons, --with-fingerprint, --with-keygrip, --no-options, --no-default-keyring'),
      ...flags('--no-symkey-cache, --no-permission-warning, --no-autostart, --use-agent, --no-greeting'),
      ...flags('-h --help, --version'),
      ...values('-r --recipient, -R --hidden-recipient, -u --local-user, -z, --passphrase, --passphrase-fd'),
      ...values('--pinentry-mode, --cipher-algo, --digest-algo, --compress-algo, --s2k-mode, --s2k-count'),
      ...values(
        '--s2k-cipher-algo, --s2k-digest-algo, --trust-model, --keyserver, --status-fd, --command-fd',
      ),
      ...values('--keyid-format, --homedir, --default-key, --set-filename, --list-options, --verify-options'),
      ...listed(readsValue, '--passphrase-file, --keyring, --options, -f --recipient-file'),
      ...listed(replacesValue, '--status-file, --logger-file'),
      '-o --output': encrypted,
    },
    effects: usesKeys,
  },
  {
    names: ['age', 'rage'],
    options: {
      ...flags('-e --encrypt, -d --decrypt, -p --passphrase, -a --armor, -h --help, --version'),
      ...values('-r --recipient, -j'),
      ...listed(readsValue, '-R --recipients-file, -i --identity'),
      '-o --output': encrypted,
    },
    effects: (call) => [
      unknownEffect('program-specific', call.name),
      ...withoutDash(call.operands).map(readsFile),
      ...(has(call, '--decrypt') ? [discloses('credentials')] : []),
    ],
  },
  {
    names: ['sops'],
    abbreviates: false,
    options: {
      ...flags('-d --decrypt, -e --encrypt, -r --rotate, -i --in-place, -s --show-master-keys, --verbose'),
      ...flags('--ignore-mac, --background, --pristine, --same-process, -y --yes, -h --help, -v --version'),
      ...values('--input-type, --output-type, --extract, --set, -k --kms, -p --pgp, -a --age, --aws-profile'),
      ...values('--gcp-kms, --azure-kv, --hc-vault-transit, --filename-override, --user, --keyservice'),
      ...values('--encrypted-suffix, --unencrypted-suffix, --encrypted-regex, --unencrypted-regex'),
      '--config': readsValue,
      '--output': replacesValue,
    },
    effects: opensSecrets,
  },
  {
    names: ['pass', 'gopass', 'secret-tool', 'bw', 'lpass', 'rbw', 'keepassxc-cli', 'keyring', 'heroku'],
    style: 'none',
    effects: (call) => {
      const { name, operands } = call;
      const asks = operands.length === 1 && /^--?(?:help|version|h|v)$/.test(textOf(operands[0]) ?? '');
      return asks
        ? []
        : [
            unknownEffect('program-specific', name),
            ...printsSecrets(call),
            ...effectsOfActingWords(name, call.argv),
          ];
    },
  },
];

const making = ['--symmetric', '--encrypt', '--sign', '--detach-sign', '--clear-sign', '--store'];

const otherOrders = [
  ...['--verify', '--import', '--dearmor', '--enarmor', '--show-keys', '--list-keys', '--list-secret-keys'],
  ...['--check-signatures', '--list-signatures', '--fingerprint', '--export', '--export-ssh-key'],
  ...['--list-config', '--generate-key', '--full-generate-key', '--quick-generate-key', '--delete-keys'],
  ...['--delete-secret-keys', '--receive-keys', '--send-keys', '--refresh-keys', '--search-keys'],
  ...['--locate-keys', '--edit-key', '--print-md', '--print-mds', '--version', '--help'],
];

/** Where it is not told what to do with a file, it looks what that is, and decrypts it. */
function usesKeys(call: Call): readonly Effect[] {
  const files = withoutDash(call.operands);
  const makes = hasAny(call, ...making);
  const isOpened = has(call, '--decrypt') || (files.length > 0 && !makes && !hasAny(call, ...otherOrders));
  const shows = isOpened || hasAny(call, '--export-secret-keys', '--export-secret-subkeys');
  return [
    unknownEffect('unknown-program', call.name),
    ...(isOpened || makes ? files.map(readsFile) : []),
    ...(shows ? [discloses('credentials')] : []),
  ];
}

/** The verbs of newer versions. What is named alone is opened in an editor. */
function opensSecrets(call: Call): readonly Effect[] {
  const [first, file, command] = call.operands;
  const verb = textOf(first) ?? '';
  const isVerb =
    /^(?:decrypt|encrypt|edit|rotate|set|unset|updatekeys|groups|publish|keyservice|filestatus|exec-(?:env|file)|help)$/.test(
      verb,
    );
  const decrypts = has(call, '--decrypt') || /^(?:decrypt|exec-env|exec-file)$/.test(verb);
  const edits = isVerb ? verb === 'edit' : !hasAny(call, '--decrypt', '--encrypt', '--rotate', '--set');
  return [
    unknownEffect('program-specific', call.name),
    ...call.operands.slice(isVerb ? 1 : 0, isVerb ? 2 : undefined).map(readsFile),
    ...(decrypts ? [discloses('credentials')] : []),
    ...(edits && first !== undefined ? [interactive] : []),
    ...(verb.startsWith('exec-') && file !== undefined && command !== undefined ? [runsShell(command)] : []),
  ];
}
