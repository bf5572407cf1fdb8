import { resolve } from 'node:path';
import { analyze, describeUnrunnable } from '../analysis/analyze.ts';
import { rememberLast } from '../confine/remember.ts';
import type { Analysis } from '../model/analysis.ts';
import type { ToolContext } from '../model/context.ts';
import type { RequestScope } from '../model/contract.ts';
import type { Decision, Finding, Policy, Rule } from '../model/decision.ts';
import type { ToldShell } from '../model/explanation.ts';
import type { CallOffer } from '../model/grant.ts';
import type { CouldNotStart, Invalid } from '../model/outcome.ts';
import { type Request, typedInto } from '../model/request.ts';
import { decide, type Judged, withFindings } from '../policy/decide.ts';
import { heedsInput, offersFor, rulesOfGrants } from '../policy/grants.ts';
import { merge, ruleFiles } from '../policy/layers.ts';
import { createMatchedLinks } from '../policy/paths/matched-links.ts';
import { type Places, placesOf, withTargets } from '../policy/paths/places.ts';
import { filesOf } from './links.ts';
import { placeOfShell } from './see-shell.ts';
import { judgeInSession, type KeptShell } from './session-findings.ts';
import type { Stages } from './stages.ts';
import { unusableState } from './unusable-state.ts';

/** What is to become of a command, as far as rules can say. */
export type Judgement =
  | (Told & {
      readonly kind: 'judged';
      readonly decision: Decision;
      /** The calls that may be allowed for good; `null` where no narrow answer would do. */
      readonly offers: readonly CallOffer[] | null;
    })
  | Invalid
  | CouldNotStart;

/** What is known of a command. */
interface Told {
  /** What the decision is about. */
  readonly analysis: Judged;
  /** What is known of the shell that it is for; `null`: it is in no session. */
  readonly shell: ToldShell | null;
  /** Nothing is asked about but a text that could not be read for its syntax, and the tool has that checked. */
  readonly needsSyntaxCheck: boolean;
}

function analyzeAs(
  command: string,
  cwd: string,
  home: string | null,
  includesUncalled: boolean,
  maxLength: number | undefined,
): Analysis {
  return analyze(command, { cwd, home, includesUncalled, ...(maxLength !== undefined && { maxLength }) });
}

/** Commands whose analysis is remembered: the last 32 that are no longer than 4 Ki characters. Agents run the same tests, and ask for the same status, again and again. */
const mostRemembered = 32;
const mostRememberedLength = 4 * 1024;

/** What a text means in a place follows from nothing else: no file is looked at for it. */
const analyzeOnce = rememberLast(mostRemembered, analyzeAs);

/**
 * Analyses a command as it would run in its directory, and holds it against the rules: the contract's, those that the host
 * and its user have, and what was granted. The workspace is where the conversation works unless the request names another, wherever the command starts.
 */
export async function judge(
  stages: Stages,
  request: Request,
  {
    workingDirectory,
    conversationId,
    sandbox,
  }: Pick<ToolContext, 'workingDirectory' | 'conversationId'> &
    Required<Pick<RequestScope<unknown>, 'sandbox'>>,
): Promise<Judgement> {
  const scope = { options: stages.options, workingDirectory, env: stages.host.env };
  const home = stages.tool.environment(scope).set.HOME ?? stages.host.env.HOME ?? null;
  const { maxAnalysed, judgesUncalled = false } = stages.tool;
  const analyzeIt = request.command.length > mostRememberedLength ? analyzeAs : analyzeOnce;
  const alone = analyzeIt(request.command, resolve(request.cwd), home, judgesUncalled, maxAnalysed);
  if (alone.kind === 'unrunnable') return { kind: 'invalid', problems: [describeUnrunnable(alone.problem)] };
  const { ofUser, ofProject } = ruleFiles(stages.rules);
  const files = filesOf(stages);
  const places = placesOf({
    cwd: resolve(request.workspace ?? workingDirectory),
    home,
    root: request.root && resolve(request.root),
    state: withTargets([resolve(stages.stateDir), stages.sandbox.settingsDir, ...ofUser], stages.realPath),
    projectRules: withTargets(ofProject, stages.realPath),
    realPath: files.realPath,
    isThere: files.isThere,
    isIgnored: stages.isIgnored,
    matchedLinks: createMatchedLinks(files),
  });
  const shell = { kept: keptShell(stages, request, conversationId), home, judgesUncalled };
  const { decideBy, ...told } = judgedBy(request, alone, shell, places);
  const policy = policyOf(stages, { ...scope, request, sandbox });
  const decision = decideBy(policy);
  if (decision.verdict !== 'ask')
    return { kind: 'judged', ...told, decision, offers: null, needsSyntaxCheck: false };
  const needsSyntaxCheck =
    stages.tool.checksSyntax === true &&
    hasMistake(told.analysis) &&
    decideBy({ rules: policy.rules.filter(({ kind }) => kind !== 'unparsed') }).verdict === 'allow';
  const decideWith = (granted: readonly Rule[]) => decideBy({ rules: [...policy.rules, ...granted] });
  const isTyped = typedInto(request) !== null;
  const judged = await withGrants(stages, { ...told, needsSyntaxCheck, places, isTyped }, decideWith);
  if (judged.kind !== 'judged' || judged.offers === null) return judged;
  // What is allowed for good holds without a sandbox, too: for what nobody was asked about, nobody has.
  const whole = decideBy(policyOf(stages, { ...scope, request, sandbox: () => null }));
  return asksMore(whole, decision) ? { ...judged, offers: null } : judged;
}

/** How a command is decided on, once its text has been read for a new shell. */
function judgedBy(
  request: Request,
  alone: Judged,
  {
    kept,
    home,
    judgesUncalled,
  }: { readonly kept: KeptShell | null; readonly home: string | null; readonly judgesUncalled: boolean },
  places: Places,
): Pick<Told, 'analysis' | 'shell'> & { readonly decideBy: (policy: Policy) => Decision } {
  const inNew = {
    analysis: alone,
    shell: request.session && {
      isKnown: kept === null,
      directory: kept === null ? resolve(request.cwd) : null,
    },
    decideBy: (policy: Policy) => decide(policy, alone, places),
  };
  if (kept === null) return inNew;
  const found = judgeInSession(kept, request, home);
  const findings = (policy: Policy) => found.findings({ policy, places });
  if (found.kind === 'unknown' || alone.kind === 'unparsed' || judgesUncalled)
    return {
      ...inNew,
      decideBy: (policy) => withFindings(inNew.decideBy(policy), findings(policy).map(withoutPlace)),
    };
  const { analysis, directory } = found;
  // What its invocations would do there is all that there is to say of them.
  const text = { ...analysis, invocations: [] };
  return {
    analysis,
    shell: { isKnown: true, directory },
    decideBy: (policy) => withFindings(decide(policy, text, places), findings(policy)),
  };
}

/** It has a place in another analysis. */
function withoutPlace({ place: _, ...finding }: Finding): Finding {
  return finding;
}

/** The shell that the command is for, if it has run something before; `null`: it is for a new one. */
function keptShell(stages: Stages, request: Request, conversationId: string): KeptShell | null {
  const history = stages.histories.of(conversationId, request);
  return history && { history, ...placeOfShell(stages, request, { conversationId }) };
}

/** Whether a decision has other reasons to ask about a call that another asks about, too. */
function asksMore(whole: Decision, { findings }: Decision): boolean {
  const asking = findings.filter(({ verdict }) => verdict === 'ask');
  return whole.findings.some(({ id, verdict, place }) => {
    const ofCall = asking.filter((one) => one.place?.invocation === place?.invocation);
    return verdict === 'ask' && ofCall.length > 0 && !ofCall.some((one) => one.id === id);
  });
}

/** Whether bash would refuse the text, too, as far as the parser can tell. */
function hasMistake(analysis: Judged): boolean {
  return analysis.kind === 'unparsed' && analysis.problem.code === 'syntax';
}

function policyOf({ tool, rules }: Stages, scope: RequestScope<unknown>): Policy {
  return mergeOnce(tool.policy(scope), rules);
}

/** Policies that are remembered: as many as there are answers to `approve`, for two hosts with rules of their own. */
const mostPolicies = 8;

/** What is looked up for a policy is kept with it. */
const mergeOnce = rememberLast(mostPolicies, (own: Policy, rules: Stages['rules']): Policy => {
  return merge([{ scope: 'shipped', rules: own.rules, off: [], mayLoosen: true }, ...rules]);
});

/**
 * Grants are looked for only where a person would be asked: they lift nothing else. `isTyped`: more can be typed into the command as it runs, which
 * a call that does what is typed is not granted for.
 */
async function withGrants(
  { grants, contract, clock }: Stages,
  { places, isTyped, ...told }: Told & { readonly places: Places; readonly isTyped: boolean },
  decideWith: (granted: readonly Rule[]) => Decision,
): Promise<Judgement> {
  try {
    const all = await grants.of(contract);
    const held = isTyped ? all.filter((grant) => grant.kind !== 'call' || !heedsInput(grant)) : all;
    const decision = decideWith(rulesOfGrants(held, clock.nowMs()));
    const { analysis } = told;
    const offers = analysis.kind === 'parsed' ? offersFor(analysis, decision, places) : null;
    const isNarrow = !isTyped || offers?.some(heedsInput) !== true;
    return { kind: 'judged', ...told, decision, offers: isNarrow ? offers : null };
  } catch (error) {
    return unusableState('what was granted could not be read', error);
  }
}
