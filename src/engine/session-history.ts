import type { Outcome } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { leavesShellAsItWas } from './session-findings.ts';

/** What the shell of a session has been given to run, which is what its state is known by. */
export interface SessionHistory {
  /** Where the shell began. */
  readonly cwd: string;
  /** One after the other, as a script. */
  readonly script: string;
  /** Whether the shell has run all of it, and nothing else. */
  readonly isCertain: boolean;
}

/** The histories of the sessions of one bash. */
export interface SessionHistories {
  /** `null`: nothing has been run in that session. */
  of(conversationId: string, request: Request): SessionHistory | null;
  /** Called when a command is given to its session; what it returns is called with what became of it. */
  begin(conversationId: string, request: Request): (outcome: Outcome) => void;
  endConversation(conversationId: string): void;
}

interface Kept {
  readonly cwd: string;
  readonly commands: readonly string[];
  /** A command was stopped half way, or it is not known how far it came. */
  readonly isUncertain: boolean;
  readonly underWay: number;
}

export function createSessionHistories(): SessionHistories {
  const conversations = new Map<string, Map<string, Kept>>();

  const sessionsOf = (conversationId: string): Map<string, Kept> => {
    const sessions = conversations.get(conversationId) ?? new Map<string, Kept>();
    conversations.set(conversationId, sessions);
    return sessions;
  };

  return {
    of(conversationId, { session }) {
      const kept = session === null ? undefined : conversations.get(conversationId)?.get(session.name);
      if (kept === undefined) return null;
      const { cwd, commands, isUncertain, underWay } = kept;
      return { cwd, script: commands.join('\n'), isCertain: !isUncertain && underWay === 0 };
    },
    begin(conversationId, request) {
      if (request.session === null) return () => {};
      const { name } = request.session;
      const sessions = sessionsOf(conversationId);
      const before = sessions.get(name) ?? {
        cwd: request.cwd,
        commands: [],
        isUncertain: false,
        underWay: 0,
      };
      const commands = [...before.commands, scriptOf(request)];
      sessions.set(name, { ...before, commands, underWay: before.underWay + 1 });
      return (outcome) => {
        const now = sessions.get(name);
        if (now === undefined) return;
        const after = settled({ ...now, underWay: now.underWay - 1 }, request, outcome);
        if (after === null) sessions.delete(name);
        else sessions.set(name, after);
      };
    },
    endConversation: (conversationId) => void conversations.delete(conversationId),
  };
}

/** What a shell does that is given the request: it goes to the directory first if that was asked for. */
export function scriptOf({ command, cwd, session }: Request): string {
  return session?.entersCwd === true
    ? `cd -- '${cwd.replaceAll("'", String.raw`'\''`)}'\n${command}`
    : command;
}

/** `null`: the shell is gone, and what it knew. Whoever is waiting for it gets another one. */
function settled(kept: Kept, request: Request, outcome: Outcome): Kept | null {
  if (outcome.kind !== 'ended' || outcome.session === null) return { ...kept, isUncertain: true };
  const { exit, session } = outcome;
  if (session.left !== null) return kept.underWay === 0 ? null : { ...kept, isUncertain: true };
  if (exit.kind !== 'exited')
    return { ...kept, isUncertain: kept.isUncertain || !isUnchanged(kept, request) };
  if (!session.found.isNew || kept.commands.length === 1) return kept;
  return { ...kept, cwd: request.cwd, commands: [scriptOf(request)], isUncertain: kept.underWay > 0 };
}

/** Whether the command, which is the last that was given to the shell, has left it as it was although it was stopped. */
function isUnchanged({ cwd, commands, underWay }: Kept, request: Request): boolean {
  return underWay === 0 && leavesShellAsItWas({ cwd, script: commands.slice(0, -1).join('\n') }, request);
}
