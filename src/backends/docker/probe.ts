import { connectToDaemon } from './daemon.ts';
import { reasonOf } from './problems.ts';

/** Whether there is a Docker daemon that this process may use. */
type DockerSupport =
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly advice: string | null };

/** Asks the daemon for its version; `socketPath` is `null` for the usual one. */
export async function probeDocker(socketPath: string | null): Promise<DockerSupport> {
  try {
    const daemon = await connectToDaemon(socketPath);
    return { kind: 'available', version: await daemon.version() };
  } catch (error) {
    return { kind: 'unavailable', ...reasonOf(error, { image: '', socketPath }) };
  }
}
