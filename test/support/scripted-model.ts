import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicMessages } from './wire/anthropic-messages.ts';
import { chatCompletions } from './wire/chat-completions.ts';
import { responses } from './wire/responses.ts';

/** What a model does when it is asked: it calls tools, or says something, which ends its turn. */
export type Turn = { readonly calls: readonly ModelCall[] } | { readonly says: string };

/** `$job` in the input stands for the id of the job that the model was told of last. */
export interface ModelCall {
  readonly name: string;
  readonly input: unknown;
  /** Left out: an id that no other call has. */
  readonly id?: string;
}

/** A call as it goes out. */
interface SentCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** One of the wire formats that models are spoken to in. */
export interface WireFormat {
  readonly path: string;
  /** The tools that the request offers. */
  offered(body: Body): readonly OfferedTool[];
  /** What the request says that tools came to, in order. */
  told(body: Body): readonly string[];
  answer(reply: Reply): object;
  /** The same as server-sent events. */
  events(reply: Reply): readonly { readonly event: string | null; readonly data: unknown }[];
}

/** A tool as it came over the wire. `schema`: of its input; `null` where models know it without one. */
export interface OfferedTool {
  readonly name: string;
  readonly schema: unknown;
}

export type Body = Readonly<Record<string, unknown>>;

/** An answer of the model; `number` is that of the request, for ids that no other answer has. */
export type Reply = { readonly number: number } & (
  | { readonly kind: 'calls'; readonly calls: readonly SentCall[] }
  | { readonly kind: 'text'; readonly text: string }
);

/** A model on loopback that does what a script says, whoever asks. */
export interface ScriptedModel {
  /** Without a path: the base of `/v1/chat/completions`, `/v1/responses` and `/v1/messages`. */
  readonly url: string;
  /** What it was told last that its calls came to. */
  told(): readonly string[];
  /** The tools that it was offered last. */
  offered(): readonly OfferedTool[];
  close(): Promise<void>;
}

const formats: readonly WireFormat[] = [chatCompletions, responses, anthropicMessages];

export async function createScriptedModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  const asked: { readonly format: WireFormat; readonly body: Body }[] = [];
  const server = createServer(async (request, response) => {
    // A connection that is kept may be closed just when it is used again.
    response.setHeader('Connection', 'close');
    const format = formats.find(({ path }) => request.url?.startsWith(path));
    if (format === undefined) return refuse(response, `there is no ${request.url}`);
    const body = await bodyOf(request);
    asked.push({ format, body });
    const turn = turns[asked.length - 1] ?? { says: 'done' };
    const reply = replyOf(turn, asked.length, format.told(body));
    if (body.stream !== true) return sendJson(response, format.answer(reply));
    response.setHeader('Content-Type', 'text/event-stream');
    for (const { event, data } of format.events(reply))
      response.write(
        `${event === null ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
      );
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  const last = () => asked.at(-1);
  return {
    url: `http://127.0.0.1:${address.port}`,
    told: () => last()?.format.told(last()?.body ?? {}) ?? [],
    offered: () => last()?.format.offered(last()?.body ?? {}) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function replyOf(turn: Turn, number: number, told: readonly string[]): Reply {
  if ('says' in turn) return { kind: 'text', number, text: turn.says };
  const job =
    told
      .join('\n')
      .match(/\bjob ([0-9a-f]+)\b/g)
      ?.at(-1)
      ?.slice('job '.length) ?? 'no job';
  const calls = turn.calls.map(({ name, input, id }, index) => ({
    id: id ?? `call_${number}_${index}`,
    name,
    // Only what a script says goes through here.
    input: JSON.parse(JSON.stringify(input).replaceAll('$job', job)) as unknown,
  }));
  return { kind: 'calls', number, calls };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

function sendJson(response: ServerResponse, value: object): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
}

function refuse(response: ServerResponse, message: string): void {
  response.statusCode = 404;
  sendJson(response, { error: { message } });
}
