import { endFunctions } from './end-functions.ts';

/**
 * What the watchdog runs. `$1` is the grace in tenths of a second. On its standard input it reads
 * `begin <mark> <words>`, with the words of `callWords`, and `end <mark>`; at the end of it the host is gone.
 */
export const watchdogScript = `
declare -A calls
while read -r verb mark words; do
  case $verb in
    begin) calls[$mark]=$words ;;
    end) unset "calls[$mark]" ;;
  esac
done
((\${#calls[@]})) || exit 0
exec 2> /dev/null {never}<> <(:)
wait "$!" # Whoever takes what is left of this process may not ask how that ended.
grace=$1

${endFunctions}
send() { send_calls "$1"; }
end_all
`;
