import { readProfileFile } from '../../policy/profile.ts';
import type { FileOptions } from '../file-options.ts';
import { z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** A character takes at most so many bytes of UTF-8. */
export const bytesPerCharacter = 4;

const pattern = z.string().min(1);

const profileSchema = z
  .strictObject({
    name: z.string().min(1).default('profile').describe('What reasons call it.'),
    deny: z.array(pattern).default([]),
    ask: z.array(pattern).default([]),
    allow: z.array(pattern).default([]),
    default: z.enum(['allow', 'deny', 'ask']).default('ask').describe('For actions that no pattern fits.'),
  })
  .describe(
    'What may be done, by patterns over action strings such as "tool:bash:npm test", in which * stands for any text. Deny goes before ask, ask before allow.',
  );

/** What no database keeps as it is: the jobs of the one would be those of another. */
const unkept = /\0|\p{Surrogate}/u;

export const optionsSchema = z.strictObject({
  workspace: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The agent’s directory: commands run in it, and it is their HOME. Left out: the conversation’s.',
    ),
  profile: profileSchema
    .optional()
    .describe(
      'What the agent may do, or the path of a file that says so. Left out: everything is asked about.',
    ),
  timeoutMs: z.int().min(1).default(120_000).describe('Milliseconds until a command is ended.'),
  maxOutputLength: z
    .int()
    .min(0)
    .max(maxKeptBytes / bytesPerCharacter)
    .default(50_000)
    .describe('Characters that are kept of each stream, from its end.'),
  envOverrides: z
    .record(z.string(), z.string())
    .refine(canBeSet, 'variables whose names are not empty and without "=", and no NUL characters')
    .default({})
    .describe('Variables that are set over those that are passed on.'),
  agent: z
    .string()
    .min(1)
    .refine((id) => !unkept.test(id), 'text that can be written as UTF-8, without NUL characters')
    .optional()
    .describe('Whose commands they are, for calls that name no conversation. Left out: each is its own.'),
});

/** The options of `workspace`, complete. */
export type WorkspaceOptions = z.output<typeof optionsSchema>;

/** The profile can be a file. */
export const fileOptions: FileOptions = { profile: readProfileFile };

function canBeSet(variables: Readonly<Record<string, string>>): boolean {
  return Object.entries(variables).every(
    ([name, value]) => name !== '' && !/[=\0]/.test(name) && !value.includes('\0'),
  );
}
