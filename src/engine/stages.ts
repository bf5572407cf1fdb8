import type { ContractTool } from '../model/contract.ts';
import type { Host } from '../model/plan.ts';
import type { Approver, Backend, Clock } from '../model/ports.ts';

/** What the stages of a call work with: the contract's tool and options, and the ports. */
export interface Stages {
  readonly contract: string;
  readonly tool: ContractTool<unknown, unknown>;
  readonly options: unknown;
  readonly host: Host;
  readonly backend: Backend;
  readonly approver: Approver | null;
  readonly clock: Clock;
  /** Directory for the files that take what was cut. */
  readonly outputDir: string;
}
