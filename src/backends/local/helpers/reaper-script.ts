import { forkFunctions } from './fork-functions.ts';

/**
 * A process that forks for each request, by `forkFunctions`, and becomes the program of its words. Orphans of what it has forked are handed on to it, and
 * to no process above it: PR_SET_CHILD_SUBREAPER, see prctl(2). It asks for none: what SIGCHLD is ignored by leaves no zombie, see wait(2).
 *
 * It ends with its input, and the last of those that it has forked, or that were handed on to it.
 */
export const reaperScript = `${forkFunctions}
sub go_on { become(@ARGV) }

sub serve {
  be_called('reaper');
  leave_call();
  control(36, 1);
  take_ends();
  $SIG{CHLD} = 'IGNORE';
  while (my @head = next_head()) { fork_for(@head) }
  close $requests;
  # It waits for all that there are, none of which is told.
  1 while wait > 0;
}

take_numbers();
serve();
`;
