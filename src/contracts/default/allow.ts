import { isAbsolute, join, resolve } from 'node:path';
import { hostRuleText, readHostRule } from '../../confine/host-rule.ts';
import type { Access } from '../../model/access.ts';
import type { CallScope } from '../../model/contract.ts';
import { describeValue } from '../../model/describe-value.ts';
import type { Invalid } from '../../model/outcome.ts';
import type { Problem } from '../../model/request.ts';
import { z } from '../schema.ts';

/** Of each kind at most: what a person is asked about at once has to be looked through. */
const mostOfAKind = 20;

const texts = () => z.array(z.string().min(1)).min(1).max(mostOfAKind).optional();

export const allowSchema = z
  .strictObject({
    network: texts().describe('Hosts: "example.com", "*.example.com", "example.com:8080".'),
    write: texts().describe('Files and directories to write to.'),
    read: texts().describe('Files and directories to read that are hidden.'),
  })
  .describe(
    'What the command is to have beyond its sandbox: the user is asked. Only what a result says to ask for. Not with session.',
  );

export type Allow = z.output<typeof allowSchema>;

/** Reads what a call asks for beyond its sandbox. */
export function readAllow(
  { network = [], write = [], read = [] }: Allow,
  scope: Pick<CallScope<unknown>, 'workingDirectory' | 'env'>,
): { readonly kind: 'access'; readonly access: readonly Access[] } | Invalid {
  const paths = (key: string, given: readonly string[], access: 'read-only' | 'writable') =>
    given.map((text, index) => readPath({ text, at: `allow.${key}[${index}]`, access }, scope));
  const all = [
    ...network.map((text, index) => readHost(text, `allow.network[${index}]`)),
    ...paths('write', write, 'writable'),
    ...paths('read', read, 'read-only'),
  ];
  const [problem, ...others] = all.flatMap((one) => ('expected' in one ? [one] : []));
  if (problem !== undefined) return { kind: 'invalid', problems: [problem, ...others] };
  return { kind: 'access', access: all.flatMap((one) => ('kind' in one ? [one] : [])) };
}

function readHost(text: string, at: string): Access | Problem {
  const read = readHostRule(text);
  if (read.kind === 'rule') return { kind: 'host', host: hostRuleText(read.rule) };
  const hint = 'name each host that the command needs';
  return { path: at, expected: read.expected, received: describeValue(text), hint };
}

interface WrittenPath {
  readonly text: string;
  readonly at: string;
  readonly access: 'read-only' | 'writable';
}

/** A path stands for itself: what could be read as more, or shown as another, is none. */
function readPath(
  { text, at, access }: WrittenPath,
  { workingDirectory, env }: Pick<CallScope<unknown>, 'workingDirectory' | 'env'>,
): Access | Problem {
  const wrong = (expected: string, hint: string): Problem => ({
    ...{ path: at, expected, received: describeValue(text), hint },
  });
  if (/[*?]|[\p{Cc}\p{Cf}\p{Surrogate}]/u.test(text))
    return wrong('the path of one file or directory', 'ask for the directory that holds them all');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return wrong(
      'a path, absolute, in the working directory or beginning with ~/',
      'hosts belong in network',
    );
  if (text.split('/').includes('..')) return wrong('a path without ".."', 'write out where it leads');
  if (text === '~' || text.startsWith('~/')) {
    const home = env.HOME;
    if (home === undefined || !isAbsolute(home))
      return wrong('an absolute path', 'there is no home directory here');
    return { kind: 'path', path: resolve(join(home, text.slice(1))), access };
  }
  return { kind: 'path', path: resolve(workingDirectory, text), access };
}

/** The same as data, as a call would say it; `null` where there is nothing to ask for. */
export function allowOf(access: readonly Access[]): Allow | null {
  if (access.length === 0) return null;
  const hosts = access.flatMap((one) => (one.kind === 'host' ? [one.host] : []));
  const paths = (wanted: 'read-only' | 'writable') =>
    access.flatMap((one) => (one.kind === 'path' && one.access === wanted ? [one.path] : []));
  const given = { network: hosts, write: paths('writable'), read: paths('read-only') };
  return Object.fromEntries(Object.entries(given).filter(([, texts]) => texts.length > 0));
}
