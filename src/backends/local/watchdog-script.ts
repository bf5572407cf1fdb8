import { markVariable } from './call-processes.ts';

/**
 * What the watchdog runs. `$1` is the grace in tenths of a second. On its standard input it reads
 * `begin <mark> <shell's id> <shell's start time>`, with zeros for a shell that has not started, and `end <mark>`; at the
 * end of it the host is gone.
 *
 * Only builtins are used: there may be no PATH. A descriptor that never has anything to read makes `read -t` a sleep.
 */
export const watchdogScript = `
declare -A calls
while read -r verb mark shell start; do
  case $verb in
    begin) calls[$mark]="$shell $start" ;;
    end) unset "calls[$mark]" ;;
  esac
done
((\${#calls[@]})) || exit 0
exec 2> /dev/null {never}<> <(:)

# Sends signal $1 to the group of shell $2, which started at $3; fails when there is none. While a group has members its
# id is not given out again; a leader that is there has to be the same. A leader that is dead and was not waited for does
# not count as one: signals would reach it for as long as nobody waits for it.
send_group() {
  (($2)) || return 1
  local stat fields=(X)
  if read -r stat < "/proc/$2/stat"; then
    fields=(\${stat##*) })
    [[ \${fields[19]} == "$3" ]] || return 1
  fi
  kill "-$1" -- "-$2" && [[ \${fields[0]} != Z ]]
}

# Sends signal $1 to every process that carries a mark or is in the group of a shell; fails when there is none.
send() {
  local mark file entry pid sent=1
  for mark in "\${!calls[@]}"; do
    send_group "$1" \${calls[$mark]} && sent=0
  done
  for file in /proc/[0-9]*/environ; do
    while IFS= read -r -d '' entry; do
      [[ $entry == ${markVariable}=* ]] || continue
      for mark in "\${!calls[@]}"; do
        [[ /\${entry#*=}/ == */$mark/* ]] || continue
        pid=\${file#/proc/}
        kill "-$1" "\${pid%/environ}" && sent=0
      done
      break
    done < "$file"
  done
  return $sent
}

send TERM || exit 0
send CONT
for ((tenth = 0; tenth < $1; tenth++)); do
  read -t 0.1 -u "$never"
  send 0 || exit 0
done
# New ones can turn up while the others are ended: for 5 s, until there are none.
for ((tenth = 0; tenth < 50; tenth++)); do
  send KILL || exit 0
  read -t 0.1 -u "$never"
done
`;
