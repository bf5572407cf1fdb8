import { loader } from '../local/launchers/script.ts';
import { takeCallLimit } from '../local/processes/call-limit.ts';
import { markVariable } from '../local/processes/call-processes.ts';
import { containerVariable } from './keeper-script.ts';

/** The fields of an order, which a launcher reads one after the other, each ended by a NUL. */
export const orderFields = ['verb', 'mark', 'cwd', 'root', 'streams', 'input', 'how', 'text'] as const;

/**
 * What waits in a container for orders on its standard input, and was started by the daemon with the two streams that
 * commands write to. `$1` is the keeper, to whose standard output all is told; `$2` the number by which the host knows
 * this launcher:
 *
 * - `launcher <number> <id>`: it waits.
 * - `refused <mark> <problem>`: the directory is not one to run in. Nothing was run.
 * - `started <mark> <id>`: bash is about to run the command.
 * - `[1]+ <id> Exit 3 …` or `[1]+ <id> Killed …`, as bash's `jobs` has it: tells an exit status from a signal.
 * - `status <mark> <number>`: the shell is over.
 *
 * The order `finish` has its text written to both streams: what comes before it is all that there is.
 *
 * Its own variables are named so that none of the command's environment is changed. Only builtins are used. Messages are
 * made in the C locale, which the command is not given.
 */
export const launcherScript = `
exec 3> "/proc/$1/fd/1" || exit
exec 8>&2 2> /dev/null
set -m
trap 'jobs -l >&3' CHLD
HANDRAIL_locale=\${LC_ALL-} HANDRAIL_has_locale=\${LC_ALL+yes}
LC_ALL=C

# Goes to the directory, or says why it cannot be run in.
HANDRAIL_enter() {
  local problem= real
  if [[ $HANDRAIL_root ]]; then
    cd -P -- "$HANDRAIL_root" || problem=not-found
    real=\${PWD%/}
  fi
  if [[ ! $problem ]] && ! cd -P -- "$HANDRAIL_cwd"; then
    problem=not-accessible
    [[ -d $HANDRAIL_cwd ]] || problem=not-a-directory
    [[ -e $HANDRAIL_cwd ]] || problem=not-found
  fi
  [[ ! $problem && $HANDRAIL_root && \${PWD%/}/ != "$real"/* ]] && problem=outside
  [[ ! $problem ]] && cd -- "$HANDRAIL_cwd" && return
  printf 'refused %s %s\\n' "$HANDRAIL_mark" "\${problem:-not-accessible}" >&3
  return 1
}

# A shell for the order at hand, in a process group of its own.
HANDRAIL_start() {
  trap - INT QUIT TERM HUP TSTP TTIN TTOU
  HANDRAIL_enter || exit
  unset OLDPWD ${containerVariable}
  ((SHLVL--))
  if [[ $HANDRAIL_has_locale ]]; then LC_ALL=$HANDRAIL_locale; else unset LC_ALL; fi
  export ${markVariable}=$HANDRAIL_mark
  ${takeCallLimit('HANDRAIL_mark')}
  if [[ $HANDRAIL_input == pipe ]]; then exec 0<> <(:); else exec < /dev/null; fi
  if [[ $HANDRAIL_streams == combined ]]; then exec 2>&1; else exec 2>&8; fi
  printf 'started %s %s\\n' "$HANDRAIL_mark" "$BASHPID" >&3
  exec 8>&-
  if [[ $HANDRAIL_how == loaded ]]; then
    HANDRAIL_load
  else
    exec "$BASH" --noprofile --norc -c -- "$HANDRAIL_text" bash 3>&-
  fi
}

# For a text that is too long for an argument: the shell reads it from descriptor 3.
HANDRAIL_load() {
  exec 3< <(exec 3>&-; printf %s "$HANDRAIL_text")
  exec "$BASH" --noprofile --norc -c '${loader}' bash
}

# Whether the shell is there, when wait has come back: one that is suspended is not over. See the local launcher.
HANDRAIL_goes_on() {
  local stat= fields
  read -r -d '' stat < "/proc/$HANDRAIL_shell/stat"
  fields=(\${stat##*) })
  [[ \${fields[1]} == "$$" ]]
}

HANDRAIL_run() {
  HANDRAIL_start &
  HANDRAIL_shell=$! # The substitution below would take its place.
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
  printf 'status %s %s\\n' "$HANDRAIL_mark" "$HANDRAIL_status" >&3
}

printf 'launcher %s %s\\n' "$2" "$$" >&3
while
  ${orderFields.map((name) => `IFS= read -r -d '' HANDRAIL_${name}`).join(' &&\n  ')}
do
  case $HANDRAIL_verb in
    run) HANDRAIL_run ;;
    finish) printf %s "$HANDRAIL_text"; printf %s "$HANDRAIL_text" >&8 ;;
  esac
done
`;
