import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keeperScript } from '../../../src/backends/docker/keeper-script.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** What the keeper finds processes by, without what it is asked by. */
const functions = keeperScript.slice(
  keeperScript.indexOf('# gVisor has a 0'),
  keeperScript.indexOf('# Tells of process $2'),
);

/**
 * Looks for a process that becomes another program all the while, by its mark alone; tells how often nothing was found, and that was
 * taken for sure. That ids were given out meanwhile is no doubt here: other programs run beside the test.
 */
const looks = `
exec 2> /dev/null
${functions.replace('[[ $latest == "$last" ]] || unsure=yes', ':')}
printf -v programs 'env %.0s' {1..400}
step='[[ -e over ]] || exec $programs bash --norc -c "$0" "$0"'
HANDRAIL_CALL=ours programs=$programs setsid bash --norc -c "$step" "$step" < /dev/null > /dev/null &
lost=0
for ((look = 0; look < 100; look++)); do
  find_members 4194305 ours beside
  ((\${#members[@]})) || [[ $unsure ]] || ((lost++))
done
kill -0 "$!" || lost=ended
> over
wait
echo "lost: $lost"
`;

test.skipIf(!existsSync('/proc/self/environ'))(
  'a look at processes by their marks loses none that becomes another program at that moment',
  () => {
    const bash = findExecutable('bash', path) ?? '';
    const output = execFileSync(bash, ['--norc', '-c', looks], {
      ...{ cwd: temporaryDirectory(), encoding: 'utf8' },
      env: { PATH: path },
    });
    expect(output).toBe('lost: 0\n');
  },
);
