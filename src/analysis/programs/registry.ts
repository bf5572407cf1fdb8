import { programs as ansible } from './cloud/ansible.ts';
import { programs as cloud } from './cloud/cloud.ts';
import { programs as terraform } from './cloud/terraform.ts';
import { programs as containers } from './containers/containers.ts';
import { programs as images } from './containers/images.ts';
import { programs as kubernetes } from './containers/kubernetes.ts';
import { programs as kubernetesTools } from './containers/kubernetes-tools.ts';
import { programs as databases } from './databases/databases.ts';
import { programs as mongo } from './databases/mongo.ts';
import { programs as mysql } from './databases/mysql.ts';
import { programs as postgres } from './databases/postgres.ts';
import { programs as redis } from './databases/redis.ts';
import { programs as sqlite } from './databases/sqlite.ts';
import { programs as archives } from './files/archives.ts';
import { programs as compression } from './files/compression.ts';
import { programs as fileAttributes } from './files/file-attributes.ts';
import { programs as fileDetails } from './files/file-details.ts';
import { programs as files } from './files/files.ts';
import { programs as libraries } from './files/libraries.ts';
import { programs as tar } from './files/tar.ts';
import { programs as trash } from './files/trash.ts';
import { programs as git } from './git/git.ts';
import { programs as github } from './git/github.ts';
import { programs as jujutsu } from './git/jujutsu.ts';
import { programs as versionControl } from './git/version-control.ts';
import { programs as bun } from './javascript/bun.ts';
import { programs as bundlers } from './javascript/bundlers.ts';
import { programs as javascript } from './javascript/javascript.ts';
import { programs as linters } from './javascript/linters.ts';
import { programs as migrations } from './javascript/migrations.ts';
import { programs as npm } from './javascript/npm.ts';
import { programs as pnpm } from './javascript/pnpm.ts';
import { programs as scriptRunners } from './javascript/script-runners.ts';
import { programs as testRunners } from './javascript/test-runners.ts';
import { programs as typescript } from './javascript/typescript.ts';
import { programs as yarn } from './javascript/yarn.ts';
import { programs as buildTools } from './languages/build-tools.ts';
import { programs as cmake } from './languages/cmake.ts';
import { programs as codeChecks } from './languages/code-checks.ts';
import { programs as compilers } from './languages/compilers.ts';
import { programs as dotnet } from './languages/dotnet.ts';
import { programs as go } from './languages/go.ts';
import { programs as interpreters } from './languages/interpreters.ts';
import { programs as java } from './languages/java.ts';
import { programs as jvmBuilds } from './languages/jvm-builds.ts';
import { programs as languageTools } from './languages/language-tools.ts';
import { programs as powershell } from './languages/powershell.ts';
import { programs as ruby } from './languages/ruby.ts';
import { programs as rust } from './languages/rust.ts';
import { programs as toolchains } from './languages/toolchains.ts';
import { programs as administration } from './machine/administration.ts';
import { programs as disks } from './machine/disks.ts';
import { programs as handrail } from './machine/handrail.ts';
import { programs as kernel } from './machine/kernel.ts';
import { programs as listedState } from './machine/listed-state.ts';
import { programs as machine } from './machine/machine.ts';
import { programs as mounts } from './machine/mounts.ts';
import { programs as power } from './machine/power.ts';
import { programs as processes } from './machine/processes.ts';
import { programs as secretKeepers } from './machine/secret-keepers.ts';
import { programs as services } from './machine/services.ts';
import { programs as shownVersions } from './machine/shown-versions.ts';
import { programs as smallPrograms } from './machine/small-programs.ts';
import { programs as systemPackages } from './machine/system-packages.ts';
import { programs as volumes } from './machine/volumes.ts';
import { names } from './names.ts';
import { programs as curl } from './network/curl.ts';
import { programs as dns } from './network/dns.ts';
import { programs as httpClients } from './network/http-clients.ts';
import { programs as interfaces } from './network/interfaces.ts';
import { programs as pageReaders } from './network/page-readers.ts';
import { programs as rsync } from './network/rsync.ts';
import { programs as sockets } from './network/sockets.ts';
import { programs as ssh } from './network/ssh.ts';
import { programs as wget } from './network/wget.ts';
import type { Program } from './program.ts';
import { programs as pip } from './python/pip.ts';
import { programs as python } from './python/python.ts';
import { programs as pythonProjects } from './python/python-projects.ts';
import { programs as pythonTools } from './python/python-tools.ts';
import { programs as pythonTests } from './python/test-runners.ts';
import { programs as uv } from './python/uv.ts';
import { programs as builtinCode } from './shell/builtin-code.ts';
import { programs as builtinCompletion } from './shell/builtin-completion.ts';
import { programs as builtinDirectories } from './shell/builtin-directories.ts';
import { programs as builtinFlow } from './shell/builtin-flow.ts';
import { programs as builtinHistory } from './shell/builtin-history.ts';
import { programs as builtinJobs } from './shell/builtin-jobs.ts';
import { programs as builtinNames } from './shell/builtin-names.ts';
import { programs as builtinOptions } from './shell/builtin-options.ts';
import { programs as builtinTests } from './shell/builtin-tests.ts';
import { programs as builtinVariables } from './shell/builtin-variables.ts';
import { programs as shells } from './shell/shells.ts';
import { programs as terminals } from './shell/terminals.ts';
import { programs as wrappers } from './shell/wrappers.ts';
import { programs as wrappersInput } from './shell/wrappers-input.ts';
import { programs as wrappersIsolation } from './shell/wrappers-isolation.ts';
import { programs as wrappersStart } from './shell/wrappers-start.ts';
import { programs as wrappersSurroundings } from './shell/wrappers-surroundings.ts';
import { programs as wrappersTracing } from './shell/wrappers-tracing.ts';
import { programs as awk } from './text/awk.ts';
import { programs as bytes } from './text/bytes.ts';
import { programs as comparison } from './text/comparison.ts';
import { programs as conversion } from './text/conversion.ts';
import { programs as dataTools } from './text/data-tools.ts';
import { programs as documents } from './text/documents.ts';
import { programs as jq } from './text/jq.ts';
import { programs as jsonTools } from './text/json-tools.ts';
import { programs as layout } from './text/layout.ts';
import { programs as macros } from './text/macros.ts';
import { programs as objectFiles } from './text/object-files.ts';
import { programs as pagers } from './text/pagers.ts';
import { programs as pictures } from './text/pictures.ts';
import { programs as search } from './text/search.ts';
import { programs as searchTools } from './text/search-tools.ts';
import { programs as sed } from './text/sed.ts';
import { programs as sorting } from './text/sorting.ts';
import { programs as splitting } from './text/splitting.ts';
import { programs as textShow } from './text/text-show.ts';

/**
 * All topics. No program may be in two of them, which a test checks. They are functions so that a topic is gone through only
 * when one of its programs is asked for; in the built package its module is not even evaluated before that
 * (`scripts/bundle.mjs`). Which programs are in which topic is in `names.ts`.
 */
export const topics = {
  builtinTests: () => builtinTests,
  builtinVariables: () => builtinVariables,
  builtinDirectories: () => builtinDirectories,
  builtinOptions: () => builtinOptions,
  builtinNames: () => builtinNames,
  builtinCode: () => builtinCode,
  builtinJobs: () => builtinJobs,
  builtinHistory: () => builtinHistory,
  builtinCompletion: () => builtinCompletion,
  builtinFlow: () => builtinFlow,
  files: () => files,
  textShow: () => textShow,
  bytes: () => bytes,
  objectFiles: () => objectFiles,
  dataTools: () => dataTools,
  documents: () => documents,
  pictures: () => pictures,
  macros: () => macros,
  sorting: () => sorting,
  layout: () => layout,
  splitting: () => splitting,
  conversion: () => conversion,
  search: () => search,
  searchTools: () => searchTools,
  git: () => git,
  sed: () => sed,
  awk: () => awk,
  npm: () => npm,
  pnpm: () => pnpm,
  yarn: () => yarn,
  javascript: () => javascript,
  bun: () => bun,
  python: () => python,
  machine: () => machine,
  kernel: () => kernel,
  listedState: () => listedState,
  processes: () => processes,
  httpClients: () => httpClients,
  pageReaders: () => pageReaders,
  dns: () => dns,
  sockets: () => sockets,
  rsync: () => rsync,
  ssh: () => ssh,
  wget: () => wget,
  curl: () => curl,
  archives: () => archives,
  libraries: () => libraries,
  compression: () => compression,
  tar: () => tar,
  trash: () => trash,
  jq: () => jq,
  jsonTools: () => jsonTools,
  smallPrograms: () => smallPrograms,
  shownVersions: () => shownVersions,
  secretKeepers: () => secretKeepers,
  fileDetails: () => fileDetails,
  typescript: () => typescript,
  linters: () => linters,
  testRunners: () => testRunners,
  bundlers: () => bundlers,
  scriptRunners: () => scriptRunners,
  migrations: () => migrations,
  pip: () => pip,
  uv: () => uv,
  pythonProjects: () => pythonProjects,
  pythonTools: () => pythonTools,
  pythonTests: () => pythonTests,
  containers: () => containers,
  images: () => images,
  kubernetes: () => kubernetes,
  kubernetesTools: () => kubernetesTools,
  sqlite: () => sqlite,
  postgres: () => postgres,
  databases: () => databases,
  mysql: () => mysql,
  redis: () => redis,
  mongo: () => mongo,
  power: () => power,
  administration: () => administration,
  disks: () => disks,
  volumes: () => volumes,
  mounts: () => mounts,
  fileAttributes: () => fileAttributes,
  services: () => services,
  systemPackages: () => systemPackages,
  buildTools: () => buildTools,
  cmake: () => cmake,
  jvmBuilds: () => jvmBuilds,
  compilers: () => compilers,
  toolchains: () => toolchains,
  java: () => java,
  github: () => github,
  versionControl: () => versionControl,
  jujutsu: () => jujutsu,
  go: () => go,
  terraform: () => terraform,
  ansible: () => ansible,
  codeChecks: () => codeChecks,
  cloud: () => cloud,
  interpreters: () => interpreters,
  powershell: () => powershell,
  ruby: () => ruby,
  dotnet: () => dotnet,
  languageTools: () => languageTools,
  rust: () => rust,
  shells: () => shells,
  wrappers: () => wrappers,
  wrappersInput: () => wrappersInput,
  wrappersIsolation: () => wrappersIsolation,
  wrappersStart: () => wrappersStart,
  wrappersTracing: () => wrappersTracing,
  comparison: () => comparison,
  pagers: () => pagers,
  interfaces: () => interfaces,
  wrappersSurroundings: () => wrappersSurroundings,
  terminals: () => terminals,
  handrail: () => handrail,
} as const satisfies Readonly<Record<string, () => readonly Program[]>>;

type Topic = keyof typeof topics;

/** What is known of the program of this name, or `null`. */
export const programNamed: (name: string) => Program | null = searching();

function searching(): (name: string) => Program | null {
  const found = new Map<string, Program>();
  const gone = new Set<Topic>();
  return (name) => {
    const before = found.get(name);
    if (before !== undefined) return before;
    const topic = topicOf(name);
    if (topic === null || gone.has(topic)) return null;
    // Where the topic cannot be loaded, as no more files can be opened, it is loaded the next time: its programs are not unknown for that.
    const programs = topics[topic]();
    for (const program of programs) for (const each of program.names) found.set(each, program);
    gone.add(topic);
    return found.get(name) ?? null;
  };
}

/** The names of all programs that are known, those of a topic after those of the one before. */
export function programNames(): readonly string[] {
  return Object.values(names).flatMap((list) => list.trim().split(/\s+/));
}

/** Looked for in the text of the names: to take it apart takes longer than a process has that looks for one name. */
function topicOf(name: string): Topic | null {
  for (const [topic, list] of Object.entries(names)) if (isListed(name, list)) return topic as Topic; // as the test of the names has it
  return null;
}

function isListed(name: string, list: string): boolean {
  for (let at = list.indexOf(name); at > 0; at = list.indexOf(name, at + 1))
    if (isBlank(list[at - 1]) && isBlank(list[at + name.length])) return true;
  return false;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}
