import { callLimitIn, limitFunctions } from '../local/processes/call-limit.ts';
import { markVariable } from '../local/processes/call-processes.ts';

/** The variable by which the first process of a container of ours is told from any other. */
export const containerVariable = 'HANDRAIL_CONTAINER';

/**
 * What a container has as its program: it looks after the processes of the calls, and is the only one that does, since the
 * host need not see them. `$1` is the value of `containerVariable`; where the first process does not have that, this is no
 * container of ours, and nothing is done. It tells `keeper <its id> <path of bash>`, and then reads, a line each:
 *
 * - `look <number> <launcher> <mark> alone|beside <signal,…>|- list|-`: finds the processes of a call, sends them the
 *   signals, and answers `looked <number> <how many there were>`; with `list` before that a line for each of them,
 *   `process <number> <id> yes|no <command line>`, where `yes` is for one that can write to the command's output.
 * - `end <launcher>`: ends a launcher at once, which then starts no shell any more.
 *
 * At the end of its input nobody is there any more who wants the container: what runs is asked to end, has 2 s to do so,
 * and with this program the container ends, and all of it.
 *
 * The processes of a call are those of its launcher's session, those that carry its mark, have its limit or its output open, and the
 * children of any of them. Of a call that is `alone` it is every process but the first, this one, and those that were
 * put into the container from outside, which have no parent in it: the launchers. Only builtins are used: an image need
 * not have more than bash.
 */
export const keeperScript = `
exec 2> /dev/null
trap '' PIPE
is_ours=
while IFS= read -r -d '' entry; do [[ $entry == "${containerVariable}=$1" ]] && is_ours=yes; done < /proc/1/environ
[[ $1 && $is_ours && $$ != 1 ]] || exit 125

exec {never}<> <(:) # Never has anything to read, which makes read -t a sleep.
wait "$!"

# Whether it is told where the code of a process begins: gVisor has a 0 there for all.
IFS= read -r -d '' stat < /proc/self/stat
fields=(\${stat##*) })
code_is_told=
[[ \${fields[23]} != 0 ]] && code_is_told=yes

${limitFunctions}
# Whether process $1 has the limit of the call with mark $2.
has_limit() {
  local limit mark=$2
  find_limit "$1"
  ((limit == ${callLimitIn('mark')}))
}

# Whether process $1 carries mark $2; its environment was at $3. One that does not has been read to its end only if it still is there: with
# another program the environment is in another place, and what is left of the one before cannot be read any more. While another program
# takes the place of one, where its code begins is not told yet, and what it will carry is not known.
carries() {
  local entry stat fields reading place=$3
  for ((reading = 0; reading < 10; reading++)); do
    while IFS= read -r -d '' entry; do
      # As bash starts it takes a variable apart for a moment.
      [[ $entry == ${markVariable} ]] && IFS= read -r -d '' entry && entry=${markVariable}=$entry
      [[ $entry == ${markVariable}=* ]] && { [[ $entry == "${markVariable}=$2" ]]; return; }
    done < "/proc/$1/environ"
    stat=
    IFS= read -r -d '' stat < "/proc/$1/stat"
    fields=(\${stat##*) })
    [[ \${fields[20]} && \${fields[20]} != 0 ]] || return 1 # It is over, and has no memory any more.
    [[ $code_is_told && \${fields[23]} == 0 ]] && break
    [[ \${fields[47]} == "$place" ]] && return 1
    place=\${fields[47]}
  done
  unsure=yes
  return 1
}

# Whether process $1 can write to the output of launcher $2, which has it as descriptors 1 and 8.
holds() {
  local file name value
  for file in "/proc/$1/fd/"*; do
    [[ $file -ef /proc/$2/fd/1 || $file -ef /proc/$2/fd/8 ]] || continue
    while read -r name value; do
      [[ $name == flags: && $value == *[12] ]] && return
    done < "/proc/$1/fdinfo/\${file##*/}"
  done
  return 1
}

# Sets members to the living processes of the call with launcher $1 and mark $2; with alone as $3, to all. Sets unsure to yes where there
# may be more: one that takes the place of another program, which shows no environment until it has, and one that was made meanwhile, by
# what was gone when its turn came.
find_members() {
  local file stat fields pid last latest more=1
  unsure=
  read -r _ _ _ _ last < /proc/loadavg # The id that was given out last.
  local -A parents=() ours=()
  for file in /proc/[0-9]*/stat; do
    stat=
    IFS= read -r -d '' stat < "$file"
    fields=(\${stat##*) })
    [[ \${fields[0]} ]] || continue
    # What looks like that can be its first thread only.
    [[ \${fields[0]} == [ZXx] ]] && ((fields[17] < 2)) && continue
    pid=\${file#/proc/}
    pid=\${pid%/stat}
    ((pid == 1 || pid == $$ || fields[1] == 0)) && continue
    parents[$pid]=\${fields[1]}
    if [[ $3 == alone || \${fields[3]} == "$1" ]] || carries "$pid" "$2" "\${fields[47]}" || has_limit "$pid" "$2" || holds "$pid" "$1"; then ours[$pid]=1; fi
  done
  read -r _ _ _ _ latest < /proc/loadavg
  [[ $latest == "$last" ]] || unsure=yes
  while ((more)); do
    more=0
    for pid in "\${!parents[@]}"; do
      [[ ! \${ours[$pid]} && \${ours[\${parents[$pid]}]} ]] && ours[$pid]=1 more=1
    done
  done
  members=("\${!ours[@]}")
}

# Tells of process $2, as an answer to look $1 with launcher $3, in one write that is short enough not to be divided.
tell_process() {
  local word command= output=no
  while IFS= read -r -d '' word; do command+="$word "; done < "/proc/$2/cmdline"
  command=\${command% }
  [[ $command ]] || { read -r word < "/proc/$2/comm"; command="[$word]"; }
  command=\${command:0:500}
  command=\${command//\\\\/\\\\\\\\}
  command=\${command//$'\\n'/\\\\n}
  holds "$2" "$3" && output=yes
  printf 'process %s %s %s %s\\n' "$1" "$2" "$output" "$command"
}

# Answers a look. One that finds nothing and is unsure is taken again, for 0.1 s at most.
look() {
  local pid signal attempt
  for ((attempt = 1; attempt <= 20; attempt++)); do
    find_members "$2" "$3" "$4"
    ((\${#members[@]})) && break
    [[ $unsure ]] || break
    read -t 0.005 -u "$never"
  done
  if ((\${#members[@]})); then
    [[ $6 == list ]] && for pid in "\${members[@]}"; do tell_process "$1" "$pid" "$2"; done
    [[ $5 == - ]] || for signal in \${5//,/ }; do kill "-$signal" "\${members[@]}"; done
  fi
  printf 'looked %s %s\\n' "$1" "\${#members[@]}"
}

printf 'keeper %s %s\\n' "$$" "$BASH"
while read -r verb rest; do
  case $verb in
    look) look $rest ;;
    end) kill -KILL "$rest" ;;
  esac
done

find_members 0 - alone
((\${#members[@]})) && kill -TERM "\${members[@]}" && kill -CONT "\${members[@]}"
for ((tenth = 0; tenth < 20; tenth++)); do
  ((\${#members[@]})) || break
  read -t 0.1 -u "$never"
  find_members 0 - alone
done
`;
