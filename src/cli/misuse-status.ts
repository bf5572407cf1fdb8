/** Something was wrong with how Handrail was called; nothing was done. */
export const misuseStatus = 2;

/** The same for `handrail check`, where 2 is a verdict; 64 is what sysexits.h has for wrong usage. */
export const checkMisuseStatus = 64;

/** What a call exits with that was not understood, by its first word. */
export function misuseStatusOf([command]: readonly string[]): number {
  return command === 'check' ? checkMisuseStatus : misuseStatus;
}
