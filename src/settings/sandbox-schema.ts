import { readHostRule } from '../confine/host-rule.ts';
import { isPlaceText, placesExpected } from '../confine/place-text.ts';
import { defaultLimits } from '../confine/sandbox-limits.ts';
import { z } from '../contracts/schema.ts';
import type { MemoryLimit } from '../model/sandbox.ts';

const places = z
  .array(z.string().refine(isPlaceText, placesExpected))
  .default([])
  .describe('Paths that begin with /, with ~/ for the home directory, or with ./ for the workspace.');

const countWords = 'a whole number above 0, or null for no limit';

const most = z.number(countWords).int(countWords).positive(countWords).nullable();

const memoryWords =
  'a number of bytes above 0, or a share of the machine’s memory from "1%" to "100%", or null for no limit';

function isMemoryLimit(given: number | string): boolean {
  if (typeof given === 'number') return Number.isSafeInteger(given) && given > 0;
  return /^([1-9]|[1-9]\d|100)%$/.test(given);
}

/** `null`: no limit. */
const limitsSchema = z
  .strictObject({
    processes: most.default(defaultLimits.processes),
    memory: z
      .union([z.number(), z.string()], memoryWords)
      .refine(isMemoryLimit, memoryWords)
      .transform(memoryLimit)
      .nullable()
      .default(defaultLimits.memory),
    fileBytes: most.default(defaultLimits.fileBytes),
    cpuSeconds: most.default(defaultLimits.cpuSeconds),
  })
  .default(defaultLimits);

/** Bytes, or a share of the machine's memory as `50%`. */
function memoryLimit(given: number | string): MemoryLimit {
  return typeof given === 'number'
    ? { kind: 'bytes', bytes: given }
    : { kind: 'share', percent: Number.parseInt(given, 10) };
}

/** One of the hosts that a sandbox may reach, in a spelling that the proxy reads too. */
const hostSchema = z.string().superRefine((text, context) => {
  const read = readHostRule(text);
  if (read.kind === 'unreadable') context.addIssue({ code: 'custom', message: read.expected });
});

const networkSchema = z.union(
  [z.enum(['none', 'host']), z.array(hostSchema).min(1, 'at least one host, or "none"')],
  'one of "none", "host", or a list of hosts',
);

/** A level of a user's own, as it stands in a settings file; its name is the key. */
const levelSchema = z.strictObject({
  workspace: z.enum(['writable', 'read-only']).default('writable'),
  network: networkSchema.default('none'),
  writable: places,
  readOnly: places,
  hidden: places,
  limits: limitsSchema,
});

export const sandboxLevelsSchema = z.record(z.string(), levelSchema);

export type SandboxLevelsFile = z.output<typeof sandboxLevelsSchema>;
