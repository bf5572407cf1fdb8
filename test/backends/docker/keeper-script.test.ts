import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { keeperScript } from '../../../src/backends/docker/keeper-script.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import { markVariable } from '../../../src/backends/local/processes/call-processes.ts';
import { processesAreKnown } from '../../../src/backends/local/processes/process-table.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Where what the keeper finds processes by begins and ends. */
const [first, next] = ['# Whether it is told where the code', '# Tells of process $2'];

/** Raises a doubt where ids were given out meanwhile: here they always are, by what runs beside the test, and it would hide what is lost. */
const idsDoubt = '[[ $latest == "$last" ]] || unsure=yes';

const functions = keeperScript
  .slice(keeperScript.indexOf(first), keeperScript.indexOf(next))
  .replace(idsDoubt, ':');

const mark = '0123456789abcdef';

/**
 * Looks for a process that becomes another program all the while, by its mark alone; tells how often nothing was found, and that was
 * taken for sure.
 */
const looks = `
exec 2> /dev/null
${functions}
printf -v programs 'env %.0s' {1..400}
step='[[ -e over ]] || exec $programs bash --norc -c "$0" "$0"'
${markVariable}=${mark} programs=$programs setsid bash --norc -c "$step" "$step" < /dev/null > /dev/null &
lost=0
for ((look = 0; look < 100; look++)); do
  find_members 4194305 ${mark} beside
  ((\${#members[@]})) || [[ $unsure ]] || ((lost++))
done
kill -0 "$!" || lost=ended
> over
wait
echo "lost: $lost"
`;

test('what the keeper finds processes by is known here', () => {
  for (const text of [first, next, idsDoubt]) expect(keeperScript).toContain(text);
});

test.skipIf(!processesAreKnown)(
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
