/** The words after `handrail hook` if an agent is to be answered; `null` if it is any other call of the program. */
export function hookWords([command, agent, ...options]: readonly string[]): readonly string[] | null {
  if (command !== 'hook' || agent === undefined || agent === 'install' || agent === 'help') return null;
  return agent.startsWith('-') ? null : [agent, ...options];
}
