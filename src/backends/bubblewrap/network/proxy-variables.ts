import { hostText, isLocalhost } from '../../../confine/host.ts';
import type { HostRule } from '../../../confine/host-rule.ts';

/** What is reached without the proxy: what listens in the sandbox itself, also by the addresses that servers say they listen at. */
const own: readonly string[] = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'];

/**
 * With port 0, for which `listenerScript` puts that of the sandbox's proxy. The variables by which programs are told of their proxy: curl, Git, pip, Cargo, apt and Go by one case or the other, npm
 * and Node (from 22.21 and 24.5 on, by `NODE_USE_ENV_PROXY`), and Yarn from 2 on by its own alone. A server of the host that is listed is meant, and not one in the sandbox.
 */
export function proxyVariables(rules: readonly HostRule[]): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:0`;
  // Programs take each name under `localhost` for one that is meant by it.
  const listed = rules.map(({ host }) => (isLocalhost(host) ? 'localhost' : hostText(host)));
  const direct = own.filter((host) => !listed.includes(host)).join(',');
  const lower = { http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: direct };
  const upper = Object.entries(lower).map(([name, value]) => [name.toUpperCase(), value]);
  const ofYarn = { YARN_HTTP_PROXY: proxy, YARN_HTTPS_PROXY: proxy };
  return { ...lower, ...Object.fromEntries(upper), ...ofYarn, NODE_USE_ENV_PROXY: '1' };
}
