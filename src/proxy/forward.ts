import {
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { hostAndPort } from '../confine/host.ts';
import { messageOf } from '../model/errors.ts';
import { passedOn } from './headers.ts';
import type { PlainTarget } from './target.ts';

/**
 * Passes a plain request on, and the answer back. Both are read and written anew, so that nobody can take for two what is
 * one here; and the host that was judged is the one that is asked for, whatever the client's `Host` says (RFC 9112, 3.2.2).
 */
export function forward(incoming: IncomingMessage, response: ServerResponse, route: Route): void {
  const { server, idleMs } = route;
  let isWhole = (): boolean => false;
  let isToAnswerFirst = asksFirst(incoming);
  const fail = (error: unknown): void => {
    server.destroy();
    // What a server says after its answer is nobody's.
    if (isWhole()) return;
    if (response.headersSent) breakOff(response);
    else answer(response, 502, `what the server says cannot be passed on: ${messageOf(error)}`);
  };
  server.setTimeout(idleMs, () => server.destroy());
  response.on('close', () => {
    server.destroy();
    // The rest of what was answered already stands before the next request.
    incoming.unpipe();
    incoming.resume();
  });
  incoming.on('error', () => server.destroy());
  // What one side may say and the other may not is thrown where it is written, and ends this request alone.
  const guarded = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      fail(error);
    }
  };
  if (isCoded(incoming)) {
    server.destroy();
    return void answer(response, 501, 'a body in another transfer coding than chunked cannot be passed on');
  }
  guarded(() => {
    const outgoing = outgoingFor(incoming, route);
    outgoing.on('error', fail);
    outgoing.on('continue', () => {
      if (isToAnswerFirst) response.writeContinue();
      isToAnswerFirst = false;
    });
    outgoing.on('upgrade', () => fail(otherProtocol));
    outgoing.on('response', (answered) => {
      if (answered.statusCode === 101) return fail(otherProtocol);
      if (isCoded(answered)) return fail(otherCoding);
      guarded(() => {
        // Nobody can tell whether the body comes after all, or the next request.
        passBack(answered, response, isToAnswerFirst ? ['Connection', 'close'] : []);
        isWhole = () => answered.complete;
      });
    });
    // Node sends it with the first of the body, which the client may keep until there is an answer.
    outgoing.flushHeaders();
    incoming.pipe(outgoing);
  });
}

/** That is never asked for: what would ask for it is of the connection, and not passed on. */
const otherProtocol = new Error('it changes the protocol');

const otherCoding = new Error('its body has another transfer coding than chunked');

/** Whether a body is coded beyond its parts: Node takes those away and leaves the rest, of which nobody would be told (RFC 9112, 6.1). */
function isCoded({ headers: { 'transfer-encoding': codings = '' } }: IncomingMessage): boolean {
  return !/^(?:chunked|identity)?$/i.test(codings.trim());
}

/** Where a request goes on. */
interface Route {
  readonly target: PlainTarget;
  readonly server: Socket;
  readonly idleMs: number;
}

function outgoingFor(incoming: IncomingMessage, { target, server }: Route): ClientRequest {
  const left = passedOn(incoming.rawHeaders, asksFirst(incoming) ? ['host'] : ['host', 'expect']);
  return request({
    createConnection: () => server,
    method: incoming.method ?? 'GET',
    path: target.path,
    setHost: false,
    headers: ['Host', hostOf(target), 'Connection', 'close', ...framing(incoming), ...left],
  });
}

function passBack(answered: IncomingMessage, response: ServerResponse, more: readonly string[]): void {
  const headers = [...passedOn(answered.rawHeaders), ...more];
  response.writeHead(answered.statusCode ?? 502, answered.statusMessage, headers);
  // Before what ends the streams of a pipeline: then a connection can be reset no more.
  answered.on('error', () => breakOff(response));
  pipeline(answered, response, (error) => {
    if (error) breakOff(response);
  });
}

/**
 * Ends an answer that is not whole, and the client's connection with it, so that it is not taken for whole. Where the end
 * of the connection is that of the answer, as up to HTTP/1.0, only a reset tells that it is not.
 */
function breakOff(response: ServerResponse): void {
  if (response.req.httpVersion !== '1.1') response.socket?.resetAndDestroy();
  response.destroy();
}

/** Ends a request here. */
export function answer(response: ServerResponse, status: number, message: string): void {
  // Its phrase is told: what a server said in its stead may be left over, and be nothing that can be written.
  response.writeHead(status, STATUS_CODES[status] ?? '', {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`handrail: ${message}\n`);
}

/** Whether the client wants to be told that its body is wanted, before it sends that; see RFC 9110, 10.1.1. */
function asksFirst({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue';
}

/**
 * With a body of unknown length its parts are told, as they were to us. Where there is none, Node would tell of parts all the same with most
 * methods, which some servers take for no request that they know.
 */
function framing({ headers, method = 'GET' }: IncomingMessage): readonly string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  if (headers['content-length'] !== undefined || withoutBody.includes(method)) return [];
  return ['Content-Length', '0'];
}

/** The methods whose requests tell of no body where they have none; see RFC 9110, 8.6. */
const withoutBody: readonly string[] = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

function hostOf({ host, port }: PlainTarget): string {
  return port === 80 ? hostAndPort(host, port).replace(/:80$/, '') : hostAndPort(host, port);
}
