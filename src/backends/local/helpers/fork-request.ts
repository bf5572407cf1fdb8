import { fstatSync } from 'node:fs';
import { counted } from '../counted.ts';
import type { Descriptor, EnclosedProgram } from '../enclosure.ts';
import { pathOfDescriptor } from '../streams/descriptor-path.ts';

/** What a forker is asked, by `forkFunctions`. `words`: those for `go_on`, before those of the program. */
export function requestOf(
  words: readonly string[],
  { words: program, env, descriptors }: EnclosedProgram,
): string {
  const told = descriptors.flatMap((descriptor, number) =>
    descriptor === null ? [] : [descriptorWord(number, descriptor)],
  );
  refuseNul(env);
  const fields = [...counted(told), ...counted(Object.entries(env).flat()), ...words, ...program];
  return fields.join('\0');
}

/** Between the fields of a request it would make two of one, and others of all that follow. */
function refuseNul(env: EnclosedProgram['env']): void {
  const wrong = Object.keys(env).find((name) => name.includes('\0') || env[name]?.includes('\0'));
  if (wrong === undefined) return;
  const name = JSON.stringify(wrong);
  throw new Error(
    `the variable ${name} was to be without NUL characters, and has one; set it without, or not at all`,
  );
}

/** Its number there, what it is for, the file, and where to open that: by then, another can have taken its place. */
function descriptorWord(number: number, { fd, access }: Descriptor): string {
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return `${number} ${access} ${dev}:${ino} ${pathOfDescriptor(fd)}`;
}
