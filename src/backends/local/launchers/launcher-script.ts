import { takeCallLimit } from '../processes/call-limit.ts';
import { markVariable } from '../processes/call-processes.ts';
import { quote } from '../quote.ts';
import { blankTextBytes } from '../warm/blank-text.ts';
import { loader } from './script.ts';

/**
 * What the first field of a request begins with: a command can have written to where they are read, which is then passed over. It
 * can do anything that its parent can, and this is no secret; what it does by mistake is to cost no later command anything.
 */
export const requestWord = 'handrail-request-';

/**
 * What a launcher runs. On its standard input it reads requests of ten fields, each ended by a NUL; on descriptor 3 it
 * tells, a line each, how the shell of the request fares:
 *
 * - `shell <order> <id> <start time>`: it has all that it was given open. Of one that is to wait, whose time can be looked up, it is not told.
 * - `ready <order>`: it is a shell that waits; see `shellHook`.
 * - `entered <order>`: it waits in the directory of its command, and runs that as soon as it is told to.
 * - `started <order>`: it is about to run the command.
 * - `parts <status>…`: how the parts of the last pipeline ended, if the shell was asked to say so.
 * - `[1]+ <id> Exit 3 …` or `[1]+ <id> Killed …`, as bash's `jobs` has it: tells an exit status from a signal.
 * - `status <order> <number>`: it is over. Without `entered` or `started` before it, nothing was run.
 *
 * `<order>` is the first field of the request, behind `requestWord`. A command can write lines of its own here, as it can do anything that its
 * parent can; they are good for no other order.
 *
 * Its own variables are named so that none of the command's environment is changed. Only builtins are used. Messages are
 * made in the C locale, which the command is not given. Descriptor 4 is the file with `shellHook`. Its one word is not
 * empty in a sandbox, which lasts as long as this process: there it is given one request, and has on 6 to 9 what that
 * speaks of by `/proc/self/fd`; see `slotPath`.
 */
export const launcherScript = `
exec 1>&3 2> /dev/null
set -m
trap 'jobs -l' CHLD
HANDRAIL_locale=\${LC_ALL-} HANDRAIL_has_locale=\${LC_ALL+yes}
LC_ALL=C

# A shell for the request at hand, in a process group of its own.
HANDRAIL_start() {
  trap - INT QUIT TERM HUP TSTP TTIN TTOU
  # One that waits is told where to go when it is told what to run, on the same descriptor as this process.
  if [[ $HANDRAIL_how == waiting ]]; then exec 5<&0; else cd -- "$HANDRAIL_cwd" || exit; fi
  unset OLDPWD
  export -n HANDRAIL_order HANDRAIL_parts # What the hook goes by: the environment can have them.
  if [[ $HANDRAIL_has_locale ]]; then LC_ALL=$HANDRAIL_locale; else unset LC_ALL; fi
  export ${markVariable}=$HANDRAIL_mark
  HANDRAIL_mark=\${HANDRAIL_mark##*/}
  ${takeCallLimit('HANDRAIL_mark')}
  [[ $HANDRAIL_parts || $HANDRAIL_how == waiting ]] && export BASH_ENV=/proc/$$/fd/4
  # Not local: a local variable takes over that the command's environment has one of its name.
  HANDRAIL_fields=()
  if [[ $HANDRAIL_how != waiting ]]; then
    read -r HANDRAIL_stat < /proc/self/stat
    HANDRAIL_fields=(\${HANDRAIL_stat##*) })
  fi
  if [[ $HANDRAIL_terminal ]]; then
    exec <> "$HANDRAIL_terminal" >&0 2>&0 || exit
  else
    exec < "$HANDRAIL_input" > "$HANDRAIL_output" 2> "$HANDRAIL_errors" || exit
  fi
  [[ $HANDRAIL_how == @(text|waiting) ]] || exec 5< "$HANDRAIL_text" || exit
  [[ $HANDRAIL_sandbox ]] && exec 6<&- 7>&- 8>&- 9<&-
  printf 'shell %s %s %s\\n' "$HANDRAIL_order" "$BASHPID" "\${HANDRAIL_fields[19]}" >&3
  if [[ $HANDRAIL_how == waiting ]]; then
    export HANDRAIL_order
    exec "$BASH" --noprofile --norc -c -- "$HANDRAIL_blank" 4<&-
  fi
  printf 'started %s\\n' "$HANDRAIL_order" >&3
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
  exec 5<> "$HANDRAIL_terminal" || return
  exec 5>&-
}

# Whether others of this session are there; in a sandbox, others than the first process.
HANDRAIL_is_needed() {
  local file stat fields
  for file in /proc/[0-9]*/stat; do
    read -r stat < "$file" || continue
    fields=(\${stat##*) })
    # What looks like that can be its first thread only.
    [[ \${fields[0]} != Z || \${fields[17]} -gt 1 ]] || continue
    [[ $file != "/proc/$$/stat" && $file != /proc/1/stat ]] || continue
    [[ $HANDRAIL_sandbox || \${fields[3]} == "$$" ]] && return
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

HANDRAIL_next_order() {
  while IFS= read -r -d '' HANDRAIL_order; do
    [[ $HANDRAIL_order == *${requestWord}* ]] || continue
    HANDRAIL_order=\${HANDRAIL_order##*${requestWord}}
    return
  done
  return 1
}

HANDRAIL_loader=${quote(loader)} HANDRAIL_sandbox=$1 HANDRAIL_terminal=
printf -v HANDRAIL_blank '%${blankTextBytes}s'
while
  HANDRAIL_next_order && IFS= read -r -d '' HANDRAIL_mark && IFS= read -r -d '' HANDRAIL_cwd &&
    IFS= read -r -d '' HANDRAIL_input && IFS= read -r -d '' HANDRAIL_output && IFS= read -r -d '' HANDRAIL_errors &&
    IFS= read -r -d '' HANDRAIL_parts && IFS= read -r -d '' HANDRAIL_how && IFS= read -r -d '' HANDRAIL_text &&
    IFS= read -r -d '' HANDRAIL_terminal
do
  [[ $HANDRAIL_terminal ]] && HANDRAIL_take_terminal
  # With the first job that ends, bash makes a table of half a megabyte: in a sandbox that waits for its one command, before that.
  [[ $HANDRAIL_sandbox && $HANDRAIL_how == waiting ]] && { trap - CHLD; : & wait "$!"; trap 'jobs -l' CHLD; }
  HANDRAIL_start &
  HANDRAIL_shell=$! # The substitutions below would take its place.
  # Not before: the shell must not ignore them. Of a child that ends as a trap interrupts \`wait\`, bash can lose how it did.
  [[ $HANDRAIL_terminal ]] && trap '' INT QUIT TERM HUP TSTP TTIN TTOU
  [[ $HANDRAIL_sandbox ]] && exec 6<&- 7>&- 8>&- 9<&- # With them open here, the output would not end with the command.
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
  printf 'status %s %s\\n' "$HANDRAIL_order" "$HANDRAIL_status"
done

# With the leader of its session a terminal is gone, and with this process its sandbox, also for what still runs there.
if [[ $HANDRAIL_terminal || $HANDRAIL_sandbox ]]; then
  exec > /dev/null 3>&- {HANDRAIL_never}<> <(:)
  while HANDRAIL_is_needed; do read -t 0.5 -u "$HANDRAIL_never"; done
fi
`;

/**
 * What a shell reads before its command, as bash reads the file that BASH_ENV names.
 *
 * One that waits has a blank text to run. It waits here until it is told on descriptor 5, in a field that ends with a NUL,
 * in which directory to run, and goes there; then until it is told in another one whether to tell of pipelines: by then the
 * text that it is to run has been written over the blank one. So it is a fresh `bash -c` in every respect: what it has become by waiting is undone. (What cannot be
 * undone: PIPESTATUS is 0 before the first command, and not empty.)
 *
 * At its end a shell tells how the parts of the last pipeline ended, if it was asked to. A command that sets a trap of its
 * own for its exit replaces this one.
 */
export const shellHook = `
unset BASH_ENV
if [[ \${HANDRAIL_order-} ]]; then
  printf 'ready %s\\n' "$HANDRAIL_order" >&3
  IFS= read -r -d '' -u 5 HANDRAIL_cwd && cd -- "$HANDRAIL_cwd" 2> /dev/null || exit
  # What can be undone of it before the command is there, is.
  unset OLDPWD HANDRAIL_cwd
  export OLDPWD
  BASH_ARGV0=bash
  printf 'entered %s\\n' "$HANDRAIL_order" >&3
  IFS= read -r -d '' -u 5 HANDRAIL_parts || exit # What is written from here on is read as the command's.
  mapfile -d '' -t -n 6 HANDRAIL_words < /proc/self/cmdline
  exec 3>&- 5<&-
  BASH_EXECUTION_STRING=\${HANDRAIL_words[5]} SECONDS=0
  unset HANDRAIL_order HANDRAIL_words
fi
if [[ \${HANDRAIL_parts-yes} ]]; then
  trap '{ builtin printf "parts %s\\n" "\${PIPESTATUS[*]}" > "/proc/$PPID/fd/3"; } 2> /dev/null' EXIT
fi
unset HANDRAIL_parts
: "$BASH"
`;
