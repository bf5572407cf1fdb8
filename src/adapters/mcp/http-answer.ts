/** An answer that is no result: an error of JSON-RPC, with the status of HTTP that says the same. */
export function httpError(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

/** Of which there is the most, and nothing idle to let go of. */
export function inUse(max: number, what: string): string {
  return `all ${what} are in use, ${max} at the most; end one first, or try again later`;
}
