import type { Access } from '../model/access.ts';
import type { Finding } from '../model/decision.ts';
import type { Explained } from '../model/explanation.ts';
import type { Offer } from '../model/grant.ts';
import type { ApprovalQuestion } from '../model/ports.ts';
import { type Request, typedInto } from '../model/request.ts';
import type { Confinement, SandboxNetwork } from '../model/sandbox.ts';
import { headOf } from '../model/whole-characters.ts';
import { visibleLine, visibleLines, visiblePath } from '../policy/visible.ts';
import { wordsAsText } from './words-as-text.ts';

/** A question as a person is to see it: every text can be shown as it is, on a screen or in a form. */
export interface ShownQuestion {
  /** The whole command; what is not seen, or leads the eye astray, is told by its name or its number. */
  readonly command: readonly string[];
  /** What the agent says that it is for; `null`: nothing. To be taken for what it is: nobody has checked it. */
  readonly description: string | null;
  /** Where it would run; of a session, as far as that is known. */
  readonly directory: string;
  readonly contract: string;
  readonly confinement: string;
  /** That more can be typed into it later; `null`: nothing can. */
  readonly typing: string | null;
  /** What it is to have beyond its sandbox. */
  readonly access: readonly string[];
  /** Why it is asked about, strictest first. */
  readonly reasons: readonly string[];
  /** What the invocations are, as a title. */
  readonly invocationsTitle: string;
  /** What it would run, with effects and findings; what another runs is a level deeper. */
  readonly invocations: readonly ShownInvocation[];
  /** What `always` would keep; `null`: there is nothing narrow enough. */
  readonly always: readonly string[] | null;
  /** Whether the answer can hold for the conversation. */
  readonly hasConversation: boolean;
  /** All of it, for a person to read. */
  readonly text: string;
}

/** One line of what would run, and lines about it. */
export interface ShownInvocation {
  readonly level: number;
  readonly words: string;
  readonly about: readonly string[];
}

/** How many invocations are told: what runs more is known by the first hundred, or by nobody. */
const mostInvocations = 100;

/** How much is told of what the agent says: 300 characters, as more would say less than the command. */
const mostDescribed = 300;

/** Puts a question into words. */
export function describeQuestion(question: ApprovalQuestion): ShownQuestion {
  const { request, contract, confinement, access, findings, explanation, offers } = question;
  const begin = directoryOf(question) ?? request.cwd;
  const all = explanation.invocations.flatMap((one) => shownInvocations(one, begin, 0));
  const shown = {
    command: visibleLines(request.command),
    description:
      request.description === null ? null : visibleLine(headOf(request.description, mostDescribed)),
    directory: describeDirectory(question),
    contract: visibleLine(contract),
    confinement: describeConfinement(confinement),
    typing: describeTyping(request),
    access: access.map(describeAccess),
    reasons: [...new Set(findings.filter(({ verdict }) => verdict === 'ask').map(describeFinding))],
    invocationsTitle: `what it would run${isOfNewShell(question) ? ' in a new shell' : ''}`,
    invocations: all.slice(0, mostInvocations),
    always: offers === null ? null : offers.map(describeOffer),
    hasConversation: question.isConversationNamed,
  };
  return { ...shown, text: textOf(shown, all.length - shown.invocations.length) };
}

/** Where it begins, as far as that is known: a shell that is kept is where the call before has left it. */
function directoryOf({ request, explanation }: ApprovalQuestion): string | null {
  const { cwd, session } = request;
  return session === null || session.entersCwd ? cwd : (explanation.shell?.directory ?? null);
}

function describeDirectory(question: ApprovalQuestion): string {
  const { cwd, session } = question.request;
  const path = directoryOf(question);
  if (path !== null || session === null) return visiblePath(path ?? cwd);
  return `where the shell of session ${visibleLine(JSON.stringify(session.name))} is; that of a new one is ${visiblePath(cwd)}`;
}

/** A question that was kept by a version that told of a new shell alone says nothing of it. */
function isOfNewShell({ request, explanation }: ApprovalQuestion): boolean {
  return request.session !== null && explanation.shell?.isKnown !== true;
}

/** What an answer may keep, in words. */
export function describeOffer(offer: Offer): string {
  return `${offerText(offer)}${offer.kind === 'call' ? '' : ','} ${offerPlace(offer)}`;
}

/** What is kept. */
export function offerText(offer: Offer): string {
  switch (offer.kind) {
    case 'call':
      return visibleLine(wordsAsText(offer.words));
    case 'access':
      return describeAccess(offer.access);
  }
}

/** Where it holds. */
export function offerPlace(offer: Offer): string {
  switch (offer.kind) {
    case 'call':
      return `in ${visiblePath(offer.cwd)}`;
    case 'access':
      return `for all commands in ${visiblePath(offer.workspace)}`;
  }
}

/** What a command may have beyond its sandbox, in words. */
function describeAccess(access: Access): string {
  if (access.kind === 'host') return `reach ${visibleLine(access.host)}`;
  return `${access.access === 'writable' ? 'write to' : 'read'} ${visiblePath(access.path)}`;
}

function describeConfinement(confinement: Confinement): string {
  switch (confinement.kind) {
    case 'none':
      return 'not confined';
    case 'sandbox':
      return [
        `confined to ${visibleLine(confinement.level)}, ${describeNetwork(confinement.network)}`,
        ...(confinement.granted.length === 0
          ? []
          : [`allowed before: ${confinement.granted.map(describeAccess).join(', ')}`]),
        ...(confinement.unheld === undefined ? [] : [visibleLine(confinement.unheld.reason)]),
      ].join('; ');
    case 'degraded':
      return `not confined, though it should be: ${visibleLine(confinement.reason)}`;
  }
}

function describeTyping(request: Request): string | null {
  const into = typedInto(request);
  if (into === null) return null;
  return `by the agent, ${into === 'terminal' ? 'on its terminal' : 'on its standard input'}, without being asked about`;
}

function describeNetwork(network: SandboxNetwork): string {
  if (network === 'none') return 'without a network';
  if (network === 'host') return 'with the network of this machine';
  return `with these hosts alone: ${network.hosts.map(visibleLine).join(', ')}`;
}

function describeFinding({ id, reason, instead }: Finding): string {
  return `${id}: ${visibleLine(reason)}${instead === null ? '' : `. Instead: ${visibleLine(instead)}`}`;
}

function shownInvocations(one: Explained, cwd: string, level: number): readonly ShownInvocation[] {
  const place =
    one.cwd === cwd
      ? []
      : [one.cwd === null ? 'in a directory that is not known' : `in ${visiblePath(one.cwd)}`];
  const via = one.via.length === 0 ? [] : [`by ${one.via.join(', ')}`];
  const findings = one.findings.map((finding) => `${finding.verdict} ${describeFinding(finding)}`);
  const about = [...place, ...via, ...one.effects].map(visibleLine);
  return [
    { level, words: visibleLine(one.words), about: [...about, ...findings] },
    ...one.runs.flatMap((run) => shownInvocations(run, cwd, level + 1)),
  ];
}

function textOf(shown: Omit<ShownQuestion, 'text'>, untold: number): string {
  const { command, description, directory, contract, confinement, typing, access, reasons } = shown;
  const { invocations, invocationsTitle } = shown;
  return [
    ...command.map((line) => `  ${line}`.trimEnd()),
    '',
    `directory: ${directory}`,
    `confinement: ${confinement}`,
    ...(typing === null ? [] : [`can be typed into: ${typing}`]),
    ...access.map((one) => `asks beyond its sandbox: to ${one}`),
    `contract: ${contract}`,
    ...(description === null ? [] : [`the agent says it is to: ${description}`]),
    '',
    'asked about because',
    ...reasons.map((reason) => `  ${reason}`),
    ...(invocations.length === 0 ? [] : ['', invocationsTitle]),
    ...invocations.flatMap(({ level, words, about }) => {
      const indent = '  '.repeat(level + 1);
      return [`${indent}${words}`, ...about.map((line) => `${indent}  · ${line}`)];
    }),
    ...(untold > 0 ? [`  and ${untold} more`] : []),
  ].join('\n');
}
