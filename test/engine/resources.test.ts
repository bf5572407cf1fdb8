import { describe, expect, it } from 'vitest';
import { createResource } from '../../src/engine/resources.ts';
import { deferred } from './parts.ts';

/** A provider whose openings are settled by the test, and what it was asked to do. */
function manualProvider() {
  const log: string[] = [];
  const openings: ReturnType<typeof deferred<unknown>>[] = [];
  return {
    log,
    openings,
    open(conversationId: string): Promise<unknown> {
      log.push(`open ${conversationId}`);
      const opening = deferred<unknown>();
      openings.push(opening);
      return opening.promise;
    },
    async close(resource: unknown): Promise<void> {
      log.push(`close ${String(resource)}`);
    },
  };
}

/** A provider that opens at once: `<conversation> 1`, `<conversation> 2`, … */
function promptProvider() {
  const log: string[] = [];
  let opened = 0;
  return {
    log,
    async open(conversationId: string): Promise<unknown> {
      opened += 1;
      log.push(`open ${conversationId}`);
      return `${conversationId} ${opened}`;
    },
    async close(resource: unknown): Promise<void> {
      log.push(`close ${String(resource)}`);
    },
  };
}

describe('a resource of a conversation', () => {
  it('is made when it is first asked for, and is the same from then on', async () => {
    const provider = promptProvider();
    const resource = createResource(provider);
    expect(provider.log).toEqual([]);
    expect([await resource.of('a'), await resource.of('a')]).toEqual(['a 1', 'a 1']);
    expect(provider.log).toEqual(['open a']);
  });

  it('is one for all who ask at once', async () => {
    const provider = manualProvider();
    const resource = createResource(provider);
    const asked = [resource.of('a'), resource.of('a'), resource.of('a')];
    provider.openings[0]?.resolve('the browser');
    expect(await Promise.all(asked)).toEqual(['the browser', 'the browser', 'the browser']);
    expect(provider.log).toEqual(['open a']);
  });

  it('that has ended by itself is closed, and one other is made for all who ask then', async () => {
    const provider = promptProvider();
    const resource = createResource({ ...provider, isOver: (one) => one === 'a 1' });
    expect(await resource.of('a')).toBe('a 1');
    expect(await Promise.all([resource.of('a'), resource.of('a')])).toEqual(['a 2', 'a 2']);
    expect(await resource.of('a')).toBe('a 2');
    expect(provider.log).toEqual(['open a', 'open a', 'close a 1']);
  });

  it('is another one for another conversation', async () => {
    const resource = createResource(promptProvider());
    expect(await Promise.all([resource.of('a'), resource.of('b')])).toEqual(['a 1', 'b 2']);
  });

  it('is tried again after it could not be made, and everybody who waited is told', async () => {
    const provider = manualProvider();
    const resource = createResource(provider);
    const asked = [resource.of('a'), resource.of('a')];
    provider.openings[0]?.reject(new Error('no display'));
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: new Error('no display') },
      { status: 'rejected', reason: new Error('no display') },
    ]);
    const again = resource.of('a');
    provider.openings[1]?.resolve('the browser');
    expect(await again).toBe('the browser');
    expect(provider.log).toEqual(['open a', 'open a']);
  });

  it('is closed with its conversation, and no other is', async () => {
    const provider = promptProvider();
    const resource = createResource(provider);
    await Promise.all([resource.of('a'), resource.of('b')]);
    await resource.endConversation('a');
    expect(provider.log).toEqual(['open a', 'open b', 'close a 1']);
    await resource.endConversation('a');
    expect(provider.log).toEqual(['open a', 'open b', 'close a 1']);
    expect(await resource.of('a')).toBe('a 3');
  });

  it('is waited for and closed when its conversation ends while it is being made', async () => {
    const provider = manualProvider();
    const resource = createResource(provider);
    const asked = resource.of('a');
    const ended = resource.endConversation('a');
    provider.openings[0]?.resolve('the browser');
    await ended;
    expect(await asked).toBe('the browser');
    expect(provider.log).toEqual(['open a', 'close the browser']);
  });

  it('is not closed when it could not be made', async () => {
    const provider = manualProvider();
    const resource = createResource(provider);
    const asked = resource.of('a');
    const ended = resource.endConversation('a');
    provider.openings[0]?.reject(new Error('no display'));
    await ended;
    await expect(asked).rejects.toThrow('no display');
    expect(provider.log).toEqual(['open a']);
  });

  it('is not made for a conversation that ends without having asked', async () => {
    const provider = promptProvider();
    await createResource(provider).endConversation('a');
    expect(provider.log).toEqual([]);
  });

  it('is closed with all the others at the end', async () => {
    const provider = promptProvider();
    const resource = createResource(provider);
    await resource.of('a');
    await resource.of('b');
    await resource.endAll();
    expect(provider.log).toEqual(['open a', 'open b', 'close a 1', 'close b 2']);
    await resource.endAll();
    expect(provider.log).toEqual(['open a', 'open b', 'close a 1', 'close b 2']);
  });

  it('is not forgotten because an earlier one of the same conversation failed late', async () => {
    const provider = manualProvider();
    const resource = createResource(provider);
    const first = resource.of('a');
    const ended = resource.endConversation('a');
    const second = resource.of('a');
    provider.openings[0]?.reject(new Error('no display'));
    await expect(first).rejects.toThrow('no display');
    await ended;
    provider.openings[1]?.resolve('the second browser');
    expect(await second).toBe('the second browser');
    await resource.endAll();
    expect(provider.log).toEqual(['open a', 'open a', 'close the second browser']);
  });
});
