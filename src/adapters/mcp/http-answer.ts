/** An answer that is no result: an error of JSON-RPC, with the status of HTTP that says the same. */
export function httpError(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
