import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { heredocOf, holdsSubstitution } from '../substitutions-in-text.ts';
import { isNumber, known } from '../words.ts';
import { appendsToFile, runsFile, runsShell, unknownEffect } from './effects.ts';
import { readForeign } from './foreign-code.ts';

/** What programs make of a variable. */
type Role = 'command' | 'file' | 'prompt' | 'number' | 'code';

/**
 * Variables that make a program run something: a command line, a file with commands, a prompt in which commands are
 * expanded; or load code in a way that depends on the program.
 */
const roles: Readonly<Record<Role, string>> = {
  command:
    'PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER PSQL_PAGER AWS_PAGER BAT_PAGER DELTA_PAGER GH_PAGER EDITOR VISUAL FCEDIT ' +
    'GIT_EDITOR GIT_SEQUENCE_EDITOR PSQL_EDITOR SVN_EDITOR HGEDITOR SUDO_EDITOR SYSTEMD_EDITOR KUBE_EDITOR GH_EDITOR ' +
    'GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS ' +
    'PROMPT_COMMAND LESSOPEN LESSCLOSE BROWSER GH_BROWSER RSYNC_RSH CVS_RSH RSH SVN_SSH RSYNC_CONNECT_PROG ' +
    'FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND TAR_COMPRESS_PROGRAM MAKESHELL RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER ' +
    'RUSTC CARGO_BUILD_RUSTC_WRAPPER CC CXX LD AR CPP MANROFFSEQ COMMAND_NOT_FOUND_HANDLE',
  file: 'BASH_ENV ENV INPUTRC PYTHONSTARTUP',
  // With what is told of mail bash expands a text, too.
  prompt: 'PS0 PS1 PS2 PS4 MAILPATH',
  // Bash takes what they are set to for an expression, in which a subscript may hold a command.
  number: 'RANDOM SRANDOM HISTCMD OPTIND SECONDS BASHPID',
  code:
    'PATH SHELLOPTS BASHOPTS BASH_LOADABLES_PATH BASH_XTRACEFD SHELL CDPATH GLOBIGNORE EXECIGNORE FIGNORE HISTFILE HOSTFILE ' +
    'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_DEBUG_OUTPUT LD_PROFILE LD_PROFILE_OUTPUT LD_ORIGIN_PATH ' +
    'PYTHONPATH PYTHONHOME PYTHONINSPECT PYTHONWARNINGS PYTHONBREAKPOINT PYTHONUSERBASE PYTHONEXECUTABLE PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX ' +
    'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_REPL_HISTORY NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_EXTRA_CA_CERTS ' +
    'PERL5LIB PERL5OPT PERLLIB PERL5DB PERL5SHELL RUBYOPT RUBYLIB RUBYSHELL BUNDLE_GEMFILE GEM_HOME GEM_PATH LUA_INIT LUA_PATH LUA_CPATH ' +
    'CLASSPATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS JAVA_HOME ' +
    'VIMINIT EXINIT MYVIMRC VIMRUNTIME VIM XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_DIRS HOME ' +
    'MAKEFLAGS MAKEFILES GNUMAKEFLAGS MFLAGS TAR_OPTIONS GREP_OPTIONS LESS LESSKEY LESSKEYIN LESSKEYIN_SYSTEM LESSKEY_SYSTEM LESSHISTFILE MORE ' +
    'RIPGREP_CONFIG_PATH BAT_CONFIG_PATH BAT_OPTS FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE AWKPATH AWKLIBPATH CURL_HOME WGETRC SYSTEM_WGETRC ' +
    'KUBECONFIG DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT AWS_CONFIG_FILE GOFLAGS GOTOOLDIR CGO_CFLAGS CGO_LDFLAGS GOPATH GOROOT GOENV GOTOOLCHAIN ' +
    'RUSTFLAGS CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN NPM_CONFIG_PREFIX npm_config_prefix npm_config_script_shell ' +
    'OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES GCONV_PATH LOCPATH NLSPATH HOSTALIASES RESOLV_HOST_CONF TERMINFO TERMCAP TERMINFO_DIRS ' +
    'PSQLRC PGSYSCONFDIR PGSERVICEFILE MYSQL_HOME EMACSLOADPATH TEXINPUTS TEXMFHOME PAGER_FLAGS MANPATH MANOPT INFOPATH ' +
    'http_proxy https_proxy all_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY NODE_TLS_REJECT_UNAUTHORIZED PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE',
};

/** Names that belong together by how they begin: all of them are settings that can run or load something. */
const families: readonly (readonly [prefix: string, role: Role])[] = [
  ['LD_', 'code'],
  ['DYLD_', 'code'],
  ['BASH_FUNC_', 'code'],
  ['GIT_CONFIG', 'code'],
  ['GIT_TRACE', 'code'],
  ['GIT_', 'code'],
  ['npm_config_', 'code'],
  ['NPM_CONFIG_', 'code'],
  ['CARGO_', 'code'],
  ['YARN_', 'code'],
  ['PIP_', 'code'],
  ['UV_', 'code'],
  ['LUA_INIT_', 'code'],
];

/** Those whose value is code, or has some in it, by the language. */
const languages: Readonly<Record<string, readonly string[]>> = {
  make: ['MAKEFLAGS', 'GNUMAKEFLAGS', 'MFLAGS'],
  perl: ['PERL5OPT', 'PERL5DB'],
  lua: ['LUA_INIT'],
  vim: ['VIMINIT', 'EXINIT'],
  javascript: ['NODE_OPTIONS'],
};

/** Values with which a variable switches something off, or says how much is told, in which colours, for which machine, with how much memory, and nothing more. */
const mannerValues: Readonly<Record<string, RegExp>> = {
  PAGER: /^(?:cat)?$/,
  GIT_PAGER: /^(?:cat)?$/,
  MANPAGER: /^cat$/,
  SYSTEMD_PAGER: /^(?:cat)?$/,
  AWS_PAGER: /^(?:cat)?$/,
  GH_PAGER: /^(?:cat)?$/,
  // Options that take no value, and no commands, which begin with a plus sign.
  LESS: /^-?[aABcCdeEfFgGiIJKLmMnNqQrRsSuUwWX]*$/,
  GIT_ASKPASS: /^(?:true|echo)?$/,
  SSH_ASKPASS: /^(?:true|echo)?$/,
  GIT_TERMINAL_PROMPT: /^0$/,
  GIT_OPTIONAL_LOCKS: /^0$/,
  GIT_CONFIG_NOSYSTEM: /^1$/,
  // Told on standard error.
  GIT_TRACE: /^[012]$/,
  GIT_TRACE_SETUP: /^[012]$/,
  GIT_TRACE_PERFORMANCE: /^[012]$/,
  DEBUG: /^[\w:*,.-]*$/,
  VERBOSE: /^\w*$/,
  EDITOR: /^(?:true|:|cat)$/,
  GIT_EDITOR: /^(?:true|:)$/,
  GIT_SEQUENCE_EDITOR: /^(?:true|:)$/,
  MAKEFLAGS: /^-j\d*$/,
  RUST_BACKTRACE: /^(?:0|1|full)$/,
  RUST_LOG: /^[\w:=,-]*$/,
  CARGO_TERM_COLOR: /^(?:always|auto|never)$/,
  CARGO_TERM_PROGRESS_WHEN: /^(?:always|auto|never)$/,
  CARGO_INCREMENTAL: /^[01]$/,
  CARGO_BUILD_JOBS: /^\d+$/,
  CARGO_NET_OFFLINE: /^(?:true|1)$/,
  // With `production` programs take other settings, and other databases.
  NODE_ENV: /^(?:test|development)$/,
  NODE_NO_WARNINGS: /^[01]$/,
  NODE_DISABLE_COLORS: /^[01]$/,
  NODE_OPTIONS:
    /^ *(?:--(?:max[-_]old[-_]space[-_]size=\d+|stack-trace-limit=\d+|no-(?:warnings|deprecation)|trace-(?:warnings|deprecation|uncaught)|enable-source-maps)(?: +|$))*$/,
  PYTHONUNBUFFERED: /^\d*$/,
  PYTHONDONTWRITEBYTECODE: /^\d*$/,
  PYTHONFAULTHANDLER: /^\d*$/,
  PYTHONUTF8: /^[01]$/,
  PYTHONHASHSEED: /^(?:\d+|random)$/,
  PYTHONIOENCODING: /^(?:utf-?8|ascii)$/i,
  GOOS: /^(?:linux|darwin|windows|freebsd)$/,
  GOARCH: /^(?:amd64|arm64|386|arm)$/,
  CGO_ENABLED: /^[01]$/,
  GO111MODULE: /^(?:on|off|auto)$/,
  GOMAXPROCS: /^\d+$/,
  GOGC: /^(?:\d+|off)$/,
  npm_config_loglevel: /^\w+$/,
  npm_config_fund: /^(?:true|false)$/,
  npm_config_audit: /^(?:true|false)$/,
  npm_config_progress: /^(?:true|false)$/,
  npm_config_update_notifier: /^(?:true|false)$/,
  UV_NO_PROGRESS: /^(?:1|true)$/,
  UV_OFFLINE: /^(?:1|true)$/,
  PIP_DISABLE_PIP_VERSION_CHECK: /^(?:1|true)$/,
  PIP_NO_INPUT: /^(?:1|true)$/,
  TF_IN_AUTOMATION: /^\w+$/,
  TF_INPUT: /^(?:0|false)$/,
};

/** Whether a variable is set to what changes the manner in which programs work, and neither what they run nor where they look. */
export function setsManner(name: string, value: Word): boolean {
  const pattern = Object.hasOwn(mannerValues, name) ? mannerValues[name] : undefined;
  return value.kind === 'known' && pattern?.test(value.text) === true;
}

/** What setting a variable leads to in the programs that look at it. */
export function effectsOfVariable(name: string, value: Word): readonly Effect[] {
  const role = roleOf(name) ?? families.find(([prefix]) => name.startsWith(prefix))?.[1];
  if (role === undefined || setsManner(name, value)) return [];
  switch (role) {
    case 'command':
      return [runsShell(value)];
    case 'file':
      return [runsFile(value), ...expandsText(value)];
    case 'prompt':
      return value.kind === 'known' && !/[`$\\]/.test(value.text)
        ? []
        : [unknownEffect('unknown-code', name), ...expandsText(value)];
    case 'number':
      return isNumber(value) ? [] : [unknownEffect('unknown-code', name)];
    case 'code':
      return [unknownEffect('loaded-code', name), ...ofTool(name, value), ...codeIn(name, value)];
  }
}

/** Values of settings for git, some of which a shell runs; where it is to write what it does; what Cargo starts programs by. */
function ofTool(name: string, value: Word): readonly Effect[] {
  const text = value.kind === 'known' ? value.text : '';
  if (name.startsWith('GIT_TRACE')) return text.startsWith('/') ? [appendsToFile(value)] : [];
  if (/^GIT_CONFIG_VALUE_\d+$|^CARGO_TARGET_\w+_RUNNER$/.test(name)) return runsSetting(text);
  if (name !== 'GIT_CONFIG_PARAMETERS') return [];
  return [...text.slice(0, 4_096).matchAll(/'([^']*)'/g)].flatMap(([, each = '']) =>
    runsSetting(each.replace(/^\w[\w.-]*=/, '')),
  );
}

function codeIn(name: string, value: Word): readonly Effect[] {
  if (name.startsWith('BASH_FUNC_')) return definesFunction(value);
  const isFor = (each: string) => name === each || name.startsWith(`${each}_`);
  const [language] = Object.entries(languages).find(([, names]) => names.some(isFor)) ?? [];
  if (language === undefined || value.kind !== 'known') return [];
  return readForeign(language, language === 'make' ? textForMake(value.text) : value.text);
}

/** A function that each bash has from then on, by the name of another program mostly. */
function definesFunction(value: Word): readonly Effect[] {
  const [, body] = /^\s*\(\)\s*([\s\S]+)$/.exec(value.kind === 'known' ? value.text : '') ?? [];
  return body === undefined ? [] : [runsShell(known(body), [], { isOwnName: true, isPossible: true })];
}

/** Options for make, in which a blank stands behind a backslash: what it is to evaluate is a line of its own. */
function textForMake(text: string): string {
  return text.replace(/\\(.)/g, '$1').replace(/(?:^|\s)(?:-E\s*|--eval[=\s])/g, '\n');
}

/** Which setting it is stands in another variable: taken for a command is what has several words, or is an alias for one. */
function runsSetting(text: string): readonly Effect[] {
  const command = text.replace(/^!/, '');
  const isCommand = text !== command || /^[\w./-]+\s+\S/.test(text);
  return isCommand ? [runsShell(known(command), [], { isOwnName: true, isPossible: true })] : [];
}

/** The substitutions in a text that bash expands before it uses it. */
function expandsText(value: Word): readonly Effect[] {
  return value.kind === 'known' && holdsSubstitution(value.text)
    ? [runsShell(known(heredocOf(value.text)))]
    : [];
}

/** In the texts as they are: to take them apart takes longer than a process has that looks at one variable. */
function roleOf(name: string): Role | undefined {
  const listed = (['command', 'file', 'prompt', 'number', 'code'] as const).filter((role) =>
    ` ${roles[role]} `.includes(` ${name} `),
  );
  return listed.at(-1);
}
