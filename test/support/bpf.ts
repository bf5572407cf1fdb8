/** A system call as a filter sees it. */
export interface SeenCall {
  readonly processor: number;
  readonly number: number;
  /** 64 bits each. */
  readonly arguments?: readonly bigint[];
}

/** Runs a program of classic BPF over a system call, as the kernel does; what it returns. */
export function runFilter(program: Uint8Array, call: SeenCall): number {
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.number, true);
  data.setUint32(4, call.processor, true);
  call.arguments?.forEach((value, index) => void data.setBigUint64(16 + 8 * index, value, true));
  let register = 0;
  for (let at = 0; at < program.byteLength; ) {
    const value = code.getUint32(at + 4, true);
    const from = at;
    const jump = (holds: boolean): void => {
      at = from + 8 * code.getUint8(from + (holds ? 2 : 3));
    };
    switch (code.getUint16(at, true)) {
      case 0x20:
        register = data.getUint32(value, true);
        break;
      case 0x15:
        jump(register === value);
        break;
      case 0x35:
        jump(register >= value);
        break;
      case 0x45:
        jump((register & value) !== 0);
        break;
      case 0x06:
        return value;
      default:
        throw new Error(`an instruction that nobody knows at ${at}`);
    }
    at += 8;
  }
  throw new Error('the program has no end');
}
