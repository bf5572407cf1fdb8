import { readFileSync } from 'node:fs';

/** Tells this start of the machine from others; `null` where there is no /proc to tell. */
export function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null; // No /proc.
  }
}
