import type { Access } from '../model/access.ts';
import type { ToolContext } from '../model/context.ts';
import type { Decision } from '../model/decision.ts';
import type { CouldNotStart, Invalid } from '../model/outcome.ts';
import type { Request } from '../model/request.ts';
import { withFindings } from '../policy/decide.ts';
import { judgeAccesses } from './access.ts';
import { confinementOf, unconfined } from './confinement.ts';
import { judge } from './judge.ts';
import { validate } from './pipeline.ts';
import type { Stages } from './stages.ts';

/** What would become of a call, as far as rules can say: nothing was started, and nobody was asked. */
export type CallJudgement =
  | {
      readonly kind: 'judged';
      readonly request: Request;
      readonly decision: Decision;
      /** What it would have to be given beyond its sandbox. */
      readonly access: readonly Access[];
    }
  /** It asks something of a job, which takes no decision. */
  | { readonly kind: 'job' }
  | Invalid
  | CouldNotStart;

/**
 * Judges an input by the stages that a call goes through until somebody is asked. A call is judged again when it is made: what
 * a path leads to, or what was granted, may be another by then.
 */
export async function judgeCall(
  stages: Stages,
  input: unknown,
  context: ToolContext,
): Promise<CallJudgement> {
  const { tool, options, host, realPath } = stages;
  const { workingDirectory } = context;
  const scope = { options, workingDirectory, env: host.env, realPath };
  const operation = validate(tool.decode(input, scope), context);
  if (operation.kind !== 'run') return operation.kind === 'job' ? { kind: 'job' } : operation;
  const { request } = operation;

  const judgement = await judge(stages, request, context);
  if (judgement.kind !== 'judged') return judgement;

  const workspace = request.workspace ?? workingDirectory;
  const level = await confinementOf(stages, { ...context, workspace });
  const confined = level.kind === 'confined' ? level : unconfined;
  const beyond = await judgeAccesses(stages, request, confined, workspace);
  if (beyond.kind !== 'judged') return beyond;
  const decision = withFindings(judgement.decision, beyond.findings);
  return { kind: 'judged', request, decision, access: beyond.asked };
}
