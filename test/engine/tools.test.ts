import { describe, expect, it, vi } from 'vitest';
import { createToolRegistry, type Tool } from '../../src/engine/tools.ts';
import { rejectionOf, thrownBy } from '../support/thrown.ts';
import { contextOf } from './parts.ts';

function toolNamed(name: string): Tool & { readonly run: ReturnType<typeof vi.fn<Tool['run']>> } {
  return {
    name,
    annotations: { title: name, readOnly: true, destructive: false, openWorld: false },
    description: () => name,
    inputSchema: {},
    outputSchema: null,
    run: vi.fn<Tool['run']>(async () => ({
      text: `ran ${name}`,
      isError: false,
      structured: null,
      result: null,
      outcome: { kind: 'invalid', problems: [{ path: '', expected: '', received: '', hint: null }] },
      recorded: { kind: 'not_opened' },
      endedJobs: [],
    })),
  };
}

describe('a tool registry', () => {
  it('lists the tools in their order', () => {
    const tools = [toolNamed('one'), toolNamed('two')];
    expect(createToolRegistry(tools).list()).toEqual(tools);
  });

  it('gets a tool by its name', () => {
    const [one, two] = [toolNamed('one'), toolNamed('two')];
    expect(createToolRegistry([one, two]).get('two')).toBe(two);
  });

  it('runs the tool of the name with the input and the context, and no other', async () => {
    const [one, two] = [toolNamed('one'), toolNamed('two')];
    const context = contextOf();
    const result = await createToolRegistry([one, two]).dispatch('two', { command: 'ls' }, context);
    expect(result.text).toBe('ran two');
    expect(two.run.mock.calls).toEqual([[{ command: 'ls' }, context]]);
    expect(one.run).not.toHaveBeenCalled();
  });

  it('names the tools there are when there is none of the name', async () => {
    const registry = createToolRegistry([toolNamed('one'), toolNamed('two')]);
    const problem = { code: 'unknown-tool', message: 'expected one of the tools one, two, got "three"' };
    expect(thrownBy(() => registry.get('three'))).toEqual(problem);
    expect(await rejectionOf(registry.dispatch('three', {}, contextOf()))).toEqual(problem);
    expect(thrownBy(() => registry.get('toString')).code).toBe('unknown-tool');
  });

  it('is refused when two tools have one name', () => {
    const tools = [toolNamed('one'), toolNamed('two'), toolNamed('one')];
    expect(thrownBy(() => createToolRegistry(tools))).toEqual({
      code: 'misuse',
      message: 'expected tools of different names, got one, two, one',
    });
  });
});
