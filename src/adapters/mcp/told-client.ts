import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What a client says of itself. Nothing of it is proven: it may only decide how it is served. */
export interface ToldClient {
  /** `null`: it does not say. */
  readonly name: string | null;
  readonly capabilities: ClientCapabilities | undefined;
}

/** In the newest era every request says it, in the older ones the first of a connection. */
export function toldClient(server: Server, { mcpReq }: ServerContext): ToldClient {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  // The SDK has checked what a request says of its client.
  const info = envelope[CLIENT_INFO_META_KEY] as Implementation | undefined;
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return {
    name: (info ?? server.getClientVersion())?.name ?? null,
    capabilities: capabilities ?? server.getClientCapabilities(),
  };
}
