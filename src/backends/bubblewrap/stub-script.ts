import { isShared, sharedDirectories } from '../../confine/sandbox-places.ts';
import { repositorySigns } from './layout/repository-signs.ts';

/** Permissions of stubs: those of no directory that anybody else has made. Whoever goes through all files can go through them. */
export const stubMode = 0o5555;

/** What those that have stubs in them, and are a command's for the rest, have beside the permissions of any directory: nobody gives that to one. */
const sharedStubBit = 0o4000;

/** Whether a directory with these permissions is a stub. What it is in can have handed its group on to it. */
export function isStub(path: string, mode: number): boolean {
  return (mode & 0o5777) === stubMode || (isShared(path) && (mode & sharedStubBit) !== 0);
}

/**
 * The stubs that can be files, by name, with their text: where a directory of the name keeps Git, Setuptools or shells from working. With
 * these Git does what it does without the files, see gitrepository-layout(5) and git-config(1). Of `.gitconfig` and
 * what shells read only that of the home directory is one, and of `exclude` that of a repository: Git reads no other, and would show it as a new file. The signs of a
 * repository are some beside what Setuptools reads: it takes a directory of such a name for a package. Elsewhere a file would be copied,
 * or packed, with what is meant.
 */
export const fileStubs: ReadonlyMap<string, string> = new Map([
  ['commondir', '.'],
  ['.gitconfig', '# handrail'],
  ['exclude', '# handrail'],
  // A login shell reads the first of them that is there, and no other.
  ['.bash_profile', '[ ! -f ~/.bash_login ] || . ~/.bash_login # handrail'],
  ['.bash_login', '[ ! -f ~/.profile ] || . ~/.profile # handrail'],
  ['.profile', '# handrail'],
  ['.bashrc', '# handrail'],
  ...repositorySigns.map((name): [string, string] => [name, '# handrail']),
]);

const fileStubCases = [...fileStubs].map(([name, text]) => `${name}) text='${text}' ;;`).join(' ');

export const sharedNames = sharedDirectories.join('|');

const signPatterns = repositorySigns.map((name) => `*/${name}`).join('|');

export const stubFunctions = `
# What a stub has in it that is a file; the names that never are have no text.
set_text() {
  case \${1##*/} in ${fileStubCases} *) text= ;; esac
}

# Whether what is to stand in for it is a file.
is_for_file() {
  set_text "$1"
  case $1 in
    */.gitconfig | */.bash_profile | */.bash_login | */.profile | */.bashrc) [[ \${1%/*} -ef $HOME ]] ;;
    */exclude) [[ $1 == */.git/info/exclude ]] ;;
    ${signPatterns}) [[ -e \${1%/*}/pyproject.toml || -e \${1%/*}/setup.py || -e \${1%/*}/setup.cfg ]] ;;
    *) [[ $text ]] ;;
  esac
}

# Whether it is still what was made here.
is_stub() {
  [[ ! -L $1 ]] || return
  if [[ -d $1 ]]; then
    [[ -u $1 ]] && case \${1##*/} in ${sharedNames}) ;; *) [[ -k $1 ]] ;; esac
  else
    set_text "$1"
    [[ $text && -f $1 && $(< "$1") == "$text" ]]
  fi
}

# Whether what is open by path $1 is in the directory of $2, by the name that $2 has: a link would have led elsewhere.
is_in_place() {
  local at
  builtin cd -P -- "$1" && at=$PWD && builtin cd -P -- "\${2%/*}" && [[ $at == "\${PWD%/}/\${2##*/}" ]]
  set -- $?
  builtin cd /
  return "$1"
}

# Has one with something in it be a directory as others are; by that itself, as a link could come in its place at any moment.
free_stub() {
  local left there mode=u-s
  exec {left}< "$1/" || return
  there=/proc/$$/fd/$left
  case \${1##*/} in ${sharedNames}) ;; *) mode=u-s,a-rwxt,+rwx ;; esac
  if is_in_place "$there" "$1"; then
    [[ ! -u $there ]] || [[ $mode != u-s && ! -k $there ]] || "$chmod" "$mode" -- "$there"
  fi
  exec {left}<&-
}
`;

/**
 * Removes the stubs in `stubs` whose directories, `parents`, nobody else has a lock on, by those that are open in `locks`; `held`: somebody
 * else has one. What somebody has put something into is a stub no more, but a directory as others are: root can write into all of them, and commands
 * into the shared ones.
 */
export const removeStubs = `
for ((at = \${#parents[@]} - 1; at >= 0; at--)); do
  parent=\${parents[at]}
  "$flock" -n -x "\${locks[$parent]}" || { held=yes; continue; }
  directories=()
  for stub in "\${stubs[@]}"; do
    [[ \${stub%/*} == "$parent" ]] || continue
    stub=/proc/$$/fd/\${locks[$parent]}/\${stub##*/}
    is_stub "$stub" || continue
    if [[ -d $stub ]]; then directories+=("$stub"); else "$rm" -f -- "$stub"; fi
  done
  # To start a program takes longer than to remove them all, and none with anything in it is removed.
  ((\${#directories[@]})) || continue
  "$rmdir" -- "\${directories[@]}"
  [[ ! $held ]] || continue
  for stub in "\${directories[@]}"; do
    [[ ! -d $stub ]] || free_stub "$stub"
  done
done
`;

/**
 * Removes stubs in the stead of what would have, had it not been killed; as that does, only where nobody else needs them. What that had
 * started has its locks, too, and may take a moment to end: it is waited for, a second at most. Words: the paths of `flock`, `rmdir`,
 * `rm` and `chmod`, and the stubs.
 */
export const putAwayScript = `
exec > /dev/null
flock=$1 rmdir=$2 rm=$3 chmod=$4
stubs=("\${@:5}")
declare -A locks=()
parents=()
for stub in "\${stubs[@]}"; do
  parent=\${stub%/*}
  [[ \${locks[$parent]} ]] || { exec {lock}< "$parent/" && locks[$parent]=$lock && parents+=("$parent"); }
done
exec {pause}<> <(:)
${stubFunctions}
for ((tries = 0; tries < 10; tries++)); do
  held=
  ${removeStubs}
  [[ $held ]] || break
  read -r -t 0.1 -u "$pause"
done`;
