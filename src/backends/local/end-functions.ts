import { markVariable } from './call-processes.ts';

/**
 * Functions in bash that end calls when this process cannot: `send_calls <signal>` and `end_all`. They go by the array
 * `calls`, from the mark of a call to its shell's id and start time, by `grace`, in tenths of a second, by `send <signal>`,
 * which whoever uses them defines to reach all that is to be ended, and by `never`, a descriptor that never has anything to read, which makes `read -t` a sleep. Only builtins are used: there may be no PATH.
 */
export const endFunctions = `
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
send_calls() {
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

# SIGTERM, the grace, SIGKILL. New processes can turn up while the others are ended: that goes on for 5 s, until there are none.
end_all() {
  local tenth
  send TERM || return 0
  send CONT
  for ((tenth = 0; tenth < grace; tenth++)); do
    read -t 0.1 -u "$never"
    send 0 || return 0
  done
  for ((tenth = 0; tenth < 50; tenth++)); do
    send KILL || return 0
    read -t 0.1 -u "$never"
  done
}
`;
