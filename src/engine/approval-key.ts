import { createHash } from 'node:crypto';
import type { Effect } from '../model/effect.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import type { Confinement } from '../model/sandbox.ts';
import type { Path } from '../model/word.ts';
import type { Judged } from '../policy/decide.ts';

/**
 * What an answer is bound to: whose call it is, its exact text and directory, what holds it, what it is to have, and why it was asked
 * about. So a link that leads elsewhere by now, or a rule that is new, makes another question of it. A conversation that
 * nobody has named ends with its call: what was answered about that is for the next one that nobody has named.
 */
export function approvalKey(
  question: Omit<ApprovalQuestion, 'key' | 'callId' | 'offers' | 'explanation'>,
  links: Links = [],
): string {
  const { contract, conversationId, isConversationNamed, request, findings, access, confinement } = question;
  const { command, cwd, workspace, session, terminal } = request;
  const bound = [
    ...[contract, isConversationNamed ? conversationId : null, command, cwd, workspace],
    ...[session?.name ?? null, terminal !== null, holdOf(confinement)],
    access.map((one) => (one.kind === 'host' ? [one.host] : [one.path, one.access])).toSorted(),
    findings.map(({ id, verdict, reason }) => [id, verdict, reason]),
    links,
  ];
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/** What holds the command, as the person is told; what was granted before is not of it, as the answer itself may have granted it. */
function holdOf(confinement: Confinement): readonly unknown[] {
  switch (confinement.kind) {
    case 'none':
      return [confinement.kind];
    case 'sandbox':
      return [confinement.kind, confinement.level, confinement.network];
    case 'degraded':
      return [confinement.kind, confinement.level];
  }
}

/** Where the paths that a command names lead, of those that do not lead to themselves. */
export type Links = readonly (readonly [path: string, leadsTo: string])[];

/** The links in what a command reads, changes, runs and works in. */
export function linksOf(analysis: Judged, realPath: (path: string) => string): Links {
  if (analysis.kind === 'unparsed') return [];
  const paths = analysis.invocations.flatMap(({ cwd, effects }) => [cwd, ...effects.flatMap(pathsOf)]);
  const known = new Set(paths.flatMap((path) => (path.kind === 'known' ? [path.text] : [])));
  return [...known]
    .map((path) => [path, realPath(path)] as const)
    .filter(([path, leadsTo]) => path !== leadsTo)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function pathsOf(effect: Effect): readonly Path[] {
  if ('path' in effect) return [effect.path];
  return effect.kind === 'executes' && effect.code.kind === 'file' ? [effect.code.path] : [];
}
