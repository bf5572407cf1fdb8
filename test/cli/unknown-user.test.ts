import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { mainFile, temporaryMachine } from '../support/handrail.ts';

const execute = promisify(execFile);

/** A user whom no file of this machine knows, as one in a container often is, to whom what is this user's belongs. */
const asUnknown = ['--user', '--map-user=54321', '--'];

const canBeUnknown =
  spawnSync('unshare', [...asUnknown, process.execPath, '-e', '']).status === 0 || Boolean(process.env.CI);

describe.skipIf(!canBeUnknown)('a user whom the machine does not know, without HOME', () => {
  const { PATH = '' } = process.env;
  const script = "console.log(require('os').userInfo())";

  test('is unknown to Node', async () => {
    await expect(execute('unshare', [...asUnknown, process.execPath, '-e', script])).rejects.toThrow(
      /uv_os_get_passwd|ERR_SYSTEM_ERROR/,
    );
  });

  test('has / as home directory, as for bash', async () => {
    const { stateDir, directory } = temporaryMachine();
    const words = [...asUnknown, process.execPath, mainFile, 'run', '--', 'echo ~'];
    const options = { env: { PATH, HANDRAIL_STATE_DIR: stateDir }, cwd: directory };
    const { stdout } = await execute('unshare', words, options);
    expect(stdout.split('\n')[0]).toBe('/');
    const removing = [...asUnknown, process.execPath, mainFile, 'check', '--', 'rm -rf ~'];
    await expect(execute('unshare', removing, options)).rejects.toMatchObject({ code: 2 });
  });

  test('is told what this machine has', async () => {
    const { stateDir, directory } = temporaryMachine();
    const words = [...asUnknown, process.execPath, mainFile, 'doctor'];
    const options = { env: { PATH, HANDRAIL_STATE_DIR: stateDir }, cwd: directory };
    const { stdout } = await execute('unshare', words, options);
    expect(stdout).toContain(`state directory  ${stateDir} (0 audit rows)`);
    expect(stdout).toMatch(/^(ok {5}|limited) {2}containers /m);
  });
});
