/** The most that is kept of a description: 30,000 bytes. */
const maxBytes = 30_000;

/** A description as it is kept: all of it, or its first characters that fit in 30,000 bytes. */
export function keptDescription(description: string | null): string {
  if (description === null || new TextEncoder().encode(description).length <= maxBytes)
    return description ?? '';
  const { read } = new TextEncoder().encodeInto(description, new Uint8Array(maxBytes));
  return description.slice(0, read);
}
