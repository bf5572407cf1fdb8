import { expect, test } from 'vitest';
import { createResolver } from '../../src/proxy/resolver.ts';

test('names are resolved as this machine does', async () => {
  expect(['127.0.0.1', '::1']).toContain((await createResolver()('localhost'))[0]);
  await expect(createResolver()('no-such-name.invalid')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
});

test('two names are resolved at a time, the others in their order, also after one that has no address', async () => {
  const begun: string[] = [];
  const ends = new Map<string, (ok: boolean) => void>();
  const resolve = createResolver(async (name) => {
    begun.push(name);
    const ok = await new Promise<boolean>((end) => ends.set(name, end));
    return ok ? ['192.0.2.1'] : await Promise.reject(new Error('no address'));
  });
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map(resolve));
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.(false);
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.(true);
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)?.(true);
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
