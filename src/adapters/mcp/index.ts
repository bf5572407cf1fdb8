/**
 * Serving a bash over MCP.
 *
 * @packageDocumentation
 */
export {
  type HttpLimits,
  httpLimits,
  type McpHttpOptions,
  type McpHttpServer,
  serveMcpOnHttp,
} from './http.ts';
export { createMcpServer, type McpOptions } from './server.ts';
export { serveMcpOnStdio } from './stdio.ts';
