import { couldNotStart } from '../../model/could-not-start.ts';
import type { Run } from '../../model/exit.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { Backend, Keep } from '../../model/ports.ts';
import { unlessAborted } from '../local/abort.ts';
import { endedBy, endedWith } from '../local/ended.ts';
import { checkDirectory } from '../local/preconditions.ts';
import { createContainers } from './containers.ts';
import { type DockerBackendOptions, resolveDockerOptions } from './options.ts';
import { runInContainer } from './run-in-container.ts';

/**
 * Runs commands in containers, one for each conversation, which is made with its first command and removed with its end,
 * or with this process, however that comes. A command finds the workspace by the path that it has here, and nothing else
 * of this machine: no network, no rights beyond its user's, and the limits that all commands of the container share.
 * What it changes in the image is there for the conversation's next commands.
 *
 * Jobs, kept shells, terminals and sandboxes there are none, and what asks for one is refused before anything is started.
 * The ids of processes that are told are those of the container.
 *
 * Throws a `HandrailError` of code `invalid-options`.
 *
 * @example
 * const backend = createDockerBackend({ image: 'node:22', workspace: process.cwd() });
 * const bash = createBash({ backend });
 */
export function createDockerBackend(options: DockerBackendOptions): Backend {
  const settings = resolveDockerOptions(options);
  const containers = createContainers(settings);
  return {
    name: 'docker',
    keepsRuns: false,
    async run(plan, sink, stop, keep, limit) {
      if (stop.aborted) return endedBy(stop);
      const refusal = refuse(plan, keep) ?? (await checkDirectory(settings.workspace));
      if (refusal !== null) return refusal;
      const begins = limit?.pause() ?? (() => {});
      try {
        const made = await unlessAborted(containers.of(plan.conversationId ?? ''), stop);
        // The container is made all the same, for the next command.
        if (made === 'stopped') return endedBy(stop);
        if (made.kind === 'could_not_start') return made;
        const env = { ...plan.env, ...settings.env };
        const run = await runInContainer({ container: made.container, env, sink, stop, begins }, plan);
        return run ?? lost(await containers.whyOver(made.container));
      } finally {
        begins();
      }
    },
    endConversation: (conversationId) => containers.end(conversationId),
    close: () => containers.close(),
  };
}

/** Says what cannot be done here. */
function refuse({ terminal, session, sandbox }: Plan, keep: Keep | null): CouldNotStart | null {
  if (terminal !== null) {
    return couldNotStart('terminal-unavailable', 'there are no terminals in containers; ask for none');
  }
  if (session !== null) {
    const message =
      'no shell is kept in containers from call to call; run each command in a shell of its own';
    return couldNotStart('spawn-failed', message);
  }
  if (sandbox !== null) {
    const message =
      'the command was to be confined by a sandbox of this machine, and nothing was started: in a container it is confined by that; turn the sandbox off';
    return couldNotStart('sandbox-unavailable', message);
  }
  if (keep?.ended === 'keep') {
    const message =
      'nothing in a container goes on as a job; run it as a call, with a time limit that is long enough';
    return couldNotStart('job-refused', message);
  }
  return null;
}

function lost(why: string): Run {
  return endedWith({ kind: 'lost', reason: `${why}, and the next one gets a new container` });
}
