/** Permissions of stubs, in octal: those of no directory that anybody else has made. */
export const stubMode = 0o5111;

/**
 * What starts a sandbox, keeps it, and puts away after it. Words: the paths of `flock`, `mkdir`, `rmdir` and, unless that is empty, of the
 * filter for system calls, how many stubs there are, the stubs, the same of the words for control groups (see `LimitWords`),
 * and the words of the sandbox. Descriptor 1 tells with its end that nobody wants the sandbox any more: its host has
 * ended, however that came, or is done with it. The other descriptors are the sandbox's.
 *
 * Stubs are directories: Git sees no empty directory, and to remove one never removes what somebody has put there. Several
 * sandboxes can need the same; each holds a lock on the directories that its stubs are in, and the last one removes them.
 *
 * Control groups are named by the keeper: those that a killed one has left are removed by the next.
 */
export const keeperScript = `
exec 5<&1 > /dev/null
flock=$1 mkdir=$2 rmdir=$3 filter=$4 count=$5
stubs=("\${@:6:count}")
shift $((5 + count))
count=$1
limits=("\${@:2:count}")
shift $((1 + count))
declare -A locks=()
missing=()
for stub in "\${stubs[@]}"; do
  parent=\${stub%/*}
  if [[ ! \${locks[$parent]} ]]; then
    exec {lock}< "$parent/" && "$flock" -s "$lock" || exit
    locks[$parent]=$lock
  fi
  [[ -e $stub || -L $stub ]] || missing+=("$stub")
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
make_groups || { "$rmdir" -- "\${groups[@]}"; exit; }

((\${#missing[@]})) && "$mkdir" -m ${stubMode.toString(8)} -- "\${missing[@]}"

# With job control a background process ignores no signal, which its children could not undo.
set -m
((SHLVL--))
exec {info}<> <(:)
(
  exec 5<&-
  # The locks, and whatever the host was started with.
  for open in /proc/self/fd/*; do
    open=\${open##*/}
    ((open < 10 || open == info)) || exec {open}<&-
  done
  for group in "\${groups[@]}"; do echo 0 > "$group/cgroup.procs" || exit; done
  [[ ! $filter ]] || exec {program}< "$filter" || exit
  exec "$1" --info-fd "$info" \${filter:+--seccomp "$program"} "\${@:2}"
) <&0 &
sandbox=$!
exec 0<&- 3>&- 4<&- 6<&- 7>&- 8>&- 9<&-
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
wait "$sandbox"

# All of it has ended; the kernel may take a moment to see that a group is empty.
for group in "\${groups[@]}"; do
  [[ ! -e $group/cgroup.kill ]] || echo 1 > "$group/cgroup.kill"
  for ((tries = 0; tries < 100; tries++)); do
    "$rmdir" -- "$group" && break
    read -r -t 0.1 -u "$info"
  done
done

for parent in "\${!locks[@]}"; do
  "$flock" -n -x "\${locks[$parent]}" || continue
  for stub in "\${stubs[@]}"; do
    [[ \${stub%/*} == "$parent" && -d $stub && ! -L $stub && -u $stub && -k $stub ]] && "$rmdir" -- "$stub"
  done
done
`;
