import { perlFunctions } from '../../local/helpers/perl-functions.ts';
import { enterFunctions } from './enter-script.ts';

/**
 * What `enterScript` does, in a base that it makes before and ends after it. Words: the numbers of the system calls; those that make the base, which are a
 * list; and the others, with no namespaces.
 */
export const trialScript = `${perlFunctions}${enterFunctions}
take_numbers();
# With its host, and what makes the base with this: that may never tell.
end_with_parent();
my @base = counted();
pipe(my $told, my $tell) && pipe(my $lifeline, my $end) or die "pipe: $!\\n";
my $self = $$;
my $maker = fork;
die "fork: $!\\n" unless defined $maker;
if ($maker == 0) {
  end_with_parent();
  exit 1 if getppid != $self;
  # Beyond those that they are to be.
  my ($from, $to) = map { fcntl($_, 1030, 10) or die "descriptors: $!\\n" } $lifeline, $tell;
  call('dup3', $from, 1, 0);
  call('dup3', $to, 3, 0);
  exec { $base[0] } @base or die "$base[0]: $!\\n";
}
close $_ for $tell, $lifeline;
END {
  if ($$ == $self) {
    local $?;
    close $end;
    waitpid $maker, 0;
  }
}
sysread($told, my $resident, 16) or die "its base could not be made\\n";
shift @ARGV;
unshift @ARGV, 2, map { '/proc/' . ($resident + 0) . "/ns/$_" } 'net', 'mnt';
my ($status) = keep(fileno $end);
exit $status;
`;
