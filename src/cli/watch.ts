import { secretsIn } from '../confine/secrets.ts';
import { prepareForScreen } from '../settings/host.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { approveStatus } from './exit-status.ts';
import { canDraw, refusedToAgents } from './person.ts';
import { misuse, type Terminal } from './terminal.ts';

/** Shows what the hosts of the state directory do, until the person leaves. Nothing of it is loaded before. */
export async function watch(terminal: Terminal): Promise<number> {
  const { stdin, stdout, env, interrupted } = terminal;
  if (refusedToAgents(terminal, 'to look on, with keys to answer what is asked,'))
    return approveStatus.refused;
  const lacking = [...(stdin.isTTY === true ? [] : ['input']), ...(stdout.isTTY === true ? [] : ['output'])];
  if (lacking.length > 0)
    throw misuse(
      `watch: expected a terminal to show a screen on and to read keys from, got none on standard ${lacking.join(' and ')}; handrail jobs and handrail audit print text`,
    );
  if (!canDraw(env))
    throw misuse(
      'watch: expected a terminal that can move its cursor, got one of TERM=dumb; handrail jobs and handrail audit print text',
    );
  const { settings } = resolveSettings({ directory: terminal.cwd, env, flags: {} });
  prepareForScreen();
  const screen = await import('../tui/watch.tsx');
  const hasColours = (env.NO_COLOR ?? '') === '';
  const { stateDir } = settings;
  await screen.watch({ stateDir, secrets: secretsIn(env), stdin, stdout, hasColours, interrupted });
  return 0;
}
