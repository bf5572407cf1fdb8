import { expect, test } from 'vitest';
import type { AccessFiles } from '../../src/confine/judge-access.ts';
import { leavesOpen } from '../../src/confine/leaves-open.ts';
import { neverGranted } from '../../src/confine/never-granted.ts';
import { sandboxPlan } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';

/** Whether a workspace leaves something open, on a machine that shows its disk with the home directories at `/disk`, too. */
function isOpenIn(workspace: string): boolean {
  const [level] = sandboxLevels;
  if (level === undefined) throw new Error('expected a level');
  const directories = {
    ...{ workspace, home: '/home/u', stateDir: '/home/u/.local/state/handrail' },
    ...{ settingsDir: '/home/u/.config/handrail', outputDirs: [], env: {} },
    rules: { ofUser: [], ofProject: [] },
  };
  const files: AccessFiles = {
    realPath: (path) => path,
    look: () => 'directory',
    otherNames: (path) => (path.startsWith('/disk/') ? [path.slice('/disk'.length)] : []),
  };
  const never = neverGranted(directories);
  return leavesOpen(sandboxPlan(level, directories), { home: '/home/u', never, ...files });
}

test.each([
  ['/home/u/project', false],
  ['/home/u/.config', true],
  ['/disk/home/u/project', false],
  ['/disk/home/u', true],
  ['/disk/home', true],
])('a workspace in %s leaves open what nobody could let a command to: %s', (workspace, isOpen) => {
  expect(isOpenIn(workspace)).toBe(isOpen);
});
