import { perlFunctions } from './perl-functions.ts';

/** Digits of each of the two numbers that go before a request. */
export const headDigits = 12;

/** The first descriptor of what forks that is no other's: those before it are for what it forks. */
const ownDescriptor = 12;

/**
 * A program that reads its text before the first request. As its words this would be in the list of processes: what a process calls
 * itself is filled up to their length.
 */
export const forkLoader = `
my $text = '';
while (length $text < $ARGV[0]) { sysread(STDIN, $text, $ARGV[0] - length $text, length $text) or exit }
shift;
eval $text;
die $@;
`;

/**
 * Functions of a process that forks for each request, with those of `perlFunctions`. That takes a fraction of the time in which a program starts, and does
 * not hold the host up as a fork of the host does. Whoever has them defines `go_on`: what is forked does that in the end, and is given what stays open until it does not.
 *
 * Words: the length of the text, then the numbers of the system calls. A request is its number and its length, and
 * fields with a NUL between them: lists, each after its length: the descriptors, as `fork-request.ts` tells of them, and
 * variables with their values, which are all of the environment; then the words for `go_on`. These are read by what
 * is forked, and never by this process: a command can read the memory of the first process in its sandbox, which has what this one
 * had, and is not to find what commands before it were given. A request is answered in lines, with its number: `started` and the id of what was forked, or
 * `failed` and the reason.
 */
export const forkFunctions = `${perlFunctions}${String.raw`
# Where requests come from, and where answers go.
my ($requests, $answers);
# What is known of each that was forked, by the descriptor that ends with it.
my %forked;

sub answer { syswrite($answers, "@_\n") }

# Another number for what is open, beyond those of a program; with F_DUPFD_CLOEXEC.
sub moved { my ($file) = @_; fcntl($file, 1030, ${ownDescriptor}) or die "descriptors: $!\n" }

sub take_ends {
  open($requests, '<&=', moved(*STDIN)) && open($answers, '>&=', moved(*STDOUT)) or die "ends: $!\n";
  open(STDIN, '<', '/dev/null') && open(STDOUT, '>', '/dev/null') or die "/dev/null: $!\n";
  # Who is answered may be gone.
  $SIG{PIPE} = 'IGNORE';
}

sub bytes {
  my ($count) = @_;
  my $text = '';
  while (length $text < $count) { sysread($requests, $text, $count - length $text, length $text) or return }
  $text;
}
# Of a request that nobody is there for; nothing of it stays in the memory.
sub pass_over {
  my ($count) = @_;
  while ($count > 0) {
    $count -= sysread($requests, my $text, $count > 4096 ? 4096 : $count) || return;
    $text =~ tr/\0-\xff/\0/;
  }
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
  my ($order, $length, $stays) = @_;
  my $request = bytes($length);
  defined $request && syswrite($stays, 'x') or exit 1;
  @ARGV = split /\0/, $request, -1;
  my @descriptors = counted();
  my %environment = counted();
  $SIG{PIPE} = $SIG{CHLD} = 'DEFAULT';
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
  go_on($stays_as);
}

sub refuse {
  my ($order, $length, $reason) = @_;
  answer('failed', $order, $reason);
  pass_over($length);
  return;
}

# The process that was forked, and what ends with it; nothing where there is none.
sub fork_for {
  my ($order, $length) = @_;
  pipe(my $end, my $stays) or return refuse($order, $length, "pipe: $!");
  my $child = fork;
  return refuse($order, $length, "fork: $!") unless defined $child;
  if ($child == 0) {
    close $end;
    be_forked($order, $length, $stays);
  }
  close $stays;
  # It has the request. If not, nobody knows where the next one begins.
  sysread($end, my $taken, 1) or exit 1;
  ($order, $child, $end);
}

# What goes before a request: its number and its length; nothing at the end of them.
sub next_head {
  my $head = bytes(${2 * headDigits});
  defined $head ? map { $_ + 0 } unpack '(A${headDigits})2', $head : ();
}
`}`;
