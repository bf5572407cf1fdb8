import { heldDescriptor } from './descriptors.ts';
import { enterFunctions } from './enter-script.ts';

/** Digits of the number of bytes that goes before each request. */
export const lengthDigits = 8;

/**
 * A program that reads `forkServerScript` before the first request. As its words these would be in the list of processes: what a process calls
 * itself is filled up to their length.
 */
export const forkServerLoader = `
my $text = '';
while (length $text < $ARGV[0]) { sysread(STDIN, $text, $ARGV[0] - length $text, length $text) or exit }
shift;
eval $text;
die $@;
`;

/**
 * A process that has `enterFunctions` at hand and forks for each sandbox. That takes a fraction of the time in which Perl starts
 * and reads them, and does not hold the host up as a fork of the host does.
 *
 * Words: its own length, then the numbers of the system calls, in the order of `systemCallNames`. A request is its length, and fields with a NUL
 * between them: its number; then lists, each after its length: the descriptors, as `fork-server.ts` tells of them, and
 * variables with their values, which are all of the environment; then the words of `enterFunctions` and of the program. It is
 * answered in lines, with its number: `started` and the id of the process that keeps the sandbox, or `failed` and the reason;
 * `ended` in the end.
 *
 * It ends with its input, and the last of those that it has forked.
 */
export const forkServerScript = `${enterFunctions}${String.raw`
# Where requests come from, and where answers go.
my ($requests, $answers);
# Number and process of each that was forked, by the descriptor that ends with it.
my %forked;

sub answer { syswrite($answers, "@_\n") }

# Another number for what is open, beyond those of a sandbox; with F_DUPFD_CLOEXEC.
sub moved { my ($file) = @_; fcntl($file, 1030, ${heldDescriptor + 1}) or die "descriptors: $!\n" }

sub take_ends {
  open($requests, '<&=', moved(*STDIN)) && open($answers, '>&=', moved(*STDOUT)) or die "ends: $!\n";
  open(STDIN, '<', '/dev/null') && open(STDOUT, '>', '/dev/null') or die "/dev/null: $!\n";
}

sub bytes {
  my ($count) = @_;
  my $text = '';
  while (length $text < $count) { sysread($requests, $text, $count - length $text, length $text) or return }
  $text;
}
sub next_request {
  my $length = bytes(${lengthDigits});
  defined $length ? bytes($length) : undef;
}

# Each by its path: the file that is meant, and no other that has come in its place. With O_NONBLOCK nothing is waited for; that is
# undone, with F_SETFL. With O_NOCTTY a terminal is only opened, and not taken.
sub opened {
  my ($access, $file, $path) = @_;
  sysopen(my $opened, $path, 0x800 | 0x100 | ($access eq 'write' ? 1 : 0)) or die "$path: $!\n";
  join(':', (stat $opened)[0, 1]) eq $file or die "$path: it is another file\n";
  fcntl($opened, 4, 0) or die "$path: $!\n";
  moved($opened);
}
sub take_descriptors {
  my %opened;
  for (@_) {
    my ($number, @file) = split / /, $_, 4;
    $opened{$number} = opened(@file);
  }
  for (keys %opened) {
    call('dup3', $opened{$_}, $_ + 0, 0);
    call('close', $opened{$_});
  }
}

sub be_forked {
  my ($order, $stays) = splice @_, 0, 2;
  @ARGV = @_;
  my @descriptors = counted();
  my %environment = counted();
  $SIG{PIPE} = 'DEFAULT';
  close $requests;
  %forked = ();
  my $stays_as;
  eval {
    $stays_as = moved($stays);
    close $stays;
    call('setsid');
    take_descriptors(@descriptors);
    1;
  } or do {
    chomp(my $reason = $@);
    answer('failed', $order, $reason);
    exit 1;
  };
  answer('started', $order, $$);
  close $answers;
  %ENV = %environment;
  keep($stays_as);
}

sub fork_for {
  my ($order, @words) = split /\0/, $_[0], -1;
  pipe(my $end, my $stays) or return answer('failed', $order, "pipe: $!");
  my $child = fork;
  return answer('failed', $order, "fork: $!") unless defined $child;
  if ($child == 0) {
    close $end;
    be_forked($order, $stays, @words);
  }
  $forked{fileno $end} = [$order, $child, $end];
}

sub serve {
  be_called('fork-server');
  take_ends();
  # Who is answered may be gone.
  $SIG{PIPE} = 'IGNORE';
  while (defined $requests || %forked) {
    my $ready = '';
    vec($ready, $_, 1) = 1 for keys %forked, defined $requests ? fileno $requests : ();
    next if select($ready, undef, undef, undef) < 0;
    for (grep { vec($ready, $_, 1) } keys %forked) {
      my ($order, $child) = @{delete $forked{$_}};
      waitpid $child, 0;
      answer('ended', $order);
    }
    next unless defined $requests && vec($ready, fileno $requests, 1);
    my $request = next_request();
    if (defined $request) { fork_for($request) } else { undef $requests }
  }
}

take_numbers();
serve();
`}`;
