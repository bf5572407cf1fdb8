import { withinMs } from './control.ts';
import { connectToDaemon } from './daemon.ts';
import { reasonOf } from './problems.ts';

/** Whether there is a Docker daemon that this process may use. */
type DockerSupport =
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly advice: string | null };

/** Milliseconds that a daemon may take to answer: 5 s. */
const answerMs = 5_000;

/** Asks the daemon for its version; `socketPath` is `null` for the usual one. */
export async function probeDocker(socketPath: string | null): Promise<DockerSupport> {
  try {
    const daemon = await connectToDaemon(socketPath);
    const version = await withinMs(answerMs, [daemon.version()]);
    if (version !== null) return { kind: 'available', version };
    const reason = `the Docker daemon has not answered for ${answerMs / 1_000} s`;
    return { kind: 'unavailable', reason, advice: 'see what it does: journalctl -u docker' };
  } catch (error) {
    return { kind: 'unavailable', ...reasonOf(error, { image: '', socketPath }) };
  }
}
