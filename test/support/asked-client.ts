import { Client, type ElicitResult } from '@modelcontextprotocol/client';
import type { Era } from './mcp.ts';

/** What a client was asked. */
export interface Asked {
  readonly message: string;
  readonly choices: readonly string[];
  /** What the fields of the form begin with, but for the answer. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** A client at which somebody sits, who answers as is said; `asked` has what was asked. */
export function askedClient(
  era: Era,
  answer: (asked: Asked) => ElicitResult | Promise<ElicitResult>,
  name = 'test',
): { readonly client: Client; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const client = new Client(
    { name, version: '1.0.0' },
    { versionNegotiation: { mode: era }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (params.mode === 'url') throw new Error('expected a form');
    const { answer: field, ...others } = params.requestedSchema.properties;
    const one = {
      message: params.message,
      choices: field !== undefined && 'enum' in field ? (field.enum ?? []) : [],
      defaults: Object.fromEntries(
        Object.entries(others).flatMap(([name, { default: value }]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
    };
    asked.push(one);
    return await answer(one);
  });
  return { client, asked };
}

export function accepts(
  answer?: string,
  reason?: string,
  more: Readonly<Record<string, string>> = {},
): ElicitResult {
  return {
    action: 'accept',
    content: {
      ...(answer === undefined ? {} : { answer }),
      ...(reason === undefined ? {} : { reason }),
      ...more,
    },
  };
}
