import type { CouldNotStart } from '../../model/outcome.ts';
import { fileIdOf, statOrNull } from '../local/processes/process-table.ts';
import { type Container, startContainer } from './container.ts';
import { connectToDaemon, type Daemon } from './daemon.ts';
import { sweep } from './host-labels.ts';
import type { DockerSettings } from './options.ts';
import { explainFailure } from './problems.ts';

/** The containers of a backend, one for a conversation. */
export interface Containers {
  /** The one that runs, or a new one. Must not reject. */
  of(conversationId: string): Promise<Made>;
  /** What has become of one that is over, and of the command in it, as far as it can be told. */
  whyOver(container: Container): Promise<string>;
  end(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

type Made = { readonly kind: 'made'; readonly container: Container } | CouldNotStart;

export function createContainers(settings: DockerSettings): Containers {
  const containers = new Map<string, Promise<Made>>();
  /** Those that were over before anybody ended them, while they are put away. */
  const leaving = new Set<Promise<void>>();
  let connection: Promise<Daemon> | null = null;
  /** The one that has answered last, whatever has become of it. */
  let known: Daemon | null = null;

  /** What others have left is put away before the first container is made; a failure of that is the next thing's to tell. */
  const connect = async (): Promise<Daemon> => {
    const daemon = await connectToDaemon(settings.socketPath);
    await daemon.ping();
    known = daemon;
    await sweep(daemon).catch(() => {});
    return daemon;
  };

  const make = async (forget: () => void): Promise<Made> => {
    try {
      connection ??= connect();
      const daemon = await connection;
      // To make a container takes long with some: first it is known whether anybody is there.
      await daemon.ping();
      const container = await startContainer(daemon, settings);
      void container.control.over.then(() => {
        forget();
        const left = container.remove('over').then(() => void leaving.delete(left));
        leaving.add(left);
      });
      return { kind: 'made', container };
    } catch (error) {
      forget();
      connection = null;
      return explainFailure(error, settings);
    }
  };

  const end = async (conversationId: string): Promise<void> => {
    const making = containers.get(conversationId);
    containers.delete(conversationId);
    const made = await making;
    if (made?.kind === 'made') await made.container.remove('ended');
  };

  /** Whether what is now by the path of the workspace is another directory than the one that the container has. */
  const isOutdated = async (making: Promise<Made>): Promise<boolean> => {
    const made = await making;
    if (made.kind !== 'made' || made.container.calls.size > 0) return false;
    const stats = statOrNull(settings.workspace);
    return stats !== null && fileIdOf(stats) !== made.container.workspaceId;
  };

  return {
    async of(conversationId) {
      const known = containers.get(conversationId);
      if (known !== undefined && !(await isOutdated(known))) return known;
      if (known !== undefined && known === containers.get(conversationId)) await end(conversationId);
      const other = containers.get(conversationId);
      if (other !== undefined) return other;
      const making: Promise<Made> = make(() => {
        if (containers.get(conversationId) === making) containers.delete(conversationId);
      });
      containers.set(conversationId, making);
      return making;
    },
    async whyOver(container) {
      const why = container.whyRemoved();
      if (why === 'ended')
        return 'the container was removed, as its conversation was ended while the command was under way';
      if (why === 'unruly')
        return 'the container was removed, as a command in it could not be ended otherwise; how the command was doing is not known';
      const isGone = await known?.ping().then(
        () => false,
        () => true,
      );
      return isGone
        ? // Without it, nobody ends what runs: where a daemon is killed, its containers go on.
          'the Docker daemon is gone, or does not answer, and with it the way to the container: the command may go on in it until the daemon is there again; how it is doing is not known'
        : 'the container ended while the command was under way: somebody stopped or removed it (docker stop, docker rm), or a command in it ended the program that keeps it; how the command was doing is not known';
    },
    end,
    async close() {
      await Promise.all([...containers.keys()].map(end));
      await Promise.all(leaving);
      connection = null;
    },
  };
}
