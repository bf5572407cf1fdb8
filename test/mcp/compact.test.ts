import { describe, expect, test } from 'vitest';
import { compactResult, compactSchema } from '../../src/adapters/mcp/compact.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    signal: nullable('string'),
    jobs: {
      type: 'array',
      items: { $comment: 'a job', ...objectOf({ id: { type: 'string' }, ended: nullable('string') }) },
    },
    confinement: {
      anyOf: [objectOf({ kind: { type: 'string' }, problem: nullable('string') }), { type: 'null' }],
    },
    network: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] },
  },
  required: ['status', 'signal', 'jobs', 'confinement', 'network'],
  additionalProperties: false,
};

function objectOf(properties: object) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
const nothing = { status: 'ok', signal: null, jobs: [], confinement: null, network: null };

describe('what says that there is nothing to say is left out', () => {
  test.each([
    ['at the top', nothing, { status: 'ok' }],
    [
      'of an object',
      { ...nothing, confinement: { kind: 'none', problem: null } },
      { status: 'ok', confinement: { kind: 'none' } },
    ],
    [
      'of each in a list',
      {
        ...nothing,
        jobs: [
          { id: '1', ended: null },
          { id: '2', ended: 'now' },
        ],
      },
      { status: 'ok', jobs: [{ id: '1' }, { id: '2', ended: 'now' }] },
    ],
    [
      'and not what an empty list says beside other forms',
      { ...nothing, network: [] },
      { status: 'ok', network: [] },
    ],
  ])('%s', (_where, whole, compact) => {
    expect(compactResult(whole, schema)).toEqual(compact);
  });

  test('and nothing else is', () => {
    const unknown = { ...nothing, more: null, most: [] };
    expect(compactResult(unknown, schema)).toEqual({ status: 'ok', more: null, most: [] });
    expect(compactResult(unknown, null)).toEqual(unknown);
  });

  test('and the schema does not ask for it', () => {
    const compact = compactSchema(schema);
    expect(compact).toMatchObject({
      required: ['status'],
      properties: {
        ...{ jobs: { items: { required: ['id'] } } },
        ...{ confinement: { anyOf: [{ required: ['kind'] }, { type: 'null' }] } },
      },
    });
    expect(compact.properties).toMatchObject({ network: schema.properties.network });
  });
});
