/** Programs that read a text as the commands of a shell. */
export const shells: readonly string[] = [
  ...['bash', 'rbash', 'sh', 'dash', 'ash', 'posh', 'yash', 'fish'],
  ...['ksh', 'ksh93', 'mksh', 'oksh', 'zsh'],
];
