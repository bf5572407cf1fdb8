/**
 * What makes the socket for a sandbox's proxy, in the sandbox: only there it listens to the sandbox's programs. It hands
 * the socket on to the host and becomes the program of its words, so that nothing more runs in the sandbox or beside it.
 * Words: the number of the system call, and the program's.
 *
 * On a port that is free: other sandboxes can have the same network. The variables that name the proxy with port 0 get that. What runs on Java
 * knows none of these: Maven and Gradle have it among their options, of which the last holds.
 *
 * In Perl: it can hand on a descriptor (sendmsg(2), SCM_RIGHTS) and become another program, starts in 2 ms as long as it
 * loads no module, and is wherever Debian is (`perl-base` is essential) and mostly wherever Git is. Node takes 40 ms for
 * it. The message is the one by which a process of Node hands a socket to its parent.
 */
export const listenerScript = String.raw`
my ($sendmsg, @program) = @ARGV;
my $channel = delete $ENV{NODE_CHANNEL_FD};
delete $ENV{NODE_CHANNEL_SERIALIZATION_MODE};
my ($listener, $handed);
socket($listener, 2, 1, 0) && bind($listener, pack('S n C4 x8', 2, 0, 127, 0, 0, 1)) && listen($listener, 128)
  or die "no socket: $!\n";
my $text = qq({"cmd":"NODE_HANDLE","type":"net.Native","msg":"listener"}\n);
my $part = pack('P Q', $text, length $text);
my $rights = pack('Q i i i x4', 20, 1, 1, fileno $listener);
my $message = pack('Q L x4 P Q P Q i x4', 0, 0, $part, 1, $rights, length $rights, 0);
syscall($sendmsg + 0, $channel + 0, $message, 0) == length $text or die "not handed on: $!\n";
my $port = unpack 'x2 n', getsockname $listener;
s{^(http://127\.0\.0\.1):0$}{$1:$port} for values %ENV;
my $java = join ' ', map { "-D$_.proxyHost=127.0.0.1 -D$_.proxyPort=$port" } 'http', 'https';
$ENV{$_} = join ' ', grep({ defined && length } $ENV{$_}), $java for 'MAVEN_OPTS', 'GRADLE_OPTS';
open($handed, '<&=', $channel) && close($handed) or die "not closed: $!\n";
exec { $program[0] } @program or die "not started: $!\n";
`;

/** The number of sendmsg(2) by architecture, as Node calls them; on each a pointer has 64 bits. */
export const sendmsgNumbers: Readonly<Record<string, number>> = {
  x64: 46,
  arm64: 211,
  riscv64: 211,
  loong64: 211,
};
