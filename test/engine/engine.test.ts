import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { Approver, Backend } from '../../src/model/ports.ts';
import { createFakeBackend, createFakeClock, exited } from '../../src/testing/index.ts';
import { openFilesAreKnown, openFilesBelow } from '../support/open-files.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import {
  answering,
  askAlways,
  contextOf,
  contract,
  deferred,
  denyPush,
  engineParts,
  memoryRecorder,
  noCommand,
  requestOf,
  strict,
  tool,
} from './parts.ts';

const opened = {
  contract: 'probe',
  tool: 'bash',
  backend: 'fake',
  conversationId: 'a conversation',
  workingDirectory: '/work',
};
const nothingWritten = { output: { bytes: 0, lines: 0, spill: null } };

/** The outcome of a command that printed its own text and exited with 0. */
function endedWith(text: string) {
  return {
    kind: 'ended',
    exit: { kind: 'exited', code: 0 },
    capture: {
      streams: 'combined',
      output: { bytes: text.length, lines: 1, text: { kind: 'whole', text, spill: null } },
    },
    startedAt: 0,
    durationMs: 0,
    note: null,
    survivors: [],
    job: null,
    refusal: null,
    session: null,
    confinement: { kind: 'none' },
    denials: [],
    grantable: [],
  };
}

/** What a backend says of that. */
const ranToEnd = {
  kind: 'ended',
  exit: { kind: 'exited', code: 0 },
  parts: null,
  survivors: [],
  kept: null,
  session: null,
} as const;

const cancelled = {
  kind: 'ended',
  exit: { kind: 'cancelled' },
  capture: {
    streams: 'combined',
    output: { bytes: 0, lines: 0, text: { kind: 'whole', text: '', spill: null } },
  },
  startedAt: 0,
  durationMs: 0,
  note: null,
  survivors: [],
  job: null,
  refusal: null,
  session: null,
  confinement: { kind: 'none' },
  denials: [],
  grantable: [],
};

describe('a call', () => {
  it('tells which hosts its sandbox did not let it to, and keeps that in the record', async () => {
    const parts = engineParts();
    const deniedHosts = {
      hosts: [{ host: 'evil.example', port: 443, because: 'not-listed', rule: 'evil.example:443' }],
      more: 2,
    } as const;
    const backend = createFakeBackend(() => ({ ends: { ...ranToEnd, deniedHosts } }));
    const { outcome } = await createEngine({ ...parts, backend })(tool, { command: 'ls' }, contextOf());
    const denials = deniedHosts.hosts.map((host) => ({ kind: 'network', ...host }));
    expect(outcome).toEqual({ ...endedWith(''), capture: expect.anything(), denials, moreDeniedHosts: 2 });
    expect(parts.recorder.entries.at(-1)).toMatchObject({
      kind: 'closed',
      call: { outcome: { denials, moreDeniedHosts: 2 } },
    });
  });

  it('runs the command as it was given, and answers with everything there is to know', async () => {
    const parts = engineParts();
    const backend = createFakeBackend(({ command }) => ({
      writes: [['output', command]],
      ends: exited({ kind: 'exited', code: 0 }),
    }));
    const result = await createEngine({ ...parts, backend })(tool, { command: 'ls  -l' }, contextOf());
    expect(backend.plans).toEqual([
      {
        command: 'ls  -l',
        cwd: '/work',
        env: { PATH: '/usr/bin', PWD: '/work' },
        streams: 'combined',
        input: 'nothing',
        terminal: null,
        sandbox: null,
        graceMs: 2_000,
        session: null,
        root: null,
        conversationId: 'a conversation',
      },
    ]);
    const outcome = endedWith('ls  -l');
    const recorded = { kind: 'recorded', id: 'call-1' };
    expect(result).toEqual({
      text: 'ended',
      isError: false,
      structured: null,
      result: {
        input: { command: 'ls  -l' },
        workingDirectory: '/work',
        request: requestOf('ls  -l'),
        outcome,
        recorded,
        endedJobs: [],
      },
      outcome,
      recorded,
      endedJobs: [],
    });
    expect(parts.recorder.entries).toEqual([
      { kind: 'opened', call: { ...opened, input: { command: 'ls  -l' } } },
      {
        kind: 'closed',
        id: 'call-1',
        call: {
          command: 'ls  -l',
          cwd: '/work',
          status: 'ok',
          outcome: {
            kind: 'ended',
            exit: { kind: 'exited', code: 0 },
            startedAt: 0,
            durationMs: 0,
            note: null,
            survivors: [],
            job: null,
            refusal: null,
            session: null,
            confinement: { kind: 'none' },
            denials: [],
            grantable: [],
            streams: { output: { bytes: 6, lines: 1, spill: null } },
          },
        },
      },
    ]);
  });

  it('is told to its listener from start to end', async () => {
    const events: Event[] = [];
    const context = contextOf({ onEvent: (event) => events.push(event) });
    await createEngine(engineParts())(tool, { command: 'ls' }, context);
    expect(events).toEqual([
      { kind: 'started', callId: 'call-1', request: requestOf('ls') },
      { kind: 'output', callId: 'call-1', stream: 'output', text: 'ls' },
      { kind: 'finished', callId: 'call-1', outcome: endedWith('ls') },
    ]);
  });

  it('takes the time from the start of the command to its end', async () => {
    const clock = createFakeClock();
    clock.advance(5_000);
    const backend = createFakeBackend(() => {
      clock.advance(70);
      return { ends: exited({ kind: 'exited', code: 3 }) };
    });
    const parts = { ...engineParts(), clock, backend };
    const { outcome } = await createEngine(parts)(tool, { command: 'make' }, contextOf());
    expect(outcome).toEqual({
      ...cancelled,
      exit: { kind: 'exited', code: 3 },
      startedAt: 5_000,
      durationMs: 70,
    });
    expect(clock.pending).toBe(0);
  });

  it('does not take the time for which a person was asked', async () => {
    const clock = createFakeClock();
    const approver: Approver = {
      async ask() {
        clock.advance(60_000);
        return { kind: 'approved' };
      },
    };
    const parts = { ...engineParts(), clock, approver, options: strict };
    const { outcome } = await createEngine(parts)(tool, { command: 'ls' }, contextOf());
    expect(outcome).toEqual({ ...endedWith('ls'), startedAt: 60_000 });
  });

  it('puts what was cut into a file that is named after the call and the stream', async () => {
    const outputDir = temporaryDirectory();
    const parts = engineParts(outputDir);
    const command = `echo ${'x'.repeat(200)}`;
    const { outcome } = await createEngine(parts)(tool, { command }, contextOf());
    const path = join(outputDir, 'call-1.output');
    const spill = { kind: 'file', path };
    expect(outcome).toEqual({
      ...cancelled,
      exit: { kind: 'exited', code: 0 },
      capture: {
        streams: 'combined',
        output: {
          bytes: 205,
          lines: 1,
          text: {
            kind: 'cut',
            head: 'echo xxxxx',
            tail: 'xxxxxxxxxx',
            omittedBytes: 185,
            omittedLines: 0,
            spill,
          },
        },
      },
    });
    expect(readFileSync(path, 'utf8')).toBe(command);
    expect(parts.recorder.entries.at(-1)).toMatchObject({
      call: { outcome: { streams: { output: { bytes: 205, lines: 1, spill } } } },
    });
  });
});

describe('the backend of a call', () => {
  it.each([
    ['is not', []],
    ['is', sandboxLevels.slice(0, 1)],
  ])(
    'is told before anybody is asked that a command may come, which %s to be confined',
    async (_is, levels) => {
      const parts = engineParts();
      const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
      const told: unknown[] = [];
      const backend: Backend = { ...fake, prepare: (wants) => void told.push(wants) };
      const approver: Approver = {
        async ask() {
          told.push('asked');
          return { kind: 'refused', reason: 'not now' };
        },
      };
      const sandbox = { ...parts.sandbox, rule: { levels, required: false } };
      const engine = createEngine({ ...parts, backend, sandbox, approver, options: strict });
      await engine(tool, { command: 'ls' }, contextOf());
      expect(told).toEqual([{ sandbox: levels.length > 0 }, 'asked']);
      await engine(tool, { cmd: 'ls' }, contextOf());
      expect(told).toHaveLength(2);
    },
  );
});

describe('a call that is stopped', () => {
  function forever() {
    const started = deferred<void>();
    const backend = createFakeBackend(() => {
      started.resolve();
      return { writes: [['output', 'so far']], ends: 'when-stopped' };
    });
    return { backend, started: started.promise };
  }

  const soFar = {
    streams: 'combined',
    output: { bytes: 6, lines: 1, text: { kind: 'whole', text: 'so far', spill: null } },
  };

  it('ends when its time is up, with the output so far', async () => {
    const clock = createFakeClock();
    const { backend, started } = forever();
    const call = createEngine({ ...engineParts(), clock, backend })(tool, { command: 'x' }, contextOf());
    await started;
    clock.advance(1_000);
    expect((await call).outcome).toEqual({
      ...cancelled,
      exit: { kind: 'timed_out', timeoutMs: 1_000 },
      capture: soFar,
      durationMs: 1_000,
    });
  });

  it('ends at the caller’s own limit where there is one', async () => {
    const clock = createFakeClock();
    const { backend, started } = forever();
    const context = contextOf({ timeoutMs: 20 });
    const call = createEngine({ ...engineParts(), clock, backend })(tool, { command: 'x' }, context);
    await started;
    clock.advance(20);
    const { result } = await call;
    expect(result.request).toEqual({ ...requestOf('x'), timeoutMs: 20 });
    expect(result.outcome).toMatchObject({ exit: { kind: 'timed_out', timeoutMs: 20 } });
  });

  it('ends when the caller cancels, with the output so far', async () => {
    const caller = new AbortController();
    const { backend, started } = forever();
    const context = contextOf({ signal: caller.signal });
    const call = createEngine({ ...engineParts(), backend })(tool, { command: 'x' }, context);
    await started;
    caller.abort();
    expect((await call).outcome).toEqual({ ...cancelled, capture: soFar });
  });

  it('starts nothing when it is cancelled while a person is asked', async () => {
    const caller = new AbortController();
    const parts = engineParts();
    const backend = createFakeBackend(() => ({ ends: 'when-stopped' }));
    const asked = deferred<void>();
    const approver: Approver = {
      ask() {
        asked.resolve();
        return new Promise(() => {});
      },
    };
    const call = createEngine({ ...parts, backend, approver, options: strict })(
      tool,
      { command: 'ls' },
      contextOf({ signal: caller.signal }),
    );
    await asked.promise;
    caller.abort();
    expect((await call).outcome).toEqual(cancelled);
    expect(backend.plans).toEqual([]);
    expect(parts.recorder.entries.at(-1)).toEqual({
      kind: 'closed',
      id: 'call-1',
      call: {
        command: 'ls',
        cwd: '/work',
        status: 'cancelled',
        outcome: {
          kind: 'ended',
          exit: { kind: 'cancelled' },
          startedAt: 0,
          durationMs: 0,
          note: null,
          survivors: [],
          job: null,
          refusal: null,
          session: null,
          confinement: { kind: 'none' },
          denials: [],
          grantable: [],
          streams: nothingWritten,
        },
      },
    });
  });
});

describe('a call that is not to run', () => {
  const policyDenial = { kind: 'denied', by: 'policy', reason: 'no pushing', findings: [denyPush] };
  const personDenial = { kind: 'denied', by: 'person', reason: 'no', findings: [askAlways] };
  const withNul = {
    kind: 'invalid',
    problems: [
      {
        path: 'command',
        expected: 'text without NUL characters',
        received: 'a NUL character at offset 1',
        hint: "write it as an escape that the program understands, such as printf '\\0'",
      },
    ],
  };
  const refuse = answering({ kind: 'refused', reason: 'no' });

  it.each([
    ['has no command', {}, null, null, 'invalid', noCommand],
    ['cannot be given to bash', { command: 'a\0' }, requestOf('a\0'), null, 'invalid', withNul],
    ['is denied by the policy', { command: 'git push' }, requestOf('git push'), null, 'denied', policyDenial],
    ['is refused by a person', { command: 'ls' }, requestOf('ls'), refuse, 'denied', personDenial],
    [
      'waits for an answer',
      { command: 'ls' },
      requestOf('ls'),
      null,
      'needs_approval',
      {
        kind: 'needs_approval',
        reason: 'always asked',
        findings: [askAlways],
        because: 'nobody',
        approval: null,
      },
    ],
  ])('is recorded and starts nothing: one that %s', async (_, input, request, approver, status, outcome) => {
    const parts = engineParts();
    const backend = createFakeBackend(() => ({ ends: 'when-stopped' }));
    const events: Event[] = [];
    const result = await createEngine({ ...parts, backend, approver, options: strict })(
      tool,
      input,
      contextOf({ onEvent: (event) => events.push(event) }),
    );
    const recorded = { kind: 'recorded', id: 'call-1' };
    const workingDirectory = '/work';
    expect(result.result).toEqual({ input, workingDirectory, request, outcome, recorded, endedJobs: [] });
    expect(backend.plans).toEqual([]);
    expect(events).toEqual([{ kind: 'finished', callId: 'call-1', outcome }]);
    expect(parts.recorder.entries).toEqual([
      { kind: 'opened', call: { ...opened, input } },
      {
        kind: 'closed',
        id: 'call-1',
        call: { command: request?.command ?? null, cwd: request?.cwd ?? null, status, outcome },
      },
    ]);
  });

  it('is judged by the approver that the options bring along before the engine’s own', async () => {
    const parts = engineParts();
    const bringing = { ...contract, approver: () => answering({ kind: 'refused', reason: 'mine' }) };
    const approver = answering({ kind: 'approved' });
    const { outcome } = await createEngine({ ...parts, contract: bringing, approver, options: strict })(
      tool,
      { command: 'ls' },
      contextOf(),
    );
    expect(outcome).toEqual({ ...personDenial, reason: 'mine' });
  });

  it('is one that the machine could not start', async () => {
    const problem = { code: 'bash-not-found', message: 'expected bash' } as const;
    const backend = createFakeBackend(() => ({ ends: { kind: 'could_not_start', problem } }));
    const parts = engineParts();
    const clock = createFakeClock();
    const { outcome } = await createEngine({ ...parts, backend, clock })(
      tool,
      { command: 'ls' },
      contextOf(),
    );
    expect(outcome).toEqual({ kind: 'could_not_start', problem });
    expect(clock.pending).toBe(0);
    expect(parts.recorder.entries.at(-1)).toEqual({
      kind: 'closed',
      id: 'call-1',
      call: {
        command: 'ls',
        cwd: '/work',
        status: 'could_not_start',
        outcome: { kind: 'could_not_start', problem },
      },
    });
  });
});

describe('the record of a call', () => {
  it('is opened before the command is started and closed after it has ended', async () => {
    const steps: string[] = [];
    const backend: Backend = {
      name: 'fake',
      async run() {
        steps.push('run begins');
        await Promise.resolve();
        steps.push('run ends');
        return exited({ kind: 'exited', code: 0 });
      },
      endConversation: async () => {},
      close: async () => {},
    };
    const recorder = {
      async open() {
        steps.push('open begins');
        await Promise.resolve();
        steps.push('open ends');
        return 'call-1';
      },
      async close() {
        steps.push('closed');
      },
    };
    const onEvent = ({ kind }: Event): void => void steps.push(kind);
    await createEngine({ ...engineParts(), backend, recorder })(
      tool,
      { command: 'ls' },
      contextOf({ onEvent }),
    );
    expect(steps).toEqual([
      'open begins',
      'open ends',
      'started',
      'run begins',
      'run ends',
      'closed',
      'finished',
    ]);
  });

  it('keeps the command from being started when it cannot be opened', async () => {
    const backend = createFakeBackend(() => ({ ends: 'when-stopped' }));
    const close = vi.fn(async () => {});
    const recorder = { open: () => Promise.reject(new Error('the disk is full')), close };
    const onEvent = vi.fn();
    const result = await createEngine({ ...engineParts(), backend, recorder })(
      tool,
      { command: 'ls' },
      contextOf({ onEvent }),
    );
    const outcome = {
      kind: 'could_not_start',
      problem: {
        code: 'audit-unavailable',
        message: 'nothing was started, because the call could not be recorded: the disk is full',
      },
    };
    const recorded = { kind: 'not_opened' };
    expect(result).toEqual({
      text: 'could_not_start',
      isError: true,
      structured: null,
      result: {
        input: { command: 'ls' },
        workingDirectory: '/work',
        request: null,
        outcome,
        recorded,
        endedJobs: [],
      },
      outcome,
      recorded,
      endedJobs: [],
    });
    expect(backend.plans).toEqual([]);
    expect(close).not.toHaveBeenCalled();
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('does not take the output along when it cannot be closed', async () => {
    const recorder = { ...memoryRecorder(), close: () => Promise.reject(new Error('the disk is full')) };
    const { outcome, recorded } = await createEngine({ ...engineParts(), recorder })(
      tool,
      { command: 'ls' },
      contextOf(),
    );
    expect(outcome).toEqual(endedWith('ls'));
    expect(recorded).toEqual({ kind: 'not_closed', id: 'call-1', reason: 'the disk is full' });
  });

  it('has no secret of the host in it; the result and the command have', async () => {
    const finding = { ...denyPush, reason: 'has hunter22 in it' };
    const options = { rules: [{ kind: 'text-contains', pattern: 'hunter22', finding } as const] };
    const parts = engineParts();
    const input = { command: 'curl -H hunter22', env: [{ hunter22: 'x hunter22' }] };
    const { outcome } = await createEngine({ ...parts, options })(tool, input, contextOf());
    expect(outcome).toEqual({
      kind: 'denied',
      by: 'policy',
      reason: 'has hunter22 in it',
      findings: [finding],
    });
    expect(parts.recorder.entries).toEqual([
      { kind: 'opened', call: { ...opened, input: { command: 'curl -H ***', env: [{ '***': 'x ***' }] } } },
      {
        kind: 'closed',
        id: 'call-1',
        call: {
          command: 'curl -H ***',
          cwd: '/work',
          status: 'denied',
          outcome: {
            kind: 'denied',
            by: 'policy',
            reason: 'has *** in it',
            findings: [{ ...denyPush, reason: 'has *** in it' }],
          },
        },
      },
    ]);
  });

  it('has no secret in the directory of the call either', async () => {
    const parts = engineParts();
    const context = contextOf({ workingDirectory: '/somewhere/hunter22' });
    await createEngine(parts)(tool, { command: 'ls' }, context);
    expect(JSON.stringify(parts.recorder.entries)).not.toContain('hunter22');
  });

  it('has no secret in the name of a conversation, of a session or of a host either, which is told in small letters', async () => {
    const parts = {
      ...engineParts(),
      host: { env: { API_TOKEN: 'hunter22', DB_PASSWORD: 'Hunter-Two' }, isRoot: false },
    };
    const deniedHosts = {
      hosts: [
        { host: 'hunter-two.example', port: 443, because: 'not-listed', rule: 'hunter-two.example:443' },
      ],
      more: 0,
    } as const;
    const session = { shell: 'one', found: { isNew: false }, left: null } as const;
    const backend = createFakeBackend(() => ({ ends: { ...ranToEnd, deniedHosts, session } }));
    const inSession: typeof tool = {
      ...tool,
      decode(input, context) {
        const call = tool.decode(input, context);
        if (call.kind !== 'run') return call;
        return { ...call, request: { ...call.request, session: { name: 'hunter22', entersCwd: false } } };
      },
    };
    const context = contextOf({ conversationId: 'of hunter22' });
    const { outcome } = await createEngine({ ...parts, backend })(inSession, { command: 'ls' }, context);
    expect(outcome).toMatchObject({ session: { name: 'hunter22' } });
    expect(parts.recorder.entries).toMatchObject([
      { call: { conversationId: 'of ***' } },
      {
        call: {
          outcome: {
            session: { name: '***', found: { isNew: false } },
            denials: [{ host: '***.example', rule: '***.example:443' }],
          },
        },
      },
    ]);
  });

  it('keeps its own words when a secret happens to be one of them', async () => {
    const parts = {
      ...engineParts(),
      host: { env: { API_TOKEN: 'exited', DB_PASSWORD: 'output' }, isRoot: false },
    };
    await createEngine(parts)(tool, { command: 'echo exited' }, contextOf());
    expect(parts.recorder.entries.at(-1)).toEqual({
      kind: 'closed',
      id: 'call-1',
      call: {
        command: 'echo ***',
        cwd: '/work',
        status: 'ok',
        outcome: {
          kind: 'ended',
          exit: { kind: 'exited', code: 0 },
          startedAt: 0,
          durationMs: 0,
          note: null,
          survivors: [],
          job: null,
          refusal: null,
          session: null,
          confinement: { kind: 'none' },
          denials: [],
          grantable: [],
          streams: { output: { bytes: 11, lines: 1, spill: null } },
        },
      },
    });
  });
});

describe('a listener that throws', () => {
  /** A call whose listener throws at the first event of the kind. */
  function callWith(kind: Event['kind'], text = 'first', outputDir = temporaryDirectory()) {
    const parts = engineParts(outputDir);
    const stopped = vi.fn();
    const backend: Backend = {
      name: 'fake',
      async run(_, sink, stop) {
        stop.addEventListener('abort', () => stopped(stop.reason));
        await sink('output', Buffer.from(text));
        await sink('output', Buffer.from('second'));
        return exited(stop.aborted ? { kind: 'cancelled' } : { kind: 'exited', code: 0 });
      },
      endConversation: async () => {},
      close: async () => {},
    };
    const told: Event['kind'][] = [];
    const onEvent = (event: Event): void => {
      told.push(event.kind);
      if (event.kind === kind) throw new Error('the listener broke');
    };
    const call = createEngine({ ...parts, backend })(tool, { command: 'x' }, contextOf({ onEvent }));
    return { call, stopped, told, recorder: parts.recorder };
  }

  it('stops the command, is told of nothing more, and fails the call with what it threw', async () => {
    const { call, stopped, told } = callWith('output');
    await expect(call).rejects.toThrow('the listener broke');
    expect(stopped.mock.calls).toEqual([[{ kind: 'cancelled' }]]);
    expect(told).toEqual(['started', 'output']);
  });

  it.each(['started', 'finished'] as const)('fails the call when it throws at %s', async (kind) => {
    await expect(callWith(kind).call).rejects.toThrow('the listener broke');
  });

  it.each(['started', 'output', 'finished'] as const)(
    'fails the call also when it throws asynchronously, at %s',
    async (kind) => {
      const backend = createFakeBackend(() => ({
        writes: [['output', 'x']],
        ends: exited({ kind: 'exited', code: 0 }),
      }));
      const onEvent = async (event: Event): Promise<void> => {
        if (event.kind === kind) throw new Error('the listener broke');
      };
      const parts = engineParts();
      const call = createEngine({ ...parts, backend })(tool, { command: 'x' }, contextOf({ onEvent }));
      await expect(call).rejects.toThrow('the listener broke');
      expect(parts.recorder.entries.map((entry) => entry.kind)).toEqual(['opened', 'closed']);
    },
  );

  it.each(['started', 'output', 'finished'] as const)(
    'does not keep the record from being closed: at %s',
    async (kind) => {
      const { call, recorder } = callWith(kind);
      await expect(call).rejects.toThrow('the listener broke');
      expect(recorder.entries.map((entry) => entry.kind)).toEqual(['opened', 'closed']);
    },
  );

  it.runIf(openFilesAreKnown)('does not keep the file open that takes what was cut', async () => {
    const outputDir = temporaryDirectory();
    const { call } = callWith('output', 'x'.repeat(200), outputDir);
    await expect(call).rejects.toThrow('the listener broke');
    expect(openFilesBelow(outputDir)).toEqual([]);
  });

  it('fails the call also when it throws at the very last text', async () => {
    const backend = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
    const unfinished: Backend = {
      ...backend,
      async run(_, sink) {
        await sink('output', Buffer.from([0xe2, 0x82])); // Told at the end: more could have come.
        return exited({ kind: 'exited', code: 0 });
      },
    };
    const onEvent = ({ kind }: Event): void => {
      if (kind === 'output') throw new Error('the listener broke');
    };
    const call = createEngine({ ...engineParts(), backend: unfinished })(
      tool,
      { command: 'x' },
      contextOf({ onEvent }),
    );
    await expect(call).rejects.toThrow('the listener broke');
  });
});

describe('a backend that breaks', () => {
  it('fails the call with what it threw, and the record is closed', async () => {
    const parts = engineParts();
    const backend: Backend = {
      name: 'fake',
      run: () => Promise.reject(new Error('a bug')),
      endConversation: async () => {},
      close: async () => {},
    };
    const call = createEngine({ ...parts, backend })(tool, { command: 'x' }, contextOf());
    await expect(call).rejects.toThrow('a bug');
    expect(parts.recorder.entries.map((entry) => entry.kind)).toEqual(['opened', 'closed']);
  });
});
