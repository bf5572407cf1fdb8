import { programs as administration } from './administration.ts';
import { programs as archives } from './archives.ts';
import { programs as awk } from './awk.ts';
import { programs as buildTools } from './build-tools.ts';
import { programs as builtinTests } from './builtin-tests.ts';
import { programs as builtinVariables } from './builtin-variables.ts';
import { programs as builtins } from './builtins.ts';
import { programs as cloud } from './cloud.ts';
import { programs as comparison } from './comparison.ts';
import { programs as compilers } from './compilers.ts';
import { programs as compression } from './compression.ts';
import { programs as containers } from './containers.ts';
import { programs as curl } from './curl.ts';
import { programs as databases } from './databases.ts';
import { programs as disks } from './disks.ts';
import { programs as dns } from './dns.ts';
import { programs as fileDetails } from './file-details.ts';
import { programs as files } from './files.ts';
import { programs as forges } from './forges.ts';
import { programs as git } from './git.ts';
import { programs as go } from './go.ts';
import { programs as handrail } from './handrail.ts';
import { programs as httpClients } from './http-clients.ts';
import { programs as infrastructure } from './infrastructure.ts';
import { programs as interfaces } from './interfaces.ts';
import { programs as javascript } from './javascript.ts';
import { programs as javascriptTools } from './javascript-tools.ts';
import { programs as jq } from './jq.ts';
import { programs as kubernetes } from './kubernetes.ts';
import { programs as languages } from './languages.ts';
import { programs as machine } from './machine.ts';
import { names } from './names.ts';
import { programs as npm } from './npm.ts';
import { programs as pagers } from './pagers.ts';
import { programs as postgres } from './postgres.ts';
import { programs as processes } from './processes.ts';
import type { Program } from './program.ts';
import { programs as python } from './python.ts';
import { programs as pythonPackages } from './python-packages.ts';
import { programs as pythonTools } from './python-tools.ts';
import { programs as rsync } from './rsync.ts';
import { programs as rust } from './rust.ts';
import { programs as search } from './search.ts';
import { programs as searchTools } from './search-tools.ts';
import { programs as sed } from './sed.ts';
import { programs as services } from './services.ts';
import { programs as shells } from './shells.ts';
import { programs as smallPrograms } from './small-programs.ts';
import { programs as sockets } from './sockets.ts';
import { programs as sqlite } from './sqlite.ts';
import { programs as ssh } from './ssh.ts';
import { programs as systemPackages } from './system-packages.ts';
import { programs as tar } from './tar.ts';
import { programs as text } from './text.ts';
import { programs as textShow } from './text-show.ts';
import { programs as wget } from './wget.ts';
import { programs as wrappers } from './wrappers.ts';
import { programs as wrappersInput } from './wrappers-input.ts';
import { programs as wrappersIsolation } from './wrappers-isolation.ts';
import { programs as wrappersSurroundings } from './wrappers-surroundings.ts';

/**
 * All topics. No program may be in two of them, which a test checks. They are functions so that a topic is gone through only
 * when one of its programs is asked for; in the built package its module is not even evaluated before that
 * (`scripts/bundle.mjs`). Which programs are in which topic is in `names.ts`.
 */
export const topics = {
  builtinTests: () => builtinTests,
  builtinVariables: () => builtinVariables,
  builtins: () => builtins,
  files: () => files,
  textShow: () => textShow,
  text: () => text,
  search: () => search,
  searchTools: () => searchTools,
  git: () => git,
  sed: () => sed,
  awk: () => awk,
  npm: () => npm,
  javascript: () => javascript,
  python: () => python,
  machine: () => machine,
  processes: () => processes,
  httpClients: () => httpClients,
  dns: () => dns,
  sockets: () => sockets,
  rsync: () => rsync,
  ssh: () => ssh,
  wget: () => wget,
  curl: () => curl,
  archives: () => archives,
  compression: () => compression,
  tar: () => tar,
  jq: () => jq,
  smallPrograms: () => smallPrograms,
  fileDetails: () => fileDetails,
  javascriptTools: () => javascriptTools,
  pythonPackages: () => pythonPackages,
  pythonTools: () => pythonTools,
  containers: () => containers,
  kubernetes: () => kubernetes,
  sqlite: () => sqlite,
  postgres: () => postgres,
  databases: () => databases,
  administration: () => administration,
  disks: () => disks,
  services: () => services,
  systemPackages: () => systemPackages,
  buildTools: () => buildTools,
  compilers: () => compilers,
  forges: () => forges,
  go: () => go,
  infrastructure: () => infrastructure,
  cloud: () => cloud,
  languages: () => languages,
  rust: () => rust,
  shells: () => shells,
  wrappers: () => wrappers,
  wrappersInput: () => wrappersInput,
  wrappersIsolation: () => wrappersIsolation,
  comparison: () => comparison,
  pagers: () => pagers,
  interfaces: () => interfaces,
  wrappersSurroundings: () => wrappersSurroundings,
  handrail: () => handrail,
} as const satisfies Readonly<Record<string, () => readonly Program[]>>;

type Topic = keyof typeof topics;

/** What is known of the program of this name, or `null`. */
export const programNamed: (name: string) => Program | null = searching();

function searching(): (name: string) => Program | null {
  let topicOf: ReadonlyMap<string, Topic> | null = null;
  const found = new Map<string, Program>();
  const gone = new Set<Topic>();
  return (name) => {
    topicOf ??= topicsByName();
    const topic = topicOf.get(name);
    if (topic === undefined) return null;
    if (!gone.has(topic)) {
      gone.add(topic);
      for (const program of topics[topic]()) for (const each of program.names) found.set(each, program);
    }
    return found.get(name) ?? null;
  };
}

function topicsByName(): ReadonlyMap<string, Topic> {
  return new Map(
    Object.entries(names).flatMap(([topic, list]) =>
      list
        .trim()
        .split(/\s+/)
        .map((name) => [name, topic as Topic] as const),
    ),
  );
}
