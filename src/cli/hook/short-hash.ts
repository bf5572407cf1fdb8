/** A few characters that another text seldom has, of a few of its units: FNV-1a. What hashes well takes longer to be loaded. */
export function shortHash(text: string): string {
  const step = Math.ceil(text.length / 256);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}
