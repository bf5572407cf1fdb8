import type { Effect } from '../../../model/effect.ts';
import { prefixOf } from '../../words.ts';
import { readsFile, receivesFrom, runsCommand } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import type { Call, Program } from '../program.ts';
import { flags } from '../shorthand.ts';

/** Programs that make JSON of something else, and something else of JSON. */
export const programs: readonly Program[] = [
  {
    names: ['gron'],
    style: 'single-dash',
    order: 'options-first',
    abbreviates: false,
    options: flags(
      '-u -ungron, -v -values, -c -colorize, -m -monochrome, -s -stream, -k -insecure, -j -json, -no-sort, -version, -h -help',
    ),
    effects: ({ operands }) =>
      withoutDash(operands).map((word) =>
        /^https?:/i.test(prefixOf(word)) ? receivesFrom(word) : readsFile(word),
      ),
  },
  {
    names: ['jc'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-a --about, -C --force-color, -d --debug, -h --help, -m --monochrome, -M --meta-out'),
      ...flags('-p --pretty, -q --quiet, -r --raw, -s --slurp, -u --unbuffer, -v --version, -y --yaml-out'),
      ...flags('--arp, --asciitable, --blkid, --cksum, --crontab, --csv, --csv-s, --curl-head, --date, --df'),
      ...flags('--dig, --dir, --dpkg-l, --du, --env, --file, --find, --findmnt, --finger, --free, --fstab'),
      ...flags('--git-log, --git-log-s, --git-ls-remote, --group, --hash, --hashsum, --history, --hosts'),
      ...flags('--http-headers, --id, --ifconfig, --ini, --ini-dup, --ip-address, --jar-manifest, --jobs'),
      ...flags(
        '--jwt, --kv, --last, --ls, --ls-s, --lsb-release, --lsblk, --lscpu, --lsmod, --lsof, --lspci',
      ),
      ...flags(
        '--m3u, --mount, --netstat, --passwd, --path, --ping, --pip-list, --pip-show, --plist, --proc',
      ),
      ...flags('--ps, --resolve-conf, --route, --rpm-qi, --semver, --shadow, --ss, --ssh-conf, --stat'),
      ...flags(
        '--sysctl, --syslog, --systemctl, --time, --timedatectl, --timestamp, --toml, --top, --tracepath',
      ),
      ...flags('--traceroute, --tune2fs, --ufw, --uname, --uptime, --url, --ver, --vmstat, --w, --wc, --who'),
      ...flags('--x509-cert, --xml, --xrandr, --yaml, --zipinfo'),
    },
    effects: convertsOutput,
  },
];

/** What is no option is a command whose output is converted, or a file of the kernel. */
function convertsOutput({ operands }: Call): readonly Effect[] {
  const [first] = operands;
  if (first === undefined) return [];
  return prefixOf(first).startsWith('/proc/') ? operands.map(readsFile) : [runsCommand(operands)];
}
