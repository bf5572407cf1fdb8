/** The system calls that programs in Perl make by their numbers, in the order of their words. */
export const systemCallNames = [
  ...(['capset', 'close', 'dup3', 'mount', 'prctl', 'prlimit', 'setns', 'setsid', 'unshare'] as const),
];

const generic = [91, 57, 24, 40, 167, 261, 268, 157, 97];

/** Their numbers by architecture, as Node calls them; see syscall(2) and asm-generic/unistd.h. */
export const systemCallNumbers: Readonly<Record<string, readonly number[]>> = {
  x64: [126, 3, 292, 165, 157, 302, 308, 112, 272],
  ...{ arm64: generic, riscv64: generic, loong64: generic },
};

/** What programs in Perl have in common. Words: the numbers of the system calls, by `take_numbers`; lists, each after its length. */
export const perlFunctions = String.raw`
my %number;
sub take_numbers { @number{qw(${systemCallNames.join(' ')})} = splice @ARGV, 0, ${systemCallNames.length} }
sub counted { my $count = shift @ARGV; splice @ARGV, 0, $count }

sub try_call { my ($name, @arguments) = @_; syscall($number{$name} + 0, @arguments) }
sub call { my ($name) = @_; my $result = &try_call; $result >= 0 ? $result : die "$name: $!\n" }
sub control { my ($option, $argument) = @_; call('prctl', $option, $argument, 0, 0, 0) }

# What looks after calls is of none itself; as with leaveCallLimit for bash. RLIMIT_LOCKS is 10.
sub leave_call {
  my $limits = pack 'Q2', 0, 0;
  # Into what is passed on as it is, and not as a copy.
  return if syscall($number{prlimit} + 0, 0, 10, 0, $limits) < 0;
  my (undef, $hard) = unpack 'Q2', $limits;
  try_call('prlimit', 0, 10, pack('Q2', $hard, $hard), 0);
}

# What it is called in the list of processes, instead of by all of this text.
sub be_called { $0 = "handrail-$_[0]" }

# Tells why the program is not there, in the place of what a launcher would tell.
sub become {
  my @program = @_;
  exec { $program[0] } @program;
  my $reason = "$program[0]: $!\n";
  if (open(my $reports, '>&=', 3)) { syswrite($reports, "unable $reason") }
  die $reason;
}
`;
