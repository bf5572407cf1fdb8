import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  discloses,
  interactive,
  runsFile,
  runsForeign,
  runsInput,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, readsValue, replacesValue, special, specialValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';

/** The client of Redis. */
export const programs: readonly Program[] = [
  {
    names: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    style: 'single-dash',
    order: 'options-first',
    options: {
      ...flags(
        '-2, -3, -c, -e, -x, --raw, --no-raw, --csv, --json, --quoted-json, --tls, --insecure, --scan, --bigkeys',
      ),
      ...flags(
        '--memkeys, --hotkeys, --stat, --latency, --latency-history, --latency-dist, --no-auth-warning, -v',
      ),
      ...flags('--help -help, --version -version, --verbose, --askpass, --show-pushes, --quoted-input'),
      ...values(
        '-h, -p, -t, -s, -a, --user, --pass, -u, -r, -i, -n, -d, -D, -X, --pattern, --quoted-pattern, --count',
      ),
      ...values('--sni, --tls-ciphers, --intrinsic-latency, --memkeys-samples, --keystats'),
      ...listed(readsValue, '--cacert, --cacertdir, --cert, --key'),
      ...listed(replacesValue, '--rdb, --functions-rdb'),
      '--eval': valueWith((path) => runsFile(path)),
      ...listed(special('commands from the input'), '--pipe, --ldb, --ldb-sync-mode, --replica, --slave'),
      '--cluster': specialValue('a change of the cluster'),
    },
    effects: asksRedis,
  },
];

const redisReads =
  /^(ping|echo|get|mget|strlen|getrange|exists|keys|scan|type|ttl|pttl|randomkey|hget|hgetall|hmget|hkeys|hvals|hlen|hexists|hscan|lrange|llen|lindex|smembers|scard|sismember|sscan|zrange|zrevrange|zrangebyscore|zcard|zscore|zrank|zscan|zcount|xrange|xlen|xinfo|xread|info|dbsize|time|lastsave|role|command|memory|object|dump|bitcount|getbit|pfcount|geopos|geodist|touch|hello|select|auth|quit|wait|latency|slowlog|lolwut|json\.get|ft\.search|ft\.info|ft\._list)$/i;

const redisLosses =
  /^(flushall|flushdb|del|unlink|getdel|shutdown|hdel|ltrim|lrem|srem|zrem|xdel|xtrim|json\.del|ft\.dropindex|spop|lpop|rpop|zremrange\w+)$/i;

function asksRedis(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version')) return [];
  const host = lastValue(call, '-h') ?? lastValue(call, '-u') ?? lastValue(call, '-s');
  const [verb, second] = call.operands;
  const reach = [sendsTo(host)];
  if (has(call, '--eval')) return [...reach, runsForeign('lua', verb ?? known('')), changes('database')];
  if (verb === undefined) {
    const isList = hasAny(
      call,
      '--scan',
      '--bigkeys',
      '--memkeys',
      '--hotkeys',
      '--stat',
      '--latency',
      '--rdb',
    );
    if (isList) return reach;
    return [...reach, ...(call.stdin.kind === 'inherited' ? [interactive] : commandsComingIn(call))];
  }
  return [...reach, ...redisCommand(textOf(verb), textOf(second))];
}

/** A command a line. */
function commandsComingIn({ stdin }: Call): readonly Effect[] {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  const lines = (text ?? '').split('\n', maxCommands).map((line) => line.trim().split(/\s+/));
  const known = lines.filter(([verb]) => verb !== '');
  return [runsInput('redis'), ...known.flatMap(([verb = '', second = null]) => redisCommand(verb, second))];
}

/** Commands that a script calls. */
function commandsCalled(script: string): readonly Effect[] {
  const calls = [...script.matchAll(/\bredis\s*\.\s*p?call\s*\(\s*["'](\w+)["'](?:\s*,\s*["'](\w+)["'])?/g)];
  return calls.slice(0, maxCommands).flatMap(([, verb = '', second = null]) => redisCommand(verb, second));
}

/** How many commands are taken from one text. */
const maxCommands = 64;

function redisCommand(verb: string | null, second: string | null): readonly Effect[] {
  if (verb === null) return [unknownEffect('unknown-operand', '…')];
  if (/^(config|acl|client|cluster|script|function|module)$/i.test(verb)) {
    const shows = /^(get|list|info|getname|id|whoami|nodes|slots|users|cat|help)$/i.test(second ?? '');
    return shows ? (/^(config|acl)$/i.test(verb) ? [discloses('credentials')] : []) : [changes('database')];
  }
  if (/^(eval|evalsha|fcall)(_ro)?$/i.test(verb))
    return [runsForeign('lua', known(second ?? '')), ...commandsCalled(second ?? '')];
  if (redisLosses.test(verb)) return [destroys('database')];
  return redisReads.test(verb) ? [] : [changes('database')];
}
