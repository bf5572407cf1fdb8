import { expect, test } from 'vitest';
import { descriptorsHavePaths } from '../../src/backends/local/streams/descriptor-path.ts';
import { worksHere } from '../../src/backends/local/warm/blank-shell.ts';
import { createTrial } from '../../src/backends/local/warm/trial.ts';

/** How often a trial is made when so many ask, one after the other. */
async function trialsOf(asking: number, make: (time: number) => Promise<boolean>): Promise<number> {
  const works = createTrial();
  let made = 0;
  for (let time = 0; time < asking; time += 1)
    await works(() => {
      made += 1;
      return make(made);
    });
  return made;
}

test('a trial that works is made once', async () => {
  expect(await trialsOf(100, async () => true)).toBe(1);
});

test.each([
  ['says no', async () => false],
  ['rejects', () => Promise.reject(new Error('no memory'))],
])('a trial that %s is made again after as many as have asked before', async (_, make) => {
  expect(await trialsOf(100, make)).toBe(7);
});

test('a trial that is under way is made for all who ask meanwhile', async () => {
  const works = createTrial();
  let made = 0;
  const make = async () => {
    made += 1;
    return made > 1;
  };
  expect(await Promise.all([works(make), works(make), works(make)])).toEqual([false, false, false]);
  const later: boolean[] = [];
  for (let time = 0; time < 4; time += 1) later.push(await works(make));
  expect(later).toEqual([false, false, true, true]);
});

test.skipIf(!descriptorsHavePaths)(
  'a trial of waiting shells for which no launcher can be started leaves no call that the watchdog knows of',
  async () => {
    const marks = new Set<string>();
    const noLauncher = async (): Promise<never> => {
      throw new Error('no more processes');
    };
    const parts = {
      pool: { prepare() {}, take: noLauncher, close: async () => {} },
      launchers: { take: noLauncher, enclose: noLauncher, giveBack() {}, close() {} },
      watchdog: {
        nextMark() {
          marks.add('a mark');
          return 'a mark';
        },
        forget: (mark: string) => void marks.delete(mark),
        ...{ prepare() {}, know() {}, close() {} },
      },
      markOf: (mark: string) => mark,
      busy: new Set<never>(),
      isClosed: () => false,
    };
    const like = { env: {}, streams: 'apart', input: 'nothing', enclosure: null } as const;
    await expect(worksHere(parts, like)).rejects.toThrow('no more processes');
    expect([...marks]).toEqual([]);
  },
);
