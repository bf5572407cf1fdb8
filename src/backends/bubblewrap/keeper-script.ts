import { ownScript } from '../local/own-script.ts';
import { leaveCallLimit } from '../local/processes/call-limit.ts';
import { overMark } from './layout/scratch.ts';
import { removeStubs, sharedNames, stubFunctions, stubMode } from './stub-script.ts';

/**
 * What starts a sandbox, keeps it, and puts away after it. Words: the paths of `flock`, `mkdir`, `rmdir`, `rm` and `chmod`, the
 * directory that is private to the conversation, the path of the filter for system calls (empty: none), the descriptor of the
 * channel that the sandbox hands its listening socket on by (empty: it makes none), how many stubs there are, the stubs, the same of the words for control groups (see `LimitWords`) and of what goes before the words of the sandbox, and these.
 * Descriptor 1 tells with its end that nobody wants the sandbox any more: its host has
 * ended, however that came, or is done with it. On descriptor 2 it is told why the sandbox was not made. The other descriptors are the sandbox's.
 *
 * Stubs are empty directories, but for `fileStubs`: Git sees none, and to remove one never removes what somebody has put there. Several
 * sandboxes can need the same; each holds a lock on the directories that its stubs are in, and the last one removes them.
 *
 * Control groups are named by the keeper: those that a killed one has left are removed by the next. Where it has made a sandbox its status is
 * how many processes the kernel has ended in that for want of memory, 255 at most.
 */
const keeperScript = `
${leaveCallLimit}
exec 5<&1 > /dev/null
# Whoever it says something to may not listen any more.
trap : PIPE
flock=$1 mkdir=$2 rmdir=$3 rm=$4 chmod=$5 private=$6 filter=$7 channel=$8 count=$9
stubs=("\${@:10:count}")
shift $((9 + count))
count=$1
limits=("\${@:2:count}")
shift $((1 + count))
count=$1
within=("\${@:2:count}")
shift $((1 + count))

# Those of other keepers are shared, or held for a moment. A command can have one on its workspace too, for as long as it likes.
share() {
  local tries
  for ((tries = 0; tries < 60; tries++)); do
    "$flock" -n -s "$1" && return
    read -r -t 0.05 -u 5
    (($? > 128)) || return 1
  done
  return 1
}

exec {private_lock}< "$private/" && "$flock" -s "$private_lock" || exit
[[ ! -e $private/${overMark} ]] || exit
${stubFunctions}
remove_stubs() {
  ${removeStubs}
}
# What it starts would end at a word that nobody hears, and leave stubs.
give_up() { exec 2> /dev/null; remove_stubs; exit; }

declare -A locks=()
parents=()
files=()
directories=()
for stub in "\${stubs[@]}"; do
  parent=\${stub%/*}
  if [[ ! \${locks[$parent]} ]]; then
    exec {lock}< "$parent/" || give_up
    share "$lock" || { echo "a program has a lock on $parent (flock): a job or another command perhaps; end that" >&2; give_up; }
    locks[$parent]=$lock
    parents+=("$parent")
  fi
  # By the directory itself: it may be put elsewhere meanwhile, and another in its place.
  there=/proc/$$/fd/\${locks[$parent]}/\${stub##*/}
  [[ ! -e $there && ! -L $there ]] || continue
  # Before the stubs in it, whose lock is on it.
  case \${stub##*/} in
    ${sharedNames}) "$mkdir" -m =rwx,u+s -- "$there" ;;
    *) if is_for_file "$stub"; then files+=("$there"); else directories+=("$there"); fi ;;
  esac
done

groups=()
make_groups() {
  local word file left keeper group=
  for word in "\${limits[@]}"; do
    if [[ $word == /* ]]; then
      for left in "$word"/handrail.*/; do
        [[ -d $left ]] || continue
        keeper=\${left#"$word"/handrail.} keeper=\${keeper%%[./]*}
        [[ $keeper != "$$" && -e /proc/$keeper ]] || "$rmdir" -- "$left"
      done
      group=$word/handrail.$$
      "$mkdir" -- "$group" || return
      groups+=("$group")
    else
      file=\${word%%=*}
      [[ $file == -* && ! -e $group/\${file#-} ]] || printf %s "\${word#*=}" > "$group/\${file#-}" || return
    fi
  done
}
make_groups || { "$rmdir" -- "\${groups[@]}"; give_up; }

for stub in "\${files[@]}"; do
  set_text "$stub"
  (set -C; umask 222; printf %s "$text" > "$stub")
done
((\${#directories[@]})) && "$mkdir" -m ${stubMode.toString(8)} -- "\${directories[@]}"

# With job control a background process ignores no signal, which its children could not undo.
set -m
((SHLVL--))
# A pipe; from version 5.1 on bash puts a short text into one, and needs no process for that.
exec {pipe}<<< ''
if [[ -p /proc/self/fd/$pipe ]]; then exec {info}<> "/proc/self/fd/$pipe"; else exec {info}<> <(:); fi
exec {pipe}<&-
(
  exec 5<&-
  # The locks, and whatever the host was started with.
  for open in /proc/self/fd/*; do
    open=\${open##*/}
    [[ $open == ? || $open == "$info" || $open == "$channel" ]] || exec {open}<&-
  done
  for group in "\${groups[@]}"; do echo 0 > "$group/cgroup.procs" || exit; done
  [[ ! $filter ]] || exec {program}< "$filter" || exit
  exec "\${within[@]}" "$1" --info-fd "$info" \${filter:+--seccomp "$program"} "\${@:2}"
) <&0 &
sandbox=$!
exec 0<&- 2> /dev/null 3>&- 4<&- 6<&- 7>&- 8>&- 9<&-
[[ ! $channel ]] || exec {channel}>&-
read -r -u 5

# With the first of its processes all of a sandbox ends, and what has started that waits for it.
first=
while [[ ! $first ]] && read -r -t 0.1 -u "$info" line; do
  [[ $line =~ '"child-pid": '([0-9]+) ]] && first=\${BASH_REMATCH[1]}
done
if [[ $first ]] && read -r stat < "/proc/$first/stat" && fields=(\${stat##*) }) && [[ \${fields[1]} == "$sandbox" ]]; then
  kill -KILL "$first"
else
  kill -KILL "$sandbox"
fi
# One that somebody has stopped would not see that it has ended.
kill -CONT "$sandbox"
wait "$sandbox"

# See cgroups(7): nobody can read it when the group is gone.
ended=0
for group in "\${groups[@]}"; do
  for file in "$group/memory.oom_control" "$group/memory.events"; do
    [[ -e $file ]] || continue
    while read -r word count; do [[ $word != oom_kill ]] || ended=$((count < 255 ? count : 255)); done < "$file"
  done
done

# All of it has ended; the kernel may take a moment to see that a group is empty.
for group in "\${groups[@]}"; do
  [[ ! -e $group/cgroup.kill ]] || echo 1 > "$group/cgroup.kill"
  for ((tries = 0; tries < 100; tries++)); do
    "$rmdir" -- "$group" && break
    read -r -t 0.1 -u "$info"
  done
done

remove_stubs
# What is private goes with the last who uses it, when its conversation is over, or its host.
read -r stat < /proc/self/stat && fields=(\${stat##*) })
if [[ -e $private/${overMark} || \${fields[1]} != "$PPID" ]] && "$flock" -n -x "$private_lock"; then
  "$rm" -rf -- "$private"
fi
exit "$ended"
`;

export const keeper = ownScript('keeper', keeperScript);
