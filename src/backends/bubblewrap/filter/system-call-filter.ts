import { assemble, type Step } from './bpf.ts';
import { type ArgumentTest, callRules, errorNumbers, type Verdict } from './system-call-rules.ts';
import { callNumbers, type Processor, processors } from './system-calls.ts';

/** Offsets in `struct seccomp_data`, see linux/seccomp.h; of an argument, where its lower half is. */
const offsets = { number: 0, processor: 4, argument: (index: number) => 16 + 8 * index };

/** `SECCOMP_RET_…` */
const answers = { allow: 0x7fff_0000, fail: 0x0005_0000, end: 0x8000_0000 };

/**
 * The system calls that commands of a sandbox are refused, as a program for the kernel; see seccomp(2). `null`: for this
 * kind of processor, by Node's name, there is none.
 */
export function systemCallFilter(arch: string): Uint8Array | null {
  const processor = processors[arch];
  return processor === undefined ? null : assemble(stepsFor(processor));
}

function stepsFor({ audit, otherInterfaceFrom, column }: Processor): readonly Step[] {
  const dispatch = callRules.flatMap(({ calls }, index) =>
    calls.map((call): Step => jump('equal', callNumbers[call][column], `rule ${index}`)),
  );
  return [
    { kind: 'load', offset: offsets.processor },
    jump('equal', audit, 'own'),
    // A program for another processor: with every call failing, it could not even end by itself.
    { kind: 'return', value: answers.end },
    { kind: 'label', name: 'own' },
    { kind: 'load', offset: offsets.number },
    ...(otherInterfaceFrom === null ? [] : [jump('at-least', otherInterfaceFrom, 'other interface')]),
    ...dispatch,
    ...stepsTo('allow', 'any other call'),
    ...stepsTo('ENOSYS', 'other interface'),
    ...callRules.flatMap(({ verdict }, index) => stepsTo(verdict, `rule ${index}`)),
  ];
}

function jump(test: 'equal' | 'at-least' | 'bits', value: number, to: string): Step {
  return { kind: 'jump', test, value, to };
}

/** The steps that come to a verdict; what they are called by begins the names of the labels in them. */
function stepsTo(verdict: Verdict, name: string): readonly Step[] {
  return [
    { kind: 'label', name },
    ...(typeof verdict === 'string' ? [answer(verdict)] : decide(verdict, name)),
  ];
}

function answer(verdict: Exclude<Verdict, ArgumentTest>): Step {
  return {
    kind: 'return',
    value: verdict === 'allow' ? answers.allow : answers.fail | errorNumbers[verdict],
  };
}

function decide({ argument, test, values, met, unmet }: ArgumentTest, name: string): readonly Step[] {
  return [
    { kind: 'load', offset: offsets.argument(argument) },
    ...values.map((value) => jump(test, value, `${name}, so`)),
    ...stepsTo(unmet, `${name}, not so`),
    ...stepsTo(met, `${name}, so`),
  ];
}
