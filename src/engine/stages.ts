import type { SpillDirectory } from '../capture/spill-directory.ts';
import type { AccessFiles } from '../confine/judge-access.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import type { ApprovalQueue } from '../model/approval.ts';
import type { ContractTool } from '../model/contract.ts';
import type { GrantStore } from '../model/grant.ts';
import type { Host } from '../model/plan.ts';
import type { Approver, Backend, CallProgress, Clock } from '../model/ports.ts';
import type { Layer } from '../policy/layers.ts';
import type { EntriesOf } from '../policy/paths/matched-links.ts';
import type { RealPath } from '../policy/paths/places.ts';
import type { SandboxWish } from './confinement.ts';
import type { SessionHistories } from './session-history.ts';
import type { Tasks } from './tasks.ts';

/** What the stages of a call work with: the contract's tool and options, and the ports. */
export interface Stages {
  readonly contract: string;
  readonly tool: ContractTool<unknown, unknown>;
  readonly options: unknown;
  readonly host: Host;
  readonly backend: Backend;
  /** Who is asked beside those who have joined the queue. */
  readonly approver: Approver | null;
  readonly approvals: ApprovalQueue;
  /** Rules of the host and its user, the widest scope first; they hold beside the contract's. */
  readonly rules: readonly Layer[];
  readonly grants: GrantStore;
  readonly histories: SessionHistories;
  readonly tasks: Tasks;
  readonly sandbox: SandboxWish;
  /** Where the state is, which no command may touch. */
  readonly stateDir: string;
  readonly clock: Clock;
  /** Told how the call goes on; `null`: nobody can look on. */
  readonly progress: CallProgress | null;
  /** Follows symbolic links, for the rules about paths. */
  readonly realPath: RealPath;
  /** What is in a directory, for the links among what a pattern matches. */
  readonly entriesOf: EntriesOf;
  /** Whether git is to ignore a directory, for what may be deleted in a sandbox. */
  readonly isIgnored: (directory: string) => boolean;
  /** What is at a path, for what may be had beyond a sandbox. */
  readonly look: AccessFiles['look'];
  /** By which other paths that is shown. */
  readonly otherNames: AccessFiles['otherNames'];
  /** Whether this user may write to what is at a path. */
  readonly mayWrite: (path: string) => boolean;
  /** Whether somebody listens at a port of this machine, outside of any sandbox, who is reached at this host. */
  readonly listens: (host: string, port: number) => boolean;
  /** What must not be shown or stored, such as the secrets in the host's environment. */
  readonly secrets: readonly string[];
  /** Takes the streams that are too long to be kept. */
  readonly spills: SpillDirectory;
  readonly jobs: JobRegistry;
  /** The text without secrets, for what is stored. */
  readonly mask: (text: string) => string;
  /** Called when a supervisor that was started here is over. */
  readonly jobEnded: (id: string) => Promise<void>;
}
