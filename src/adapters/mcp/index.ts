/**
 * Serving a bash over MCP.
 *
 * @packageDocumentation
 */
export { createMcpServer, type McpOptions, serveMcpOnStdio } from './server.ts';
