import { readsValue } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';

/** Programs of util-linux that list users, namespaces and what processes share. */
export const programs: readonly Program[] = [
  {
    names: ['ipcs'],
    options: {
      ...flags('-m --shmems, -q --queues, -s --semaphores, -a --all, -t --time, -p --pid, -c --creator'),
      ...flags('-l --limits, -u --summary, --human, -b --bytes, -h --help, -V --version'),
      ...values('-i --id'),
    },
  },
  {
    names: ['lslogins'],
    options: {
      ...flags('-a --acc-expiration, -c --colon-separate, -e --export, -f --failed, -G --supp-groups'),
      ...flags('-L --last, -n --newline, --noheadings, --notruncate, -p --pwd, -r --raw, -s --system-accs'),
      ...flags('-u --user-accs, -Z --context, -z --print0, --output-all, -h --help, -V --version'),
      ...values('-g --groups, -l --logins, -o --output, --time-format'),
      ...listed(readsValue, '--btmp-file, --lastlog-file, --lastlog2-file, --wtmp-file'),
    },
  },
  {
    names: ['lsns'],
    options: {
      ...flags('-J --json, -l --list, -n --noheadings, -P --persistent, -r --raw, -u --notruncate'),
      ...flags('-W --nowrap, --output-all, -h --help, -V --version'),
      ...optionals('-T --tree'),
      ...values('-o --output, -p --task, -t --type, -Q --filter'),
    },
  },
];
