import { perlFunctions } from '../../local/helpers/perl-functions.ts';
import { deskPath } from '../arguments.ts';
import { heldDescriptor } from '../descriptors.ts';

/** Before the names of variables that Perl itself would go by, in the environment of `enterScript`. */
export const shelteredPrefix = 'HANDRAIL_SHELTERED_';

/**
 * Functions that put a program into a base sandbox (see `createBases`), in a sandbox of its own there: with a namespace for its
 * processes that ends with them, and namespaces for users, mounts, IPC, host name and control groups; without any right,
 * and without the system calls that the filter refuses. It is then what `keeper` is for a sandbox that is made whole:
 * when descriptor 1 ends, it ends all of the sandbox, and puts away what held its limits.
 *
 * Words: those of `take_words`, which are lists, each after its length: the
 * namespaces to enter, by path; what lies over parts of /proc, as in `Entry`; the control groups, as
 * in `LimitWords`; the limits, as options of prlimit(1); variables with their values. Then the filter in hexadecimal digits
 * (empty: none), the name of the desk (empty: none), and the words of the program.
 *
 * Three processes: one that is outside and keeps, one that enters, and the first one in the sandbox, which is there for as
 * long as any other. Each ends with the one before it. The program has the descriptors 0, 3, 4 and 6 to 9 of this one;
 * its own 1 and 2 are /dev/null.
 *
 * They go after `perlFunctions`. In Perl for the reasons of `listenerScript`: it can make system calls that no other program makes for just this, and
 * starts in the time of bash. It loads no module. What it does is what bwrap(1) does, for the part that is not in the base.
 */
export const enterFunctions = String.raw`
my (@namespaces, @proc, @group_words, @limits, %variables, $filter, $desk);
# The descriptor of the channel, if there is one: what makes a socket in the sandbox hands that on by it, and closes it.
my $channel;
sub take_words {
  @namespaces = counted();
  @proc = counted();
  @group_words = counted();
  @limits = counted();
  %variables = counted();
  $filter = pack 'H*', shift @ARGV;
  $desk = shift @ARGV;
}

# Not what Perl buffers: all of a text is one write, which the kernel takes or not.
sub put {
  my ($path, $text) = @_;
  open(my $file, '>', $path) or die "$path: $!\n";
  syswrite($file, $text) == length $text or die "$path: $!\n";
}
sub text_of {
  my ($path) = @_;
  open(my $file, '<:raw', $path) or die "$path: $!\n";
  local $/;
  my $text = <$file>;
  $text;
}
# Of a child that has ended, as a shell has it: what a signal has ended did not succeed.
sub status_of { my ($ended) = @_; $ended & 127 ? 128 + ($ended & 127) : $ended >> 8 }
sub entries { my ($path) = @_; opendir(my $directory, $path) or return (); readdir $directory }
sub close_all_but {
  my %kept = map { $_ => 1 } @_;
  for (grep { /^\d+$/ && !$kept{$_} } entries('/proc/self/fd')) { try_call('close', $_ + 0) }
}
# With $PR_SET_PDEATHSIG, see prctl(2).
sub end_with_parent { control(1, 9) }

# Sets of every kind that there is, the bounding one first; see capabilities(7).
sub drop_rights {
  for (my $right = 0; try_call('prctl', 24, $right, 0, 0, 0) == 0; $right++) { }
  my ($header, $none) = (pack('L L', 0x20080522, 0), pack('L6', (0) x 6));
  call('capset', $header, $none);
  control(38, 1);
}

sub mount_on {
  my ($type, $source, $target, $flags, $options) = @_;
  call('mount', $source, $target, $type, $flags, $options);
}
# MS_BIND, with MS_REC; then again with MS_REMOUNT and what may not be done there: to write, and all that a /proc is without.
sub show_read_only {
  my ($source, $target) = @_;
  mount_on(0, $source, $target, 0x5000, 0);
  mount_on(0, $source, $target, 0x1000 | 0x20 | 0xf, 0);
}

sub cover_proc {
  my ($kind, $path) = $_[0] =~ /^(\S+) (.*)$/s;
  return unless -e $path;
  if ($kind eq 'masked') { show_read_only('/dev/null', $path) }
  elsif ($kind eq 'read-only') { show_read_only($path, $path) }
  else { mount_on('tmpfs', 'tmpfs', $path, 0xf, "mode=$kind") }
}

# MS_REC and MS_PRIVATE. What the machine mounts from now on, a disk or somebody's home, would be shown here too otherwise, over
# whatever hides what is there, and could be written to.
sub see_no_more_mounts { mount_on(0, 'none', '/', 0x4000 | 0x40000, 0) }

# Nothing here is the machine's: what is changed in the new namespaces is changed for this sandbox alone.
sub lay_out {
  see_no_more_mounts();
  mount_on('proc', 'proc', '/proc', 0xe, 0);
  put('/proc/sys/user/max_user_namespaces', '0');
  cover_proc($_) for @proc;
  mount_on('tmpfs', 'tmpfs', '/dev/shm', 0x6, 'mode=1777');
  mount_on('devpts', 'devpts', '/dev/pts', 0xa, 'newinstance,ptmxmode=0666,mode=620');
  if ($desk ne '') { show_read_only("${deskPath}/$desk", '${deskPath}') }
  else { mount_on('tmpfs', 'tmpfs', '${deskPath}', 0xf, 'mode=0') }
}

sub apply_filter {
  return if $filter eq '';
  my $described = pack('S x6 P', length($filter) / 8, $filter);
  call('prctl', 22, 2, $described, 0, 0);
}

my %resources = (cpu => 0, fsize => 1, data => 2, nproc => 6);
sub limit {
  my ($name, $soft, $hard) = $_[0] =~ /^--(\w+)=(\d+)(?::(\d+))?$/ or die "$_[0]: no limit\n";
  my $values = pack('Q Q', $soft, defined $hard ? $hard : $soft);
  call('prlimit', 0, $resources{$name}, $values, 0);
}

sub become_program {
  call('setsid');
  limit($_) for @limits;
  $ENV{$_} = $variables{$_} for keys %variables;
  become(@ARGV);
}

# The first process of a sandbox, with which all others end. The kernel hands orphans on to it.
sub be_first {
  my ($ready, $go) = @_;
  be_called('first');
  end_with_parent();
  # Who has made it may have ended before that held: then nobody answers.
  syswrite($ready, 'x') && sysread($go, my $answer, 1) or exit 1;
  lay_out();
  drop_rights();
  apply_filter();
  my $child = fork;
  die "fork: $!\n" unless defined $child;
  become_program() if $child == 0;
  close_all_but();
  my ($status, $ended) = 0;
  while (($ended = wait) > 0) { $status = $? if $ended == $child }
  exit status_of($status);
}

# As the namespace has them that this process is in.
sub ids { ($> + 0, (split ' ', $))[0] + 0) }

# In the base, and beyond: into namespaces of this sandbox's own. Tells the first process of it.
sub enter {
  my ($keeper, $tell) = @_;
  be_called('maker');
  end_with_parent();
  exit 1 if getppid != $keeper;
  close_all_but(0 .. 4, 6 .. 9, fileno $tell, defined $channel ? $channel : ());
  put("$_/cgroup.procs", '0') for @_[2 .. $#_];
  my ($user, $group) = ids();
  my @entered = map { open(my $file, '<', $_) or die "$_: $!\n"; $file } @namespaces;
  open(STDOUT, '>', '/dev/null') or die "/dev/null: $!\n";
  # NS_GET_USERNS, see ioctl_ns(2): who owns one has to be entered before it, and cannot be twice.
  for my $namespace (@entered) {
    my $owner = ioctl($namespace, 0xb701, 0) or die "no owner: $!\n";
    my ($there, $here) = map { (stat $_)[1] } '/proc/self/fd/' . ($owner + 0), '/proc/self/ns/user';
    call('setns', $owner + 0, 0) unless $there == $here;
    call('close', $owner + 0);
    call('setns', fileno $namespace, 0);
  }
  @entered = ();
  see_no_more_mounts() if @namespaces;
  my ($user_there, $group_there) = ids();
  chdir '/' or die "/: $!\n";
  # CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUTS; not every kernel has CLONE_NEWCGROUP.
  call('unshare', 0x10000000 | 0x20000000 | 0x20000 | 0x8000000 | 0x4000000);
  try_call('unshare', 0x2000000);
  put('/proc/self/setgroups', 'deny');
  put('/proc/self/uid_map', "$user $user_there 1\n");
  put('/proc/self/gid_map', "$group $group_there 1\n");
  # A change of rights can have undone it.
  end_with_parent();
  exit 1 if getppid != $keeper;
  pipe(my $is_ready, my $ready) && pipe(my $go, my $let_go) or die "pipe: $!\n";
  my $first = fork;
  die "fork: $!\n" unless defined $first;
  if ($first == 0) {
    close $_ for $is_ready, $let_go, $tell;
    be_first($ready, $go);
  }
  close_all_but(map { fileno $_ } $is_ready, $let_go, $tell);
  drop_rights();
  syswrite($tell, $first);
  if (sysread($is_ready, my $word, 1)) { syswrite($let_go, 'x') }
  waitpid $first, 0;
  exit status_of($?);
}

sub make_groups {
  my @made;
  my $undo = sub { rmdir $_ for @made; exit 1 };
  for my $word (@group_words) {
    if ($word =~ m{^/}) {
      for my $left (map { /^(handrail\.(\d+)(?:\..*)?)$/s ? [$1, $2] : () } entries($word)) {
        rmdir "$word/$left->[0]" unless $left->[1] != $$ && -e "/proc/$left->[1]";
      }
      mkdir "$word/handrail.$$" or $undo->();
      push @made, "$word/handrail.$$";
    } else {
      my ($optional, $file, $value) = $word =~ /^(-?)([^=]*)=(.*)$/s;
      next if $optional && !-e "$made[-1]/$file";
      eval { put("$made[-1]/$file", $value); 1 } or $undo->();
    }
  }
  @made;
}

# The kernel may take a moment to see that a group is empty.
sub put_away {
  for my $group (@_) {
    eval { put("$group/cgroup.kill", '1') } if -e "$group/cgroup.kill";
    for (1 .. 100) {
      last if rmdir $group;
      select undef, undef, undef, 0.1;
    }
  }
}

# By its parent: the id can be another's by now.
sub is_child {
  my ($child, $parent) = @_;
  my $stat = eval { text_of("/proc/$child/stat") };
  return 0 unless defined $stat;
  $stat =~ /.*\) \S+ (\d+)/s && $1 == $parent;
}

# How many of its processes the kernel has ended for want of memory, see cgroups(7); no more than a status can tell.
sub ended_for_memory {
  my ($group) = @_;
  for (map { eval { text_of("$group/$_") } } 'memory.oom_control', 'memory.events') {
    return $1 < 255 ? $1 + 0 : 255 if /^oom_kill (\d+)$/m;
  }
  0;
}

# What outlasts the sandbox; with the descriptors that it has open until then, beside those that it needs. Returns how that ended, and
# how many of it were ended for want of memory: nobody can read that in the group any more.
sub keep {
  be_called('keeper');
  take_words();
  my @groups = make_groups();
  pipe(my $told, my $tell) or die "pipe: $!\n";
  my $keeper = $$;
  my $maker = fork;
  if (!defined $maker) { put_away(@groups); exit 1 }
  if ($maker == 0) {
    close $told;
    enter($keeper, $tell, @groups);
  }
  close $tell;
  close_all_but(1, ${heldDescriptor}, fileno $told, @_);
  sysread($told, my $first, 16);
  # Until nobody wants it any more, or it is over: then the maker is about to end, and how it does that is what is told.
  my ($ends, $over) = ('', fileno $told);
  vec($ends, $_, 1) = 1 for 1, $over;
  select($ends, undef, undef, undef);
  kill KILL => $first && is_child($first, $maker) ? $first : $maker unless vec($ends, $over, 1);
  # One that somebody has stopped would not see that it has ended.
  kill CONT => $maker;
  waitpid $maker, 0;
  my $status = status_of($?);
  my ($ended) = (grep({ $_ > 0 } map { ended_for_memory($_) } @groups), 0);
  # What watches over a job reads that itself. It may be a second before it looks, and longer where much runs: it has ten, unless nobody
  # wants the sandbox any more.
  vec(my $unwanted = '', 1, 1) = 1;
  select($unwanted, undef, undef, 10) if $ended;
  put_away(@groups);
  ($status, $ended);
}

# As a program of its own: its status is how many were ended for want of memory.
sub keep_alone {
  my (undef, $ended) = keep(@_);
  exit $ended;
}
`;

/**
 * The same as a program that Node has started. That alone has a channel; what names one in the environment of another is a variable of its
 * command. Variables that have `shelteredPrefix` before their name lose it.
 */
export const enterScript = `${perlFunctions}${enterFunctions}
take_numbers();
$channel = $ENV{NODE_CHANNEL_FD};
my %sheltered = map { /^${shelteredPrefix}(.*)/s ? ($1 => delete $ENV{$_}) : () } keys %ENV;
@ENV{keys %sheltered} = values %sheltered;
keep_alone();
`;
