import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { suiteForms } from './suite-forms.ts';

type Result = CallToolResult | InputRequiredResult;

/** What a tool of the suite does. */
type Act = (context: ServerContext) => Result | Promise<Result>;

/** Nothing of it changes, as of a bash. */
const never = { listChanged: false };

/** The smallest picture there is, and a sound without a sample. */
const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const picture = { type: 'image', data: image, mimeType: 'image/png' } as const;

/** Nobody but this process can have made a state that it takes. */
const states = createRequestStateCodec<{ readonly round: number }>({
  key: crypto.getRandomValues(new Uint8Array(32)),
});

/**
 * A server with the tools, resources and prompts that the public suite wants to find, made for one connection. What is
 * tried with it is how servers are served, and not what a bash answers.
 */
export function createSuiteServer(): Server {
  const server = new McpServer(
    { name: 'suite', version: '1.0.0' },
    {
      capabilities: {
        tools: never,
        resources: { ...never, subscribe: true },
        prompts: never,
        logging: {},
        completions: {},
      },
      requestState: { verify: states.verify },
    },
  );
  const noInput = z.object({});
  for (const [name, act] of Object.entries({ ...plainTools, ...askingTools, ...resultTools }))
    server.registerTool(
      name,
      { description: name, inputSchema: noInput },
      async (_, context) => await act(context),
    );
  addToolsWithInput(server);
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler('logging/setLevel', () => ({}));
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  return server.server;
}

const plainTools: Readonly<Record<string, Act>> = {
  test_simple_text: () => text('a text'),
  test_streaming_elicitation: () => text('nothing was asked'),
  test_image_content: () => ({ content: [picture] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: () => ({
    content: [{ type: 'text', text: 'all kinds' }, picture, embedded('test://mixed-content-resource')],
  }),
  test_error_handling() {
    throw new Error('it always fails');
  },
  async test_tool_with_logging({ mcpReq }) {
    for (const data of ['begun', 'at it', 'done'])
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    return text('logged');
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'for those who have asked for it');
    return text('logged');
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
    return text('done');
  },
};

/** Those that ask while the call waits, as in the older revisions. */
const askingTools: Readonly<Record<string, Act>> = {
  test_elicitation_sep1034_defaults: async (context) => await askForm(context, suiteForms.defaults),
  test_elicitation_sep1330_enums: async (context) => await askForm(context, suiteForms.choices),
};

const nameForm = inputRequired.elicit({
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});

const confirmForm = inputRequired.elicit({
  message: 'Is it so?',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});

const question = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'Say something.' } }],
  maxTokens: 16,
});

/** Those that ask with a result, as in the newest revision. */
const resultTools: Readonly<Record<string, Act>> = {
  test_input_required_result_elicitation: wanting({ user_name: nameForm }),
  test_input_required_result_sampling: wanting({ capital_question: question }),
  test_input_required_result_list_roots: wanting({ client_roots: inputRequired.listRoots() }),
  test_missing_capability: wanting({ llm_answer: question }),
  async test_input_required_result_multiple_inputs(context) {
    const inputRequests = {
      user_name: nameForm,
      greeting: question,
      client_roots: inputRequired.listRoots(),
    };
    return isAnswered(context, inputRequests)
      ? text('all was answered')
      : inputRequired({ inputRequests, requestState: await states.mint({ round: 1 }) });
  },
  test_input_required_result_request_state: confirming('state-ok'),
  test_input_required_result_tampered_state: confirming('integrity-ok'),
  async test_input_required_result_multi_round({ mcpReq }) {
    const round = (mcpReq.requestState<{ readonly round: number }>()?.round ?? 0) + 1;
    if (round > 2) return text('both rounds are over');
    return inputRequired({
      inputRequests: { [`step${round}`]: nameForm },
      requestState: await states.mint({ round }),
    });
  },
  test_input_required_result_capabilities({ mcpReq }) {
    const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    // The SDK has checked what a request says of its client.
    const client = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
    const inputRequests: InputRequests = {
      ...(client?.elicitation === undefined ? {} : { user_name: nameForm }),
      ...(client?.sampling === undefined ? {} : { greeting: question }),
      ...(client?.roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
    };
    return mcpReq.inputResponses === undefined && Object.keys(inputRequests).length > 0
      ? inputRequired({ inputRequests })
      : text('answered');
  },
};

function text(said: string): CallToolResult {
  return { content: [{ type: 'text', text: said }] };
}

function embedded(uri: string) {
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'within' } } as const;
}

/** Wants answers until it has them. */
function wanting(inputRequests: InputRequests): Act {
  return (context) =>
    isAnswered(context, inputRequests) ? text('answered') : inputRequired({ inputRequests });
}

/** Wants a yes that comes back with the state that went along with the question. */
function confirming(said: string): Act {
  return async ({ mcpReq }) =>
    mcpReq.requestState() !== undefined && acceptedContent(mcpReq.inputResponses, 'confirm') !== undefined
      ? text(said)
      : inputRequired({
          inputRequests: { confirm: confirmForm },
          requestState: await states.mint({ round: 1 }),
        });
}

function isAnswered({ mcpReq }: ServerContext, inputRequests: InputRequests): boolean {
  return Object.keys(inputRequests).every((key) => {
    const given = mcpReq.inputResponses?.[key];
    if (given === undefined) return false;
    return key !== 'user_name' || acceptedContent(mcpReq.inputResponses, key)?.name !== undefined;
  });
}

async function askForm(
  { mcpReq }: ServerContext,
  form: object,
  message = 'What is it to be?',
): Promise<Result> {
  const params = { message, requestedSchema: { type: 'object', ...form } };
  return text(JSON.stringify(await mcpReq.send({ method: 'elicitation/create', params })));
}

function addToolsWithInput(server: McpServer): void {
  server.registerTool(
    'test_elicitation',
    { description: 'asks', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) =>
      await askForm(
        context,
        { properties: { response: { type: 'string' } }, required: ['response'] },
        message,
      ),
  );
  server.registerTool(
    'test_sampling',
    { description: 'has the client’s model say something', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const params = { messages, maxTokens: 100 };
      return text(JSON.stringify(await mcpReq.send({ method: 'sampling/createMessage', params })));
    },
  );
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'takes what fits', inputSchema: fromJsonSchema(suiteForms.newestSchema) },
    async () => text('taken'),
  );
}

function addResources(server: McpServer): void {
  const given = async (url: URL) => ({
    contents: [{ uri: url.href, mimeType: 'text/plain', text: `what is at ${url.href}` }],
  });
  server.registerResource('text', 'test://static-text', { mimeType: 'text/plain' }, given);
  server.registerResource('watched', 'test://watched-resource', { mimeType: 'text/plain' }, given);
  server.registerResource('binary', 'test://static-binary', { mimeType: 'image/png' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: image }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'text/plain' }, given);
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const said = (words: string) => ({
    role: 'user' as const,
    content: { type: 'text' as const, text: words },
  });
  server.registerPrompt('test_simple_prompt', { description: 'said' }, async () => ({
    messages: [said('a prompt')],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'with arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    async ({ arg1, arg2 }) => ({ messages: [said(`${arg1} and ${arg2}`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'with arguments', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri }) => ({
      messages: [{ role: 'user', content: embedded(resourceUri) }, said('Look at it.')],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'shown' }, async () => ({
    messages: [{ role: 'user', content: picture }, said('Look at it.')],
  }));
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'asks' },
    async (given: unknown) => {
      // Without arguments a prompt is given the context in their place, which the types do not tell.
      const { mcpReq } = given as ServerContext;
      const { user_context: answer } = mcpReq.inputResponses ?? {};
      return answer === undefined
        ? inputRequired({ inputRequests: { user_context: nameForm } })
        : { messages: [said(JSON.stringify(answer))] };
    },
  );
}
