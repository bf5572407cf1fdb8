import type { Contract, ContractTool, OptionsRead, Stricter } from '../model/contract.ts';
import { checkWhole, type OptionKinds, optionKinds, orNull } from '../model/options.ts';
import type { Approver } from '../model/ports.ts';
import type { Operation, Request } from '../model/request.ts';
import { type FileOptions, loadFiles, orPaths, withoutFiles, withPaths } from './file-options.ts';
import { jsonSchemaOf, readWith, type z } from './schema.ts';

/** A contract as its author writes it. */
export interface ContractDefinition<Options, Result> {
  readonly name: string;
  /** One sentence on what sets this contract apart. */
  readonly summary: string;
  /** Reads the options, with a default for each that can be left out. A `z.strictObject`, so that none is misspelt. */
  readonly options: z.ZodType<Options>;
  /** Options that can be given as the path of a file too; left out: none. */
  readonly fileOptions?: FileOptions;
  /** The options that a project's settings may make stricter, and how each gets so; left out: none. */
  readonly stricter?: Readonly<Record<string, Stricter>>;
  /** The first tool runs a command and accepts `{ command }`. */
  readonly tools: readonly [ContractTool<Options, Result>, ...ContractTool<Options, Result>[]];
  /** The sandbox level of its commands where no setting names one; left out: `off`. */
  readonly sandbox?: string;
  /** Who is asked before the engine's own approver, if the options bring somebody along. */
  readonly approver?: (options: Options) => Approver | null;
  /** The conversation that calls belong to which name none; left out: each has one of its own. */
  readonly conversation?: (options: Options) => string | null;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const required = {
  name: optionKinds.text,
  summary: optionKinds.text,
  options: {
    expected: 'a schema, as of z.strictObject',
    has: (value: unknown) => isObject(value) && 'safeParse' in Object(value),
  },
  tools: {
    expected: 'an array with a tool',
    has: (value: unknown) => Array.isArray(value) && value.length > 0,
  },
};

const kinds: OptionKinds<ContractDefinition<unknown, unknown>> = {
  ...required,
  fileOptions: { expected: 'an object of functions', has: isObject },
  stricter: { expected: 'an object', has: isObject },
  sandbox: optionKinds.text,
  approver: optionKinds.callback,
  conversation: optionKinds.callback,
};

const schema = { expected: 'a JSON Schema as data', has: isObject };

const requiredOfTool = {
  name: optionKinds.text,
  annotations: { expected: 'an object of hints', has: isObject },
  inputSchema: schema,
  outputSchema: orNull(schema),
  description: optionKinds.callback,
  decode: optionKinds.callback,
  policy: optionKinds.callback,
  environment: optionKinds.callback,
  streams: {
    expected: '"apart" or "combined"',
    has: (value: unknown) => value === 'apart' || value === 'combined',
    isTold: true,
  },
  capture: optionKinds.callback,
  present: optionKinds.callback,
  read: optionKinds.callback,
} as const;

const kindsOfTool: OptionKinds<ContractTool<unknown, unknown>> = {
  ...requiredOfTool,
  maxAnalysed: {
    expected: 'a whole number above 0',
    has: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    isTold: true,
  },
  judgesUncalled: optionKinds.flag,
  checksSyntax: optionKinds.flag,
};

/** Whoever writes one without types may leave anything out. */
function checkDefinition(definition: { readonly tools: readonly unknown[] }): void {
  checkWhole('defineContract', definition, kinds, required);
  for (const [at, tool] of definition.tools.entries())
    checkWhole(`defineContract: tools[${at}]`, tool, kindsOfTool, requiredOfTool);
}

/** Makes a contract that the engine can serve. Throws a `HandrailError` of code `misuse` for what is none. */
export function defineContract<Options, Result>(
  definition: ContractDefinition<Options, Result>,
): Contract<Options, Result> {
  checkDefinition(definition);
  const { name, summary, options, tools, fileOptions = {} } = definition;
  const { approver = () => null, conversation = () => null, stricter = {}, sandbox } = definition;
  return {
    name,
    summary,
    optionsSchema: withPaths(jsonSchemaOf(options), fileOptions),
    readOptions(given, readFile = withoutFiles): OptionsRead<Options> {
      const loaded = loadFiles(fileOptions, given ?? {}, readFile);
      if (loaded.kind === 'invalid') return loaded;
      const reading = readWith(options, loaded.options);
      if (reading.kind === 'invalid') return orPaths(reading, fileOptions, loaded.options);
      return { kind: 'options', options: reading.value };
    },
    stricter,
    tools,
    ...(sandbox === undefined ? {} : { sandbox }),
    approver,
    conversation,
  };
}

/** What a request has that is about nothing but a command in a directory: ended with its call, on no terminal, in no session, within its sandbox. */
const plainly = {
  lifetime: { kind: 'call', survivors: 'end' },
  description: null,
  terminal: null,
  session: null,
  workspace: null,
  root: null,
  access: [],
} as const;

/** The operation that runs a command; what is left out of the request is as plain as can be. */
export function runCommand(
  request: Pick<Request, 'command' | 'cwd' | 'timeoutMs'> & Partial<Request>,
): Operation {
  return { kind: 'run', request: { ...plainly, ...request } };
}
