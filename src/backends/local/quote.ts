/** The text as one word of bash that stands for exactly it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
