// The tables that documents have from the code: each is a function of the page it stands in, by its name.
import { readdirSync, readFileSync } from 'node:fs';

import { knownWaits, patienceFor } from '../dist/adapters/mcp/patience.js';
import { approveStatuses, callStatuses, exitStatuses } from '../dist/cli/exit-status.js';
import { buildProgram } from '../dist/cli/program.js';
import { sandboxLevels, unconfined } from '../dist/confine/sandbox-levels.js';
import { defaultLimits } from '../dist/confine/sandbox-limits.js';
import {
  hiddenOfHome,
  hiddenOfSystem,
  ordersOfHome,
  ordersOfWorkspace,
  privatePlaces,
} from '../dist/confine/sandbox-places.js';
import { formatDuration } from '../dist/contracts/units.js';
import { contracts } from '../dist/index.js';
import { jobLimits } from '../dist/jobs/limits.js';
import { errorCodes } from '../dist/model/errors.js';
import { startProblemCodes } from '../dist/model/exit.js';
import { statusMeanings } from '../dist/model/outcome.js';
import {
  effectFields,
  effectKindMeanings,
  fieldsOfKind,
  pathClassMeanings,
} from '../dist/policy/files/effect.js';
import { definitions } from '../dist/settings/definitions.js';

/** The files of shipped rules, in the order in which they hold, with what each is about. */
const topics = {
  delete: 'Deleting',
  disk: 'Disks and devices',
  system: 'The machine',
  git: 'Git',
  execution: 'Running code',
  privilege: 'Rights',
  secrets: 'Secrets',
  persistence: 'What others run later',
  files: 'Files',
  services: 'Services, packages and hosts',
  text: 'The text itself',
};
const topicRules = await Promise.all(
  Object.entries(topics).map(async ([topic, title]) => {
    const { rules } = await import(`../dist/policy/rules/${topic}.js`);
    return { title, rules };
  }),
);

/** The pages in the order in which somebody has their questions; others come after them. */
const order = [
  'choose-a-contract',
  'mcp',
  'embed',
  'guard-another-agent',
  'write-rules',
  'approvals',
  'confinement',
  'jobs',
  'audit',
  'watch',
  'write-a-contract',
  'write-a-backend',
];
const docs = new URL('../docs/', import.meta.url);

/** By the name in `<!-- generated: name -->`; `toRoot` is how a link of the page gets to the top of the repository. */
export const tables = {
  pages: (toRoot) => table(['question', 'page'], questions(toRoot)),
  contracts: (toRoot) =>
    table(
      ['contract', 'tools', 'what sets it apart'],
      contracts.map(({ name, tools, summary }) => [
        `[\`${name}\`](${toRoot}docs/contracts/${name}.md)`,
        tools.map((tool) => code(tool.name)).join(', '),
        summary,
      ]),
    ),
  options: () =>
    table(
      ['contract', 'option', 'built in', 'project’s file', 'meaning'],
      contracts.flatMap(({ name, optionsSchema, stricter = {} }) =>
        Object.entries(optionsSchema.properties).map(([option, schema]) => [
          code(name),
          code(option),
          schema.default === undefined ? '' : code(JSON.stringify(schema.default)),
          describeStricter(stricter[option]),
          schema.description ?? '',
        ]),
      ),
    ),
  settings: () =>
    table(
      ['key', 'variable', 'flag', 'project’s file', 'built in', 'meaning'],
      definitions.map(({ key, variable, flag, inProject, defaultText, description }) => [
        code(key),
        code(variable),
        flag === null ? '' : code(flag),
        inProject ? 'yes' : 'no',
        defaultText,
        description,
      ]),
    ),
  'exit-statuses': () =>
    table(
      ['status', 'when'],
      exitStatuses.map(({ status, when }) => [String(status), when]),
    ),
  'call-statuses': () =>
    table(
      ['status', 'when'],
      callStatuses.map(({ status, when }) => [String(status), when]),
    ),
  'approve-statuses': () =>
    table(
      ['status', 'when'],
      approveStatuses.map(({ status, when }) => [String(status), when]),
    ),
  commands: () =>
    commandsOf(buildProgram({ version: '', stdout: process.stdout, stderr: process.stderr }, () => {})),
  tools: (toRoot) => contracts.map((contract) => toolsOf(contract, toRoot)).join('\n\n'),
  rules: () => topicRules.map(({ title, rules }) => `### ${title}\n\n${ruleTable(rules)}`).join('\n\n'),
  'effect-kinds': () => meanings('kind', effectKindMeanings),
  'effect-fields': () =>
    table(
      ['field', 'of the kinds', 'values'],
      Object.entries(effectFields).map(([name, values]) => [
        code(name),
        Object.keys(fieldsOfKind)
          .filter((kind) => fieldsOfKind[kind].includes(name))
          .map(code)
          .join(', '),
        values === 'boolean'
          ? '`true` or `false`'
          : name.startsWith('path')
            ? 'classes of paths, below'
            : values.map(code).join(', '),
      ]),
    ),
  'path-classes': () => meanings('class', pathClassMeanings),
  statuses: () => meanings('status', statusMeanings),
  errors: () => meanings('code', errorCodes),
  'start-problems': () => meanings('code', startProblemCodes),
  'sandbox-levels': () =>
    table(
      ['level', 'working directory', '`/tmp`', 'network'],
      [
        ...sandboxLevels.map(({ name, workspace, network }) => [code(name), workspace, 'private', network]),
        [code(unconfined), 'writable', 'the machine’s', 'host'],
      ],
    ),
  'sandbox-limits': () => sandboxLimits(),
  'sandbox-places': () =>
    [
      ['Hidden in the home directory', hiddenOfHome.map((path) => `~/${path}`)],
      ['Hidden in the system', hiddenOfSystem],
      ['Kept in the working directory', ordersOfWorkspace],
      [
        'Kept in the home directory, where a level lets it be written to',
        ordersOfHome.map((path) => `~/${path}`),
      ],
      ['Private to the conversation', privatePlaces],
    ]
      .map(([title, paths]) => `### ${title}\n\n${paths.map(code).join(', ')}`)
      .join('\n\n'),
  'waiting-clients': () =>
    table(
      ['client', 'is answered', 'what is known of it'],
      knownWaits.clients.map(({ name, known, source }) => [
        code(name),
        describePatience(patienceFor(knownWaits, { name, asksForProgress: true })),
        `It ${known} ([source](${source})).`,
      ]),
    ),
  'bash-options': () => table(['option', 'meaning'], membersOf('bash-options.d.ts', 'BashOptions')),
  'call-options': () => table(['option', 'meaning'], membersOf('engine/tool-context.d.ts', 'ContextOptions')),
  'job-limits': () =>
    table(
      ['what', 'how much'],
      [
        ['jobs that run at once', count(jobLimits.running)],
        ['output that is kept of a job', mebibytes(jobLimits.outputBytes)],
        ['time until a job is ended that named no limit', hours(jobLimits.maxMs)],
        ['time for which a job and its output are remembered after its end', hours(jobLimits.rememberedMs)],
      ],
    ),
};

/** The members of an interface, each with what its comment says; throws where one has none. */
function membersOf(file, name) {
  const text = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  return [...body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)\??:/g)].map(
    ([, comment, member]) => {
      if (comment === undefined) throw new Error(`${name}: expected a comment on ${member}, got none`);
      return [code(member), comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim()];
    },
  );
}

/** Each page by its title. */
function questions(toRoot) {
  const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return readdirSync(docs)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -'.md'.length))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => {
      const [, title = name] = /^# (.*)$/m.exec(readFileSync(new URL(`${name}.md`, docs), 'utf8')) ?? [];
      const words = name.replaceAll('-', ' ').replace(/^mcp$/, 'MCP');
      return [title, `[${words[0].toUpperCase()}${words.slice(1)}](${toRoot}docs/${name}.md)`];
    });
}

function commandsOf(program, path = []) {
  return program.commands
    .flatMap((command) => {
      const own = [...path, command.name()];
      const words = command.registeredArguments.map(wordsOf);
      const head = `### \`${['handrail', ...own, ...words].join(' ')}\`\n\n${sentence(command.description())}`;
      const rows = [
        ...command.registeredArguments.map((argument) => [code(wordsOf(argument)), argument.description]),
        ...command.options.map((option) => [code(option.flags), withDefault(option)]),
      ];
      const section =
        rows.length === 0 ? head : `${head}\n\n${table(['argument or option', 'meaning'], rows)}`;
      return [section, ...(command.commands.length === 0 ? [] : [commandsOf(command, own)])];
    })
    .join('\n\n');
}

function wordsOf(given) {
  const argument = `${given.name()}${given.variadic ? '...' : ''}`;
  return given.required ? `<${argument}>` : `[${argument}]`;
}

function withDefault({ description, defaultValue, negate }) {
  const isShown = defaultValue !== undefined && !negate;
  return isShown ? `${description}; ${code(defaultValue)} when left out` : description;
}

function toolsOf({ name, tools }, toRoot) {
  const rows = tools.map(({ name: tool, inputSchema, outputSchema, annotations, streams }) => [
    code(tool),
    (inputSchema.required ?? []).map(code).join(', ') || 'nothing',
    Object.keys(inputSchema.properties ?? {})
      .filter((key) => !(inputSchema.required ?? []).includes(key))
      .map(code)
      .join(', '),
    hints(annotations),
    streams,
    outputSchema === null ? 'text' : 'text and structured',
  ]);
  const head = `### \`${name}\`\n\nWhat each key means: [the contract’s document](${toRoot}docs/contracts/${name}.md).`;
  const overview = table(['tool', 'required', 'optional', 'annotations', 'streams', 'result'], rows);
  const results = [...bySchema(tools)].map(
    ([schema, names]) =>
      `#### Structured result of ${names.map(code).join(', ')}\n\n${fieldTable(JSON.parse(schema))}`,
  );
  return [head, overview, ...results].join('\n\n');
}

/** The names of the tools that answer with a structured result of the same form. */
function bySchema(tools) {
  const names = new Map();
  for (const { name, outputSchema } of tools) {
    if (outputSchema === null) continue;
    const key = JSON.stringify(outputSchema);
    names.set(key, [...(names.get(key) ?? []), name]);
  }
  return names;
}

function hints({ readOnly, destructive, openWorld }) {
  return [
    readOnly ? 'read-only' : 'not read-only',
    ...(destructive ? ['destructive'] : []),
    ...(openWorld ? ['open world'] : []),
  ].join(', ');
}

function fieldTable({ properties = {} }) {
  return table(
    ['field', 'type', 'meaning'],
    Object.entries(properties).map(([name, property]) => [
      code(name),
      typeOf(property),
      property.description ?? '',
    ]),
  );
}

function typeOf(property) {
  if (property.enum !== undefined) return property.enum.map((one) => code(JSON.stringify(one))).join(', ');
  if (property.anyOf !== undefined) return property.anyOf.map(typeOf).join(' or ');
  if (property.type === 'array') return `array of ${typeOf(property.items ?? {})}`;
  if (property.type !== 'object') return [property.type ?? 'any'].flat().join(' or ');
  return `object (${Object.keys(property.properties ?? {})
    .map(code)
    .join(', ')})`;
}

function ruleTable(rules) {
  return table(
    ['verdict', 'rule', 'reason', 'instead'],
    rules.map(({ finding }) => [finding.verdict, code(finding.id), finding.reason, finding.instead ?? '']),
  );
}

function sandboxLimits() {
  const { processes, memory, fileBytes, cpuSeconds } = defaultLimits;
  return table(
    ['key', 'built in', 'what it holds'],
    [
      ['`processes`', count(processes), 'processes and threads at once'],
      ['`memory`', `${memory.percent}%`, 'bytes, or a share of the machine’s memory'],
      ['`fileBytes`', mebibytes(fileBytes), 'what a file can grow to'],
      ['`cpuSeconds`', cpuSeconds ?? 'none', 'processor time of a process'],
    ].map((cells) => cells.map(String)),
  );
}

function meanings(head, record) {
  return table(
    [head, 'meaning'],
    Object.entries(record).map(([name, meaning]) => [code(name), meaning]),
  );
}

function count(value) {
  return value.toLocaleString('en-US');
}

function mebibytes(bytes) {
  const mebi = bytes / 1024 ** 2;
  return mebi >= 1024 ? `${mebi / 1024} GiB` : `${mebi} MiB`;
}

function hours(ms) {
  const total = ms / 3_600_000;
  return total > 48 ? `${total / 24} days` : `${total} hours`;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function code(text) {
  return `\`${text}\``;
}

function table(head, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`.replaceAll(
      '  |',
      ' |',
    );
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function describePatience(ms) {
  return ms === null
    ? 'when the call is over, if it asks for progress with it'
    : `within ${formatDuration(ms)}`;
}

/** What a project can make of an option. */
function describeStricter(how) {
  if (how === undefined) return 'no';
  if (how === 'any') return 'yes';
  if (how === 'lower') return 'lower';
  return how.map((value) => code(value)).join(', then ');
}
