import { leaveCallLimit } from '../processes/call-limit.ts';
import { endFunctions } from '../processes/end-functions.ts';

/**
 * What the watchdog runs. `$1` is the grace in tenths of a second. At the end of its standard input the host is gone; on descriptor 3 is
 * a line for each call that is under way by then, `<mark> <words>`, with the words of `callWords`. Lines with nothing in them are free.
 */
export const watchdogScript = `
${leaveCallLimit}
while read -r; do :; done
declare -A calls
while read -r mark words; do
  [[ ! $mark ]] || calls[$mark]=$words
done <&3
exec 3<&-
((\${#calls[@]})) || exit 0
exec 2> /dev/null {never}<> <(:)
wait "$!" # Whoever takes what is left of this process may not ask how that ended.
grace=$1

${endFunctions}
send() { send_calls "$1"; }
end_all
# A launcher that was suspended would not learn that it can end.
for mark in "\${!calls[@]}"; do
  words=(\${calls[$mark]})
  [[ \${since[\${words[2]}]-} == "\${words[3]}" ]] && kill -CONT "\${words[2]}"
done
`;
