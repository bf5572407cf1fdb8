// The person who is asked: here a function, in an agent of your own a dialog, or a question on the terminal.
export function person(input: unknown): { approved: boolean; reason: string } {
  const approved = JSON.stringify(input).includes('build');
  process.stdout.write(`asked about ${JSON.stringify(input)}: ${approved ? 'yes' : 'no'}\n`);
  return { approved, reason: 'not now' };
}
