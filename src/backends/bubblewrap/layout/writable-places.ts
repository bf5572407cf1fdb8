import type { SandboxPlan } from '../../../model/sandbox.ts';
import type { FileView } from './mounts.ts';

/**
 * Where what a conversation can write to really is. By a link in its stead, which whoever can write to what it is in could make, as
 * commands of another conversation with that for a workspace, it would be able to write wherever that leads.
 */
export interface WritablePlaces {
  /**
   * The first of the writable places of a plan that leads elsewhere than it first did, or of those that were allowed, elsewhere than it did
   * then; `null`: none does. `leads`: where each leads, where it was looked at already.
   */
  ledElsewhere(sandbox: Led, leads?: Leads): LedElsewhere | null;
  endConversation(conversationId: string): void;
}

type Led = Pick<SandboxPlan, 'conversationId' | 'places' | 'granted'>;

/** Where a place leads by its links; `null`: nothing is there. */
type Leads = (path: string) => string | null;

/** A place, and where it is without links: as it was at first, `null`: as it was allowed, and as it is now. */
export interface LedElsewhere {
  readonly path: string;
  readonly before: string | null;
  readonly now: string;
}

/** Conversations whose places are remembered: 1,000, those that came last. */
const mostConversations = 1_000;

export function createWritablePlaces(view: Pick<FileView, 'realPath'>): WritablePlaces {
  const conversations = new Map<string, Map<string, string>>();

  const placesOf = (conversationId: string): Map<string, string> => {
    const places = conversations.get(conversationId) ?? new Map<string, string>();
    conversations.delete(conversationId);
    conversations.set(conversationId, places);
    for (const oldest of [...conversations.keys()].slice(0, -mostConversations)) conversations.delete(oldest);
    return places;
  };

  return {
    ledElsewhere({ conversationId, places, granted }, leads = view.realPath) {
      const notAllowed = elsewhereThanAllowed(granted, leads);
      if (notAllowed !== null) return notAllowed;
      const known = placesOf(conversationId);
      for (const { path, access } of places) {
        const now = access === 'writable' ? leads(path) : null;
        if (now === null) continue;
        const before = known.get(path) ?? now;
        if (before !== now) return { path, before, now };
        known.set(path, now);
      }
      return null;
    },
    endConversation: (conversationId) => void conversations.delete(conversationId),
  };
}

/** What is allowed is told without links. */
function elsewhereThanAllowed(granted: Led['granted'], leads: Leads): LedElsewhere | null {
  const led = granted.map(({ path }) => ({ path, now: leads(path) ?? path }));
  const found = led.find(({ path, now }) => now !== path);
  return found === undefined ? null : { ...found, before: null };
}
