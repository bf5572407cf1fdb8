/** How long a client waits for the answer to a call. */
type ClientWait =
  /** So long in all, whatever it is told meanwhile. */
  | { readonly kind: 'in_all'; readonly ms: number }
  /** As long as it is told of progress, which it asks for with every call. */
  | { readonly kind: 'while_told' };

/** A client of which it is known that it waits longer than most, where its user has set nothing else. */
export interface KnownClient {
  /** What it says as `clientInfo.name`, letter for letter. */
  readonly name: string;
  readonly wait: ClientWait;
  /** What is known of it, as the rest of a sentence that begins with it. */
  readonly known: string;
  /** Where that is to be read. */
  readonly source: string;
}

const fiveMinutes = { kind: 'in_all', ms: 5 * 60 * 1_000 } as const;

const visualStudioCode = {
  wait: fiveMinutes,
  known: 'has no limit in its source; that a call was cancelled after five minutes has been reported',
  source:
    'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpServerRequestHandler.ts',
} as const;

/**
 * Only what their makers have written, as source or as documentation, or what is less than that. Left out are clients of which
 * nothing is known (Cursor), whose limit is another one by version (Codex: 60 s, 120 s, 300 s), or is about the usual one: Claude
 * Desktop, and the MCP Inspector, which gives up 60 s after the call whatever it is told.
 */
export const knownClients: readonly KnownClient[] = [
  {
    name: 'claude-code',
    wait: { kind: 'while_told' },
    known:
      'gives up after 28 hours, or when it was told nothing for five minutes over HTTP, for 30 on standard input and output; before its version 2.1.142, over HTTP, after 60 seconds',
    source: 'https://code.claude.com/docs/en/mcp',
  },
  {
    name: 'gemini-cli-mcp-client',
    wait: fiveMinutes,
    known:
      'gives up after ten minutes, and no report changes that; of a stream without a report, Node’s `fetch` lets go after five',
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts',
  },
  {
    name: 'opencode',
    wait: { kind: 'while_told' },
    known: 'has every report set its limit back',
    source: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/catalog.ts',
  },
  { name: 'Visual Studio Code', ...visualStudioCode },
  { name: 'Visual Studio Code - Insiders', ...visualStudioCode },
];
