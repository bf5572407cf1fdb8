export function systemCallFilter(_arch: string): Uint8Array | null {
  return null;
}
