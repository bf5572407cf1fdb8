import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import { actsAs, altersTree, disclosesVariable, readsTree, unknownEffect } from '../effects.ts';
import { readsValue, replacesValue } from '../options.ts';
import type { Given, OptionRule } from '../program.ts';
import { always, flags, listed, switches, values } from '../shorthand.ts';

const isVariable = /^[A-Za-z_]\w*$/;

/** `-v /host:/inside[:ro]`. A name without a slash is a volume of the container engine. */
export function mounts({ value }: Given): readonly Effect[] {
  const start = prefixOf(value);
  if (value.kind === 'known' && !/^[./~]/.test(start)) return [];
  const end = start.indexOf(':');
  const isReadOnly = value.kind === 'known' && /:(ro|.*,ro|ro,.*)$/.test(start);
  const source = end === -1 ? value : known(start.slice(0, end));
  return [isReadOnly ? readsTree(source) : altersTree(source)];
}

/** `--mount type=bind,source=/host,target=/inside[,readonly]`. */
function mountsNamed({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(value))];
  const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1];
  if (source === undefined || !/type=bind/.test(text)) return [];
  return [/,(readonly|ro)(,|$|=(true|1))/.test(text) ? readsTree(known(source)) : altersTree(known(source))];
}

/** `-e NAME` without a value hands a variable of ours on. */
export function handsOn({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  return text !== null && isVariable.test(text) ? [disclosesVariable(text)] : [];
}

/** Makes the container as good as the machine itself. */
const unconfined: OptionRule = {
  takes: 'value',
  effects: ({ value }) => (isShared(value) ? [actsAs(null)] : []),
};

function isShared(value: Word): boolean {
  return value.kind !== 'known' || /^(host|unconfined|.*=unconfined|ALL|SYS_|all)/i.test(value.text);
}

export const help = flags('-h --help');

export const running = {
  ...switches(
    '-d --detach, -i --interactive, -t --tty, --rm, --init, --read-only, -P --publish-all, --no-healthcheck, -q --quiet, --oom-kill-disable, --sig-proxy, --disable-content-trust, --no-hosts, --tls-verify, --replace',
  ),
  ...values(
    '--name, -p --publish, --expose, --network --net, --network-alias --net-alias, --restart, -u --user, -w --workdir, --entrypoint, -m --memory, --memory-swap, --memory-reservation, --cpus, -c --cpu-shares, --cpuset-cpus, --cpuset-mems',
  ),
  ...values(
    '--platform, --pull, -l --label, -h --hostname, --domainname, --add-host, --dns, --dns-search, --dns-option --dns-opt, --ip, --ip6, --mac-address, --link, --link-local-ip, --log-driver, --log-opt, --shm-size, --ulimit, --tmpfs',
  ),
  ...values(
    '--stop-signal, --stop-timeout, --health-cmd, --health-interval, --health-retries, --health-start-period, --health-start-interval, --health-timeout, -a --attach, --cap-drop, --cpu-period, --cpu-quota, --cpu-rt-period, --cpu-rt-runtime',
  ),
  ...values(
    '--detach-keys, --group-add, --isolation, --kernel-memory, --memory-swappiness, --oom-score-adj, --pids-limit, --storage-opt, --sysctl, --volume-driver, --blkio-weight, --blkio-weight-device, --device-read-bps, --device-read-iops',
  ),
  ...values(
    '--device-write-bps, --device-write-iops, --cgroup-parent, --cpu-count, --cpu-percent, --io-maxbandwidth, --io-maxiops, --annotation, --runtime, --arch, --os, --secret, --authfile, --pod',
  ),
  ...listed(unconfined, '--pid, --ipc, --uts, --userns, --cgroupns, --security-opt, --cap-add'),
  ...listed({ takes: 'value', effects: always(actsAs(null)) }, '--device, --device-cgroup-rule'),
  ...values('--gpus, --volumes-from'),
  ...listed({ takes: 'optional', effects: always(actsAs(null)) }, '--privileged, --use-api-socket'),
  ...listed({ takes: 'value', effects: mounts }, '-v --volume'),
  ...listed({ takes: 'value', effects: mountsNamed }, '--mount'),
  ...listed({ takes: 'value', effects: handsOn }, '-e --env'),
  ...listed(readsValue, '--env-file, --label-file'),
  ...listed(replacesValue, '--cidfile'),
  ...help,
};
