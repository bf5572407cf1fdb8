import {
  type ApprovalQuestion,
  type BashOptions,
  type ContextOptions,
  type SessionMetadata,
  type SessionOptions,
  type SessionResult,
  session,
} from '../../src/index.ts';
import { temporaryBash } from './bash.ts';
import { temporaryDirectory } from './temporary.ts';

type Given = Omit<BashOptions<SessionOptions, SessionResult>, 'contract'>;

/** A bash under `session`, whose calls are of one conversation in one directory; all that is asked is allowed. */
export function sessionBash(given: Given = {}, directory = temporaryDirectory()) {
  const options = { onAsk: 'allow', ...given.options };
  const bash = temporaryBash({ contract: session, ...given, options });
  const context = { conversationId: 'c', workingDirectory: directory };

  const run = async (input: unknown, more: ContextOptions = {}) =>
    await bash.run(input, { ...context, ...more });
  return {
    bash,
    directory,
    run,
    /** The result of a call. */
    call: async (input: unknown, more: ContextOptions = {}): Promise<SessionResult> =>
      (await run(input, more)).result,
    /** What the command of a call has written; it must have run. */
    output: async (command: string, input: object = {}, more: ContextOptions = {}): Promise<string> =>
      ran((await run({ command, ...input }, more)).result).metadata.output,
  };
}

/** A result of a command that ran; any other is an error. */
export function ran(result: SessionResult): { readonly text: string; readonly metadata: SessionMetadata } {
  if ('metadata' in result) return result;
  throw new Error(`expected a command that ran, got ${result.error.kind}: ${result.error.message}`);
}

/** Somebody who is asked and says yes, or no; and what they were asked. */
export function counting(answer: 'approved' | 'refused' = 'approved') {
  const asked: ApprovalQuestion[] = [];
  const approver: NonNullable<Given['approver']> = {
    async ask(question) {
      asked.push(question);
      return answer === 'approved' ? { kind: answer } : { kind: answer, reason: 'not today' };
    },
  };
  return { asked, approver };
}
