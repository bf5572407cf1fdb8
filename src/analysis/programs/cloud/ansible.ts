import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import {
  actsAs,
  altersFile,
  altersTree,
  changes,
  createsFile,
  deletesTree,
  destroys,
  discloses,
  interactive,
  readsFile,
  replacesFile,
  runsFile,
  runsShell,
  sendsTo,
} from '../effects.ts';
import { allValues, has, readsValue, specialValue } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import {
  always,
  changesPackages,
  flags,
  hasAny,
  listed,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const inventory: OptionRule = { takes: 'value', effects: ({ value }) => takesInventory(value) };

/** They name lists of hosts, plugins and ways to a password that are run, whatever is asked for. */
const settings = runsProject('ansible.cfg');

const ansibleOptions = {
  ...flags(
    '-h --help, --version, -v --verbose, -vv, -vvv, -vvvv, -C --check, -D --diff, --list-hosts, --list-tasks, --list-tags, --syntax-check, --step, --flush-cache, --force-handlers, -o --one-line, -k --ask-pass, -J --ask-vault-password --ask-vault-pass, --graph, --yaml, --export, --force',
  ),
  ...values(
    '-l --limit, -t --tags, --skip-tags, --start-at-task, -f --forks, -u --user, -c --connection, -T --timeout, -P --poll, -B --background, -e --extra-vars, --host, --vars, --vault-id',
  ),
  '-i --inventory --inventory-file': inventory,
  ...listed({ takes: 'value', effects: always(actsAs(null)) }, '--become-user, --become-method'),
  ...listed({ takes: 'nothing', effects: always(actsAs(null)) }, '-b --become, -K --ask-become-pass'),
  ...listed(readsValue, '--private-key --key-file, --become-password-file --become-pass-file'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [runsFile(value)] },
    '--vault-password-file --vault-pass-file, --connection-password-file',
  ),
  ...listed(
    specialValue('options of ssh, which run programs'),
    '--ssh-common-args, --sftp-extra-args, --scp-extra-args, --ssh-extra-args, -M --module-path, --playbook-dir',
  ),
};

/** Hosts with commas between them, or a file. One that can be run is run, and is not told by what it is called. */
function takesInventory(value: Word): readonly Effect[] {
  const text = textOf(value);
  if (text?.includes(',')) return [];
  return [/\.(?:ini|ya?ml|cfg|json|toml)$/.test(text ?? '') ? readsFile(value) : runsFile(value)];
}

/** Programs that set up machines, by files that say how. */
export const programs: readonly Program[] = [
  {
    names: ['ansible'],
    options: { ...ansibleOptions, ...values('-m --module-name'), '-a --args': { takes: 'value' } },
    effects: runsModule,
  },
  {
    names: ['ansible-playbook', 'ansible-pull', 'ansible-console', 'ansible-navigator'],
    options: ansibleOptions,
    effects: (call) => {
      if (hasAny(call, '--version', '--help')) return [];
      return hasAny(call, '--syntax-check', '--list-tasks', '--list-hosts', '--list-tags')
        ? [...call.operands.map(readsFile), ...settings]
        : [
            ...call.operands.map((word) => runsFile(word)),
            sendsTo(null),
            ...(has(call, '--check') ? [] : [destroys('infrastructure')]),
          ];
    },
  },
  {
    names: [
      'ansible-galaxy',
      'ansible-lint',
      'ansible-doc',
      'ansible-config',
      'ansible-inventory',
      'ansible-test',
    ],
    abbreviates: false,
    options: { ...ansibleOptions, ...flags('-q, -p, --offline, -s --snippet, --fix, -d') },
    effects: (call) => {
      if (/galaxy/.test(call.name)) return [receives, changesPackages];
      if (/test/.test(call.name)) return runsProject('tests');
      const own = /lint|inventory/.test(call.name) && !hasAny(call, '--version', '--help') ? settings : [];
      return [...own, has(call, '--fix') ? altersTree(known('.')) : readsHere];
    },
  },
  {
    names: ['ansible-vault'],
    options: ansibleOptions,
    effects: ({ operands }) =>
      /^(view|decrypt)$/.test(textOf(operands[0]) ?? '')
        ? [
            ...operands.slice(1).map(readsFile),
            discloses('credentials'),
            ...(textOf(operands[0]) === 'decrypt' ? operands.slice(1).map(replacesFile) : []),
          ]
        : operands.slice(1).map(replacesFile),
  },
  {
    names: ['vagrant'],
    abbreviates: false,
    options: flags('-h --help, -v --version, --no-color, --machine-readable, --debug'),
    subcommands: readBy(
      { abbreviates: false },
      {
        'status global-status port version validate list-commands ssh-config': {
          options: flags('--prune, --machine-readable'),
          effects: always(...runsProject('Vagrantfile')),
        },
        ssh: {
          options: {
            ...flags('-p --plain, -t --tty'),
            '-c --command': {
              takes: 'value',
              effects: ({ value }) => [runsShell(value, [], { isElsewhere: true })],
            },
          },
          effects: (call) => [...runsProject('Vagrantfile'), ...(has(call, '-c') ? [] : [interactive])],
        },
        'up reload provision resume suspend halt snapshot package rsync push cap powershell winrm upload': {
          options: {
            ...flags('-f --force, --provision, --no-provision, --parallel, --destroy-on-error'),
            ...values('--provider, --provision-with'),
          },
          effects: always(...runsProject('Vagrantfile'), changes('infrastructure'), receives),
        },
        'destroy box plugin cloud': {
          options: flags('-f --force, --all, -g --graceful, --parallel'),
          effects: always(destroys('infrastructure')),
        },
        init: {
          options: flags('-m --minimal, -f --force'),
          effects: always(createsFile(known('Vagrantfile'))),
        },
      },
    ),
  },
];

/** `ansible hosts -m module -a arguments`: the modules for commands run theirs on the hosts. */
function runsModule(call: Call): readonly Effect[] {
  if (hasAny(call, '--version', '--help')) return [readsHere];
  if (has(call, '--list-hosts')) return [readsHere, ...settings];
  const module = textOf(allValues(call, '--module-name').at(-1)) ?? 'command';
  const text = allValues(call, '--args').at(-1);
  const words = textOf(text) ?? '';
  const [, path] = /(?:^|\s)(?:path|dest|src|name)=["']?([^\s"']+)/.exec(words) ?? [];
  const isHere = has(call, '-c') || /^(?:localhost|127\.)/.test(textOf(call.operands[0]) ?? '');
  const onFile = isHere && path !== undefined ? ofFile(module, words, known(path)) : [];
  const isShell = /(^|\.)(shell|command|raw|script)$/.test(module);
  const isReading = /(^|\.)(ping|setup|debug|stat|gather_facts)$/.test(module);
  const run = isShell && text !== undefined ? [runsShell(text, [], { isElsewhere: true })] : [];
  return [sendsTo(null), ...run, ...onFile, ...(isReading ? [] : [destroys('infrastructure')])];
}

/** Modules that are about one file, of this machine. */
function ofFile(module: string, words: string, path: Word): readonly Effect[] {
  if (/(^|\.)file$/.test(module))
    return /\bstate=["']?absent/.test(words) ? [deletesTree(path)] : [altersFile(path)];
  if (/(^|\.)(slurp|fetch|copy|template)$/.test(module)) return [readsFile(path)];
  return [];
}
