/** What is expected of a name by which a server may be called. */
export const hostNameExpected = 'the name of a host alone, such as box.example, without a scheme or a port';

/** A name of a host or its address, as a request has it when its URL is read; `null` for what is more than that, or none. */
export function hostNameOf(text: string): string | null {
  if (!/^[^\s/?#@*\\]+$/.test(text)) return null;
  const name = /^[^[]*:.*:/.test(text) ? `[${text}]` : text;
  if (/:\d*$/.test(name)) return null;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : null;
}
