// Writes the tables of docs/contracts/*.md from the contracts themselves: `node scripts/contract-docs.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { contracts } from '../dist/index.js';

const begin = '<!-- generated: begin -->';
const end = '<!-- generated: end -->';

/** Where the tables are made for; nothing of this machine is in them. */
const place = { workingDirectory: '/project', env: {} };

/** The document of a contract with its tables as they are now. */
export function withTables(text, contract) {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined)
    throw new Error(`expected ${begin} and ${end} in the document of ${contract.name}`);
  return `${before}${begin}\n${tablesOf(contract)}${end}${after}`;
}

export function documentOf(contract) {
  return new URL(`../docs/contracts/${contract.name}.md`, import.meta.url);
}

function tablesOf(contract) {
  const reading = contract.readOptions({});
  if (reading.kind === 'invalid') throw new Error(`the contract ${contract.name} needs options`);
  const [main, ...others] = contract.tools;
  const scope = { ...place, options: reading.options };
  const request = requestOf(main, scope);
  return [
    section(`Input of \`${main.name}\``, inputTable(main.inputSchema)),
    ...others.map((tool) => section(`Input of \`${tool.name}\``, inputTable(tool.inputSchema))),
    section('Options', inputTable(contract.optionsSchema)),
    section('Limits and output', limitTable(main, scope, request)),
    section('Policy', policyTable(main, scope, request)),
    section('Environment', environmentTable(main.environment(scope))),
  ].join('\n');
}

/** What a call that gives nothing but a command asks for. */
function requestOf(tool, scope) {
  const decoded = tool.decode({ command: 'true' }, scope);
  if (decoded.kind !== 'run') throw new Error(`${tool.name} does not run what is nothing but a command`);
  return decoded.request;
}

function section(title, rows) {
  return `### ${title}\n\n${rows}\n`;
}

function table(head, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function inputTable({ properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    typeOf(property),
    required.includes(name) ? 'required' : 'default' in property ? code(property.default) : 'optional',
    property.description ?? '',
  ]);
  return rows.length === 0 ? 'None.' : table(['name', 'type', 'default', 'meaning'], rows);
}

function typeOf(property) {
  if (property.enum !== undefined) return property.enum.map(code).join(', ');
  if (property.anyOf !== undefined) return property.anyOf.map(typeOf).join(' or ');
  if ('const' in property) return code(property.const);
  const items = property.type === 'array' ? ` of ${typeOf(property.items ?? {})}` : '';
  const range = [property.minimum ?? property.minLength, property.maximum ?? property.maxLength];
  const bounds = range.every((bound) => bound === undefined)
    ? ''
    : `, ${range.map((bound) => bound?.toLocaleString('en-US') ?? '').join('…')}`;
  return `${property.type ?? 'any'}${items}${bounds}`;
}

function code(value) {
  return `\`${JSON.stringify(value)}\``;
}

function limitTable(tool, scope, { timeoutMs, lifetime, session }) {
  const { wholeBytes, headBytes, tailBytes, lines, cutAt, clean } = tool.capture(scope.options);
  const cleaned = Object.entries(clean).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return table(
    ['what', 'value'],
    [
      ['time limit', `${timeoutMs.toLocaleString('en-US')} ms`],
      ['at the time limit', lifetime.kind === 'call' ? 'the command is ended' : 'it goes on as a job'],
      ['what outlives the shell', survivorsOf(lifetime, session)],
      ['shell', session ? 'kept from call to call' : 'a fresh one for each call'],
      ['streams', tool.streams],
      [
        'kept whole up to',
        `${wholeBytes.toLocaleString('en-US')} bytes${lines ? `, ${lines.whole.toLocaleString('en-US')} lines` : ''}`,
      ],
      [
        'of more, from the start',
        `${headBytes.toLocaleString('en-US')} bytes${lines ? `, ${lines.head.toLocaleString('en-US')} lines` : ''}`,
      ],
      [
        'of more, from the end',
        `${tailBytes.toLocaleString('en-US')} bytes${lines ? `, ${lines.tail.toLocaleString('en-US')} lines` : ''}`,
      ],
      ['cut at', `a ${cutAt}`],
      ['cleaned for a model', cleaned.length === 0 ? 'no' : cleaned.join(', ')],
    ],
  );
}

function survivorsOf(lifetime, session) {
  if (session) return 'runs on in the session';
  return lifetime.kind === 'call' && lifetime.survivors === 'end' ? 'is ended' : 'goes on as a job';
}

function policyTable(tool, scope, request) {
  const { rules } = tool.policy({ ...scope, request });
  const told = new Map(rules.map(({ finding }) => [`${finding.verdict} ${finding.id}`, finding]));
  if (told.size === 0) return 'No rules: every command runs.';
  return table(
    ['verdict', 'rule', 'reason'],
    [...told.values()].map(({ verdict, id, reason }) => [verdict, `\`${id}\``, reason]),
  );
}

function environmentTable({ inherit, set, setWithoutTerminal = {} }) {
  const inherited = {
    everything: 'everything',
    'without-secrets': 'everything but what looks like a secret',
  };
  const given = (values) =>
    Object.entries(values)
      .map(([name, value]) => `\`${name}=${value}\``)
      .join(', ') || 'nothing';
  return table(
    ['what', 'value'],
    [
      [
        'inherited',
        typeof inherit === 'string' ? inherited[inherit] : inherit.map((name) => `\`${name}\``).join(', '),
      ],
      ['set', given(set)],
      ['set where there is no terminal', given(setWithoutTerminal)],
    ],
  );
}

if (import.meta.filename === process.argv[1]) {
  for (const contract of contracts) {
    const file = documentOf(contract);
    writeFileSync(file, withTables(readFileSync(file, 'utf8'), contract));
  }
}
