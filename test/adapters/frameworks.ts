import type { forms } from './forms.ts';

/** One of the frameworks that a bash is given to, and how its real package is driven. */
export interface Framework {
  /** With the major version of the package. */
  readonly name: string;
  /** The file in `drivers/`. */
  readonly driver: string;
  /** How commands are called; left out: by functions. */
  readonly form?: keyof typeof forms;
  /** For the driver. */
  readonly variant?: string;
  /** `newer`: its package needs a newer Node than the oldest that is supported. */
  readonly node: 'any' | 'newer';
  /** Packages that the driver is given in place of those that it names. */
  readonly instead?: Readonly<Record<string, string>>;
  /** What a person is asked about a command, where that is not the input of a function. */
  readonly asks?: (command: string) => unknown;
  /** What the framework itself makes of a second call with the id of one that was approved; left out: it asks. */
  readonly onReusedId?: 'fails';
}

export const frameworks: readonly Framework[] = [
  { name: 'ai 6', driver: 'ai-sdk', node: 'any' },
  { name: 'ai 7', driver: 'ai-sdk', node: 'newer', instead: { ai: 'ai-7' } },
  { name: 'openai 6, chat completions', driver: 'openai-chat', node: 'any' },
  {
    name: 'openai 7, responses',
    driver: 'openai-responses',
    node: 'newer',
    instead: { openai: 'openai-7' },
  },
  {
    name: 'openai 7, the shell tool',
    driver: 'openai-responses',
    form: 'shell',
    node: 'newer',
    instead: { openai: 'openai-7' },
  },
  {
    name: '@openai/agents 0.20, the shell tool',
    driver: 'openai-agents',
    form: 'shell',
    node: 'newer',
    asks: (command) => ({ commands: [command] }),
    onReusedId: 'fails',
  },
  {
    name: '@openai/agents 0.20',
    driver: 'openai-agents',
    node: 'newer',
    onReusedId: 'fails',
  },
  { name: '@anthropic-ai/sdk 1', driver: 'anthropic', node: 'any' },
  {
    name: '@anthropic-ai/sdk 1, bash_20250124',
    driver: 'anthropic',
    form: 'trained',
    variant: 'trained',
    node: 'any',
  },
  { name: 'langchain 1', driver: 'langchain', node: 'any' },
  { name: '@mastra/core 1', driver: 'mastra', node: 'newer' },
];
