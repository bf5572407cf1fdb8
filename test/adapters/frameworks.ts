/** One of the frameworks that a bash is given to, and how its real package is driven. */
export interface Framework {
  /** With the major version of the package. */
  readonly name: string;
  /** The file in `drivers/`. */
  readonly driver: string;
  /** `newer`: its package needs a newer Node than the oldest that is supported. */
  readonly node: 'any' | 'newer';
  /** Packages that the driver is given in place of those that it names. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Whether output is shown while a command runs; else why not. */
  readonly shows: true | string;
  /** What the framework itself makes of a second call with the id of one that was approved; left out: it asks. */
  readonly onReusedId?: 'fails';
}

export const frameworks: readonly Framework[] = [
  { name: 'ai 6', driver: 'ai-sdk', node: 'any', shows: true },
  { name: 'ai 7', driver: 'ai-sdk', node: 'newer', instead: { ai: 'ai-7' }, shows: true },
  { name: 'openai 6, chat completions', driver: 'openai-chat', node: 'any', shows: true },
  {
    name: 'openai 7, responses',
    driver: 'openai-responses',
    node: 'newer',
    instead: { openai: 'openai-7' },
    shows: true,
  },
  {
    name: '@openai/agents 0.20',
    driver: 'openai-agents',
    node: 'newer',
    shows: 'a tool there has one result, at its end',
    onReusedId: 'fails',
  },
  { name: '@anthropic-ai/sdk 1', driver: 'anthropic', node: 'any', shows: true },
  { name: 'langchain 1', driver: 'langchain', node: 'any', shows: true },
  { name: '@mastra/core 1', driver: 'mastra', node: 'newer', shows: true },
];
