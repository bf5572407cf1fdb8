/** Permissions of stubs, in octal: those of no directory that anybody else has made. */
export const stubMode = 0o5111;

/**
 * What starts a sandbox, keeps it, and puts away after it. Words: the paths of `flock`, `mkdir` and `rmdir`, how many stubs
 * there are, the stubs, and the words of the sandbox. Descriptor 1 tells with its end that nobody wants the sandbox any more: its host has
 * ended, however that came, or is done with it. The other descriptors are the sandbox's.
 *
 * Stubs are directories: Git sees no empty directory, and to remove one never removes what somebody has put there. Several
 * sandboxes can need the same; each holds a lock on the directories that its stubs are in, and the last one removes them.
 */
export const keeperScript = `
exec 5<&1 > /dev/null
flock=$1 mkdir=$2 rmdir=$3 count=$4
stubs=("\${@:5:count}")
shift $((4 + count))
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
((\${#missing[@]})) && "$mkdir" -m ${stubMode.toString(8)} -- "\${missing[@]}"

# With job control a background process ignores no signal, which its children could not undo.
set -m
((SHLVL--))
exec {info}<> <(:)
(
  exec 5<&-
  for lock in "\${locks[@]}"; do exec {lock}<&-; done
  exec "$1" --info-fd "$info" "\${@:2}"
) <&0 &
sandbox=$!
exec 0<&- 3>&- 4<&- 6<&- 7>&- 8>&- 9<&-
[[ $NODE_CHANNEL_FD ]] && exec {NODE_CHANNEL_FD}>&-
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

for parent in "\${!locks[@]}"; do
  "$flock" -n -x "\${locks[$parent]}" || continue
  for stub in "\${stubs[@]}"; do
    [[ \${stub%/*} == "$parent" && -d $stub && ! -L $stub && -u $stub && -k $stub ]] && "$rmdir" -- "$stub"
  done
done
`;
