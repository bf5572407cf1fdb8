const named = [
  { const: 'one', title: 'The first' },
  { const: 'two', title: 'The second' },
];

const some = { type: 'array', minItems: 1, maxItems: 2 };

/** Schemas that the public suite looks at, in which the keywords count and not what is asked for. */
export const suiteForms = {
  defaults: {
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  },
  choices: {
    properties: {
      untitledSingle: { type: 'string', enum: ['one', 'two'] },
      titledSingle: { type: 'string', oneOf: named },
      legacyEnum: { type: 'string', enum: ['one', 'two'], enumNames: ['The first', 'The second'] },
      untitledMulti: { ...some, items: { type: 'string', enum: ['one', 'two'] } },
      titledMulti: { ...some, items: { anyOf: named } },
    },
  },
  newestSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of the schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
} as const;
