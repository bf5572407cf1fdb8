import { overMark } from './scratch.ts';

/** Permissions of stubs, in octal: those of no directory that anybody else has made. Whoever goes through all files can go through them. */
export const stubMode = 0o5555;

/**
 * The one stub that is a file: a directory of its name would keep Git from working. With this text Git does what it does
 * without the file, see gitrepository-layout(5).
 */
export const fileStub = { name: 'commondir', text: '.' } as const;

/**
 * What starts a sandbox, keeps it, and puts away after it. Words: the paths of `flock`, `mkdir`, `rmdir` and `rm`, the
 * directory that is private to the conversation, how many stubs there are, the stubs, and the words of the sandbox. Descriptor 1 tells with its end that nobody wants the sandbox any more: its host has
 * ended, however that came, or is done with it. The other descriptors are the sandbox's.
 *
 * Stubs are empty directories, but for `fileStub`: Git sees none, and to remove one never removes what somebody has put there. Several
 * sandboxes can need the same; each holds a lock on the directories that its stubs are in, and the last one removes them.
 */
export const keeperScript = `
exec 5<&1 > /dev/null
flock=$1 mkdir=$2 rmdir=$3 rm=$4 private=$5 count=$6
stubs=("\${@:7:count}")
shift $((6 + count))
exec {private_lock}< "$private/" && "$flock" -s "$private_lock" || exit
[[ ! -e $private/${overMark} ]] || exit
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
directories=()
for stub in "\${missing[@]}"; do
  if [[ \${stub##*/} == ${fileStub.name} ]]; then
    (set -C; umask 222; printf ${fileStub.text} > "$stub")
  else
    directories+=("$stub")
  fi
done
((\${#directories[@]})) && "$mkdir" -m ${stubMode.toString(8)} -- "\${directories[@]}"

# Whether it is still what was made here.
is_stub() {
  [[ ! -L $1 ]] || return
  if [[ \${1##*/} == ${fileStub.name} ]]; then
    [[ -f $1 && $(< "$1") == ${fileStub.text} ]]
  else
    [[ -d $1 && -u $1 && -k $1 ]]
  fi
}

# With job control a background process ignores no signal, which its children could not undo.
set -m
((SHLVL--))
exec {info}<> <(:)
(
  exec 5<&-
  for lock in "\${locks[@]}" "$private_lock"; do exec {lock}<&-; done
  exec "$1" --info-fd "$info" "\${@:2}"
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

for parent in "\${!locks[@]}"; do
  "$flock" -n -x "\${locks[$parent]}" || continue
  for stub in "\${stubs[@]}"; do
    [[ \${stub%/*} == "$parent" ]] && is_stub "$stub" || continue
    if [[ -d $stub ]]; then "$rmdir" -- "$stub"; else "$rm" -f -- "$stub"; fi
  done
done

# What is private goes with the last who uses it, when its conversation is over, or its host.
read -r stat < /proc/self/stat && fields=(\${stat##*) })
if [[ -e $private/${overMark} || \${fields[1]} != "$PPID" ]] && "$flock" -n -x "$private_lock"; then
  exec "$rm" -rf -- "$private"
fi
`;
