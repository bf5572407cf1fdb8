/** Whether a word may be one of the shell's own, where a command could stand. */
export function isReserved(word: string): boolean {
  return reserved.test(word);
}

const reserved =
  /^(?:if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc|[{}!]|\[\[|\]\])$/;
