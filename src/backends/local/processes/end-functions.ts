import type { ProcessIdentity } from '../../../model/exit.ts';
import { callLimitIn, limitFunctions } from './call-limit.ts';
import { markVariable } from './call-processes.ts';

/** What the functions below are told of a call beside its mark: its shell and its launcher, with zeros for what is not known. */
export function callWords(
  shell: ProcessIdentity | null,
  launcher: ProcessIdentity | null,
): readonly string[] {
  return [shell, launcher].flatMap((one) => [String(one?.pid ?? 0), String(one?.startTime ?? 0)]);
}

/**
 * Functions in bash that end calls when this process cannot: `send_calls <signal>` and `end_all`. They go by the array
 * `calls`, from the mark of a call to what `callWords` gives, by `grace`, in tenths of a second, by `send <signal>`,
 * which whoever uses them defines to reach all that is to be ended, and by `never`, a descriptor that never has anything to read, which makes `read -t` a sleep. Only builtins are used: there may be no PATH.
 */
export const endFunctions = `${limitFunctions}
# All processes by their ids, as they are now; what is over is not there.
declare -A since parent group session
# The thread of each that tells of its environment.
declare -A memory
# The processes of the calls, with their start times: also those that were found before, whatever they have got rid of since.
declare -A found
# The groups of shells that have members.
declare -A led

look() {
  local file stat fields pid thread
  memory=() since=() parent=() group=() session=()
  for file in /proc/[0-9]*/stat; do
    { read -r stat < "$file"; } 2> /dev/null || continue
    fields=(\${stat##*) })
    pid=\${stat%% *}
    memory[$pid]=$pid
    if [[ \${fields[0]} == [ZX] ]]; then
      # What looks like that can be the first thread only, which has neither memory nor files any more.
      ((fields[17] > 1)) || continue
      for thread in "/proc/$pid/task/"*; do memory[$pid]=\${thread##*/}; done
    fi
    parent[$pid]=\${fields[1]} group[$pid]=\${fields[2]} session[$pid]=\${fields[3]} since[$pid]=\${fields[19]}
  done
}

# Whether group or session $1 is still led by who started at $2: while it has members its id is not given out again.
is_led() { (($1)) && [[ ! \${since[$1]-} || \${since[$1]} == "$2" ]]; }

# Finds those in the group of a shell or in the session of a launcher, which is none of them itself unless it leads the group, those that carry a
# mark or have the limit of a call, and the children of any of them. None is older than the shell: of most processes there are that is enough.
find_calls() {
  local mark pid entry before limit words oldest=
  look
  led=()
  for pid in "\${!found[@]}"; do
    [[ \${since[$pid]-} == "\${found[$pid]}" ]] || unset "found[$pid]"
  done
  for mark in "\${!calls[@]}"; do
    words=(\${calls[$mark]})
    find_led "\${words[@]}"
    [[ $oldest && $oldest -le \${words[1]} ]] || oldest=\${words[1]}
  done
  for pid in "\${!since[@]}"; do
    [[ \${found[$pid]-} || \${since[$pid]} -lt $oldest ]] && continue
    while IFS= read -r -d '' entry; do
      # As bash starts it takes a variable apart for a moment.
      [[ $entry == ${markVariable} ]] && IFS= read -r -d '' entry && entry=${markVariable}=$entry
      [[ $entry == ${markVariable}=* ]] || continue
      for mark in "\${!calls[@]}"; do
        [[ /\${entry#*=}/ == */$mark/* ]] && found[$pid]=\${since[$pid]}
      done
      break
    done < "/proc/\${memory[$pid]}/environ"
    [[ \${found[$pid]-} ]] && continue
    find_limit "$pid"
    for mark in "\${!calls[@]}"; do
      ((limit == ${callLimitIn('mark')})) && found[$pid]=\${since[$pid]}
    done
  done 2> /dev/null
  for ((before = -1; before != \${#found[@]}; )); do
    before=\${#found[@]}
    for pid in "\${!parent[@]}"; do
      [[ \${found[\${parent[$pid]}]-} ]] && found[$pid]=\${since[$pid]}
    done
  done
}

# Words: the id of a shell and its start time, those of its launcher.
find_led() {
  local pid shell=0 launcher=0
  is_led "$1" "$2" && shell=$1
  is_led "$3" "$4" && launcher=$3
  for pid in "\${!since[@]}"; do
    ((shell && group[$pid] == shell)) && led[$shell]=yes found[$pid]=\${since[$pid]}
    ((launcher && session[$pid] == launcher && pid != launcher)) && found[$pid]=\${since[$pid]}
  done
}

# Sends signal $1 to every process of the calls, to a group at once; fails when there is none. What may not be sent one, as a set-user-id
# program, is there all the same.
send_calls() {
  local pid id
  find_calls
  for id in "\${!led[@]}"; do kill "-$1" -- "-$id"; done
  for pid in "\${!found[@]}"; do
    [[ \${led[\${group[$pid]}]-} ]] || kill "-$1" "$pid"
  done
  ((\${#found[@]}))
}

# Whether signal $1 reaches nobody. That holds when it is so twice: while a program takes the place of another one its process shows no
# environment, and of what is gone when its turn comes a child may have come meanwhile.
is_gone() {
  send "$1" && return 1
  read -t 0.02 -u "$never"
  ! send "$1"
}

# SIGTERM, the grace, SIGKILL. New processes can turn up while the others are ended: that goes on for 5 s, until there are none.
end_all() {
  local tenth
  is_gone TERM && return
  send CONT
  for ((tenth = 0; tenth < grace; tenth++)); do
    read -t 0.1 -u "$never"
    is_gone 0 && return
  done
  for ((tenth = 0; tenth < 50; tenth++)); do
    is_gone KILL && return
    read -t 0.1 -u "$never"
  done
}
`;
