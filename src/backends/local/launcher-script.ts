import { markVariable } from './call-processes.ts';

/**
 * What a launcher runs. On its standard input it reads requests of ten fields, each ended by a NUL; on descriptor 3 it
 * tells, a line each, how the shell of the request fares:
 *
 * - `started <order> <id> <start time>`: it has all that it was given open, and is about to run the command.
 * - `parts <status>…`: how the parts of the last pipeline ended, if the shell was asked to say so.
 * - `[1]+ <id> Exit 3 …` or `[1]+ <id> Killed …`, as bash's `jobs` has it: tells an exit status from a signal.
 * - `status <order> <number>`: it is over. Without `started` before it, nothing was run.
 *
 * `<order>` is the first field of the request. A command can write lines of its own here, as it can do anything that its
 * parent can; they are good for no other order.
 *
 * Its own variables are named so that none of the command's environment is changed. Only builtins are used. Messages are
 * made in the C locale, which the command is not given. Descriptor 4 is the file with `partsHook`.
 */
export const launcherScript = `
exec 2> /dev/null
set -m
trap 'jobs -l >&3' CHLD
HANDRAIL_locale=\${LC_ALL-} HANDRAIL_has_locale=\${LC_ALL+yes}
LC_ALL=C

# A shell for the request at hand, in a process group of its own.
HANDRAIL_start() {
  trap - INT QUIT TERM HUP TSTP TTIN TTOU
  cd -- "$HANDRAIL_cwd" || exit
  unset OLDPWD
  if [[ $HANDRAIL_has_locale ]]; then LC_ALL=$HANDRAIL_locale; else unset LC_ALL; fi
  export ${markVariable}=$HANDRAIL_mark
  [[ $HANDRAIL_parts ]] && export BASH_ENV=/proc/$$/fd/4
  # Not local: a local variable takes over that the command's environment has one of its name.
  read -r HANDRAIL_stat < /proc/self/stat
  HANDRAIL_fields=(\${HANDRAIL_stat##*) })
  if [[ $HANDRAIL_terminal ]]; then
    exec <> "$HANDRAIL_terminal" >&0 2>&0 || exit
  else
    exec < "$HANDRAIL_input" > "$HANDRAIL_output" 2> "$HANDRAIL_errors" || exit
  fi
  [[ $HANDRAIL_how == text ]] || exec 5< "$HANDRAIL_text" || exit
  printf 'started %s %s %s\\n' "$HANDRAIL_order" "$BASHPID" "\${HANDRAIL_fields[19]}" >&3
  case $HANDRAIL_how in
    loaded) exec "$BASH" --noprofile --norc -c "$HANDRAIL_loader" bash 3<&5 4<&- 5<&- ;;
    file) IFS= read -r -d '' HANDRAIL_text <&5 ;;
  esac
  exec "$BASH" --noprofile --norc -c -- "$HANDRAIL_text" bash 3>&- 4<&- 5<&-
}

# Makes the terminal that of this session, as whose leader this process is the one who can. What it runs shares its
# group, which is the one that the terminal listens to; what is meant for the command there is not for this process.
HANDRAIL_take_terminal() {
  set +m
  trap : INT QUIT TERM HUP TSTP TTIN TTOU
  exec 6<> "$HANDRAIL_terminal" || return
  exec 6>&-
}

# Whether others of this session are there.
HANDRAIL_is_needed() {
  local file stat fields
  for file in /proc/[0-9]*/stat; do
    read -r stat < "$file" || continue
    fields=(\${stat##*) })
    [[ \${fields[3]} == "$$" && \${fields[0]} != Z && $file != "/proc/$$/stat" ]] && return
  done
  return 1
}

# Whether the shell is there. Without a fork: with the trap above, one child that ends after the other makes bash 5.2
# crash now and then. Its own dead children bash has waited for: they are not in /proc any more.
HANDRAIL_goes_on() {
  local stat= fields
  if [[ ! -e /proc/self/stat ]]; then
    [[ $(jobs -s) || ($HANDRAIL_terminal && $(jobs -r)) ]]
    return
  fi
  read -r -d '' stat < "/proc/$HANDRAIL_shell/stat"
  fields=(\${stat##*) })
  [[ \${fields[1]} == "$$" ]]
}

HANDRAIL_loader=$1 HANDRAIL_terminal=
while
  IFS= read -r -d '' HANDRAIL_order && IFS= read -r -d '' HANDRAIL_mark && IFS= read -r -d '' HANDRAIL_cwd &&
    IFS= read -r -d '' HANDRAIL_input && IFS= read -r -d '' HANDRAIL_output && IFS= read -r -d '' HANDRAIL_errors &&
    IFS= read -r -d '' HANDRAIL_parts && IFS= read -r -d '' HANDRAIL_how && IFS= read -r -d '' HANDRAIL_text &&
    IFS= read -r -d '' HANDRAIL_terminal
do
  [[ $HANDRAIL_terminal ]] && HANDRAIL_take_terminal
  HANDRAIL_start &
  HANDRAIL_shell=$! # The substitutions below would take its place.
  # A shell that is suspended is not over. (Option -f of wait says so too, and bash 5.2 is busy all the while.)
  HANDRAIL_never=
  while
    wait "$HANDRAIL_shell"
    HANDRAIL_status=$?
    ((HANDRAIL_status > 128)) && HANDRAIL_goes_on
  do
    [[ $HANDRAIL_never ]] || exec {HANDRAIL_never}<> <(:)
    read -t 0.1 -u "$HANDRAIL_never"
  done
  [[ $HANDRAIL_never ]] && exec {HANDRAIL_never}>&-
  printf 'status %s %s\\n' "$HANDRAIL_order" "$HANDRAIL_status" >&3
done

# With the leader of its session a terminal is gone, also for what still runs on it.
if [[ $HANDRAIL_terminal ]]; then
  exec 3>&- {HANDRAIL_never}<> <(:)
  while HANDRAIL_is_needed; do read -t 0.5 -u "$HANDRAIL_never"; done
fi
`;

/**
 * What a shell reads before its command, as bash reads the file that BASH_ENV names: at its end it tells how the parts of
 * the last pipeline ended. A command that sets a trap of its own for its exit replaces this one.
 */
export const partsHook = `
unset BASH_ENV
trap '{ builtin printf "parts %s\\n" "\${PIPESTATUS[*]}" > "/proc/$PPID/fd/3"; } 2> /dev/null' EXIT
`;
