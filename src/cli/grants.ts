import { describeOffer } from '../approvals/describe.ts';
import type { KeptGrant } from '../model/grant.ts';
import { isLive } from '../policy/grants.ts';
import { withState } from './approve.ts';
import { approveStatus } from './exit-status.ts';
import { refusedToAgents } from './person.ts';
import { columnsOf, misuse, type Terminal } from './terminal.ts';
import { jsonText, listLines, visible } from './visible.ts';

/** Lists what has been allowed for longer than once. */
export async function grants(terminal: Terminal, flags: { readonly json?: boolean }): Promise<number> {
  const kept = await withState(terminal, async (state) => await state.grants.list());
  terminal.stdout.write(flags.json === true ? `${jsonText(kept)}\n` : describeList(kept, terminal));
  return approveStatus.done;
}

/** Takes one back: from the next call on it is asked about again. */
export async function revoke(terminal: Terminal, id: string): Promise<number> {
  if (refusedToAgents(terminal, 'to take a grant back')) return approveStatus.refused;
  const wasThere = await withState(terminal, async (state) => await state.grants.revoke(id));
  if (!wasThere)
    throw misuse(`expected the id of a grant, got ${JSON.stringify(id)}; handrail grants lists them`);
  terminal.stdout.write(`grant ${id} is taken back\n`);
  return approveStatus.done;
}

function describeList(kept: readonly KeptGrant[], { stdout }: Terminal): string {
  if (kept.length === 0) return 'nothing has been granted\n';
  const now = Date.now();
  const rows = kept.map((grant) => [
    ...[grant.id, grant.kind, visible(grant.contract), untilOf(grant, now)],
    grant.conversationId === null ? 'all' : visible(grant.conversationId),
    whatOf(grant),
  ]);
  const width = columnsOf({ stdout }) ?? Number.POSITIVE_INFINITY;
  return listLines([titles, ...rows], width, spare)
    .map((line) => `${line}\n`)
    .join('');
}

const titles = ['ID', 'KIND', 'CONTRACT', 'UNTIL', 'CONVERSATIONS', 'WHAT'];

/** The kind, the contract, for whom, and until when; with `--json` there is all of it. */
const spare = [1, 2, 4, 3];

function untilOf(grant: KeptGrant, nowMs: number): string {
  if (grant.grantedAtMs > nowMs) return 'not yet';
  if (!isLive(grant, nowMs)) return 'over';
  return grant.expiresAtMs === null ? 'taken back' : new Date(grant.expiresAtMs).toISOString();
}

function whatOf(grant: KeptGrant): string {
  if (grant.kind === 'command') return `${visible(grant.command)} in ${visible(grant.cwd)}`;
  return describeOffer(grant);
}
