/**
 * One step of a classic BPF program over a system call, with one register. A `label` is a place to jump to, further on;
 * `load` takes the 32 bits at that offset of `struct seccomp_data`; `jump` goes on with the next step where its test fails.
 */
export type Step =
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'load'; readonly offset: number }
  | { readonly kind: 'jump'; readonly test: JumpTest; readonly value: number; readonly to: string }
  | { readonly kind: 'return'; readonly value: number };

/** What the register is held against a value for: `bits`, whether it has any of the value's. */
type JumpTest = 'equal' | 'at-least' | 'bits';

/** Operation codes, see linux/bpf_common.h. */
const codes = { load: 0x20, equal: 0x15, 'at-least': 0x35, bits: 0x45, return: 0x06 } as const;

/** How far a jump can go: its distance is one byte. */
const farthest = 255;

/** The program as the kernel reads it, in the byte order of x86_64 and aarch64. Throws when a jump leads nowhere. */
export function assemble(steps: readonly Step[]): Uint8Array {
  const places = placesOf(steps);
  const instructions = steps.filter((step) => step.kind !== 'label');
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8));
  instructions.forEach((step, index) => {
    const [code, distance, value] = encode(step, index, places);
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, distance);
    bytes.setUint32(index * 8 + 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

/** The number of the instruction that comes after each label. */
function placesOf(steps: readonly Step[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let next = 0;
  for (const step of steps) {
    if (step.kind === 'label') places.set(step.name, next);
    else next += 1;
  }
  return places;
}

/** Code, how far it jumps, and value. */
function encode(
  step: Exclude<Step, { kind: 'label' }>,
  index: number,
  places: ReadonlyMap<string, number>,
): readonly [code: number, distance: number, value: number] {
  switch (step.kind) {
    case 'load':
      return [codes.load, 0, step.offset];
    case 'return':
      return [codes.return, 0, step.value];
    case 'jump': {
      const distance = (places.get(step.to) ?? Number.NaN) - index - 1;
      if (!(distance >= 0 && distance <= farthest)) throw new Error(`a jump cannot get to ${step.to}`);
      return [codes[step.test], distance, step.value];
    }
  }
}
