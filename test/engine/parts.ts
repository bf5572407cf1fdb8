import { join } from 'node:path';
import { createApprovalQueue } from '../../src/approvals/queue.ts';
import type { BashParts } from '../../src/engine/bash.ts';
import type { EngineParts } from '../../src/engine/engine.ts';
import { createSessionHistories } from '../../src/engine/session-history.ts';
import { createTasks } from '../../src/engine/tasks.ts';
import type { JobRegistry } from '../../src/jobs/registry.ts';
import type { ToolContext } from '../../src/model/context.ts';
import type { Contract, ContractTool } from '../../src/model/contract.ts';
import type { Finding, Policy } from '../../src/model/decision.ts';
import type { Grant, GrantStore } from '../../src/model/grant.ts';
import type { Report } from '../../src/model/outcome.ts';
import type { ApprovalAnswer, Approver, CallClosed, CallOpened, Recorder } from '../../src/model/ports.ts';
import { createFakeBackend, createFakeClock, exited } from '../../src/testing/index.ts';

/** A contract whose result is the report itself: `{ command }` in, everything that is known of the call out. */
const tool: ContractTool<Policy, Report> = {
  name: 'bash',
  annotations: { title: 'Run', readOnly: false, destructive: true, openWorld: true },
  inputSchema: { type: 'object' },
  outputSchema: null,
  streams: 'combined',
  description: ({ workingDirectory }) => `Runs in ${workingDirectory}.`,
  decode(input, { workingDirectory }) {
    if (
      typeof input === 'object' &&
      input !== null &&
      'command' in input &&
      typeof input.command === 'string'
    ) {
      const { command } = input;
      return {
        kind: 'run',
        request: {
          command,
          cwd: workingDirectory,
          timeoutMs: 1_000,
          lifetime: { kind: 'call', survivors: 'end' } as const,
          terminal: null,
          session: null,
          workspace: null,
          root: null,
          access: [],
          description: null,
        },
      };
    }
    return noCommand;
  },
  policy: ({ options }) => options,
  environment: () => ({ inherit: 'without-secrets', set: {} }),
  capture: () => ({
    wholeBytes: 100,
    headBytes: 10,
    tailBytes: 10,
    cutAt: 'character',
    clean: { escapes: false, redraws: false, repeats: false, secrets: false },
  }),
  present: (report) => report,
  read: (report) => ({
    text: report.outcome.kind,
    isError: report.outcome.kind !== 'ended',
    structured: null,
  }),
};

/** What the contract says of an input without a command. */
export const noCommand = {
  kind: 'invalid',
  problems: [{ path: 'command', expected: 'a string', received: 'nothing', hint: null }],
} as const;

export const contract: Contract<Policy, Report> = {
  name: 'probe',
  summary: 'Tells all it knows.',
  optionsSchema: {},
  readOptions: () => ({ kind: 'options', options: { rules: [] } }),
  tools: [tool, { ...tool, name: 'other' }],
  approver: () => null,
  conversation: () => null,
};

export { tool };

export const denyPush: Finding = { id: 'deny-push', verdict: 'deny', reason: 'no pushing', instead: null };
export const askAlways: Finding = { id: 'ask-always', verdict: 'ask', reason: 'always asked', instead: null };

/** Denies what has `push` in it and asks for all else. */
export const strict: Policy = {
  rules: [
    { kind: 'text-contains', pattern: 'push', finding: denyPush },
    { kind: 'every-command', finding: askAlways },
  ],
};

const lenient: Policy = { rules: [] };

/** What is told to a recorder. */
export type Entry =
  | { readonly kind: 'opened'; readonly call: CallOpened }
  | { readonly kind: 'closed'; readonly id: string; readonly call: CallClosed };

/** A recorder that keeps everything in memory, in order; its ids are `call-1`, `call-2`, … */
export function memoryRecorder(entries: Entry[] = []): Recorder & { readonly entries: readonly Entry[] } {
  return {
    entries,
    async open(call) {
      entries.push({ kind: 'opened', call });
      return `call-${entries.filter(({ kind }) => kind === 'opened').length}`;
    },
    async close(id, call) {
      entries.push({ kind: 'closed', id, call });
    },
  };
}

export function answering(answer: ApprovalAnswer): Approver {
  return { ask: async () => answer };
}

/** A store of grants that keeps them in memory. */
export function memoryGrants(kept: Grant[] = []): GrantStore {
  return {
    of: async (contract) => kept.filter((grant) => grant.contract === contract),
    add: async (grants) => void kept.push(...grants),
  };
}

/** No job there is, and none can be. */
const noJobs: JobRegistry = {
  claim: async () => ({ release: () => {} }),
  open: async () => ({ refusal: 'there are no jobs here' }),
  find: async () => null,
  list: async () => [],
  hasUntold: async () => false,
  claimEnds: async () => [],
  typeInTurn: (_id, type) => type(),
  restore: async () => {},
  setReadBytes: async () => {},
};

/** Parts of an engine that runs nothing: every command prints its own text and exits with 0. */
export function engineParts(
  outputDir = join('/', 'not', 'used'),
): EngineParts<Policy, Report> & { readonly recorder: ReturnType<typeof memoryRecorder> } {
  return {
    contract,
    options: lenient,
    host: { env: { PATH: '/usr/bin', API_TOKEN: 'hunter22' }, isRoot: false },
    backend: createFakeBackend(({ command }) => ({
      writes: [['output', command]],
      ends: exited({ kind: 'exited', code: 0 }),
    })),
    recorder: memoryRecorder(),
    clock: createFakeClock(),
    realPath: (path) => path,
    entriesOf: () => [],
    isIgnored: () => false,
    look: () => 'directory',
    otherNames: () => [],
    mayWrite: () => true,
    listens: () => false,
    approver: null,
    approvals: createApprovalQueue({
      store: null,
      clock: createFakeClock(),
      mask: (text) => text,
      waitMs: null,
    }),
    rules: [],
    grants: memoryGrants(),
    histories: createSessionHistories(),
    tasks: createTasks(noJobs, 'probe'),
    secrets: [],
    stateDir: join('/', 'state'),
    sandbox: {
      ...{ rule: { levels: [], required: false }, home: '/home/u' },
      ...{ stateDir: '/state', settingsDir: '/home/u/.config/handrail', outputDirs: [outputDir], env: {} },
      rules: { ofUser: [], ofProject: [] },
    },
    outputDir,
    jobs: noJobs,
    onJobEnd: null,
    onlookers: null,
  };
}

/** The same for a bash. */
export function bashParts(): BashParts<Policy, Report> & {
  readonly recorder: ReturnType<typeof memoryRecorder>;
} {
  return { ...engineParts(), browser: null, release: () => {} };
}

/** The context of a call in `/work`. */
export function contextOf(given: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    conversationId: 'a conversation',
    workingDirectory: '/work',
    timeoutMs: null,
    patience: null,
    onEvent: null,
    approver: null,
    browser: async () => null,
    ...given,
  };
}

/** The request for a command in that context. */
export function requestOf(command: string) {
  return {
    command,
    cwd: '/work',
    timeoutMs: 1_000,
    lifetime: { kind: 'call', survivors: 'end' } as const,
    description: null,
    terminal: null,
    session: null,
    workspace: null,
    root: null,
    access: [],
  };
}

/** A promise that is settled from outside. */
export function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
