import { forkFunctions } from '../../local/helpers/fork-functions.ts';
import { enterFunctions } from './enter-script.ts';

/**
 * A process that has `enterFunctions` at hand and forks for each sandbox, by `forkFunctions`: the words of a request are those of
 * `enterFunctions` and of the program, and what is forked keeps the sandbox. When that has ended, `ended`, its number
 * and its status are told.
 *
 * It ends with its input, and the last of those that it has forked.
 */
export const forkServerScript = `${forkFunctions}${enterFunctions}${String.raw`
sub go_on { keep_alone(@_) }

sub serve {
  be_called('fork-server');
  leave_call();
  take_ends();
  while (defined $requests || %forked) {
    my $ready = '';
    vec($ready, $_, 1) = 1 for keys %forked, defined $requests ? fileno $requests : ();
    next if select($ready, undef, undef, undef) < 0;
    for (grep { vec($ready, $_, 1) } keys %forked) {
      my ($order, $child) = @{delete $forked{$_}};
      waitpid $child, 0;
      answer('ended', $order, $? >> 8);
    }
    next unless defined $requests && vec($ready, fileno $requests, 1);
    my @head = next_head();
    if (!@head) { undef $requests }
    elsif (my @started = fork_for(@head)) { $forked{fileno $started[2]} = \@started }
  }
}

take_numbers();
serve();
`}`;
