import { keepsAscii, namesOfCode } from '../../analysis/programs/locale-names.ts';
import { setsManner } from '../../analysis/programs/variables.ts';
import type { VariableClass } from '../../model/decision.ts';
import type { Effect } from '../../model/effect.ts';

/**
 * Names in lower case are those of a script's own variables: POSIX has them set apart from the ones of the environment. Some have
 * found their way there all the same.
 */
const ownName = /^[a-z][a-z0-9_]*$/;

/** What names of secrets have in them, written together too: `db_password`, `APIKEY`. */
const secretWord =
  /token|key|secret|pass|pwd|auth(?!ors?(?:_|$))|cred|cert|priv|cookie|session|bearer|jwt|otp|salt|signature|hook|conn|dsn|seed|mnemonic|(?:^|_)(?:pw|pat|pin|sk|pk)(?:_|$)/i;

/** The same of names that secrets may have, where it is not known whether the variable is one of the environment. */
const secretName = new RegExp(`${secretWord.source}|ur[il]|proxy|login|^(?:npm|aws)_`);

/** Variables of a shell whose value is no secret. */
const shownFreely =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TERM|PATH|IFS|TMPDIR|EDITOR|VISUAL|PAGER|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|RANDOM|SRANDOM|SECONDS|EPOCH\w+|LINENO|UID|EUID|PPID|BASHPID|BASH_(?:VERSION|VERSINFO|SOURCE|LINENO|REMATCH)|BASH|SHLVL|COLUMNS|LINES|CI|GITHUB_ACTIONS|GITLAB_CI|VIRTUAL_ENV|CONDA_PREFIX|CONDA_DEFAULT_ENV|PYENV_ROOT|PYTHONPATH|PYTHONHOME|NODE_PATH|NVM_DIR|NVM_BIN|PNPM_HOME|BUN_INSTALL|GOPATH|GOROOT|GOBIN|CARGO_HOME|RUSTUP_HOME|JAVA_HOME|M2_HOME|GRADLE_HOME|ANDROID_(?:SDK_ROOT|HOME)|HOMEBREW_PREFIX|(?:DY)?LD_LIBRARY_PATH|MANPATH|(?:WAYLAND_)?DISPLAY|KUBECONFIG|(?:NODE|RAILS|RACK|MIX|FLASK|APP)_ENV|TERM_PROGRAM|COLORTERM|NO_COLOR|FORCE_COLOR|DEBUG|DEBIAN_FRONTEND|OPTIND|OPTARG|REPLY|FUNCNAME|PIPESTATUS|XDG_\w+|[@*#?$!_-]|[0-9]+)$/;

/** The same of compilers, test runs, and jobs of a build server or a scheduler. */
const shownFreelyInBuilds =
  /^(?:(?:C|CXX|CPP|LD|F|FC|GO|RUST|MAKE)FLAGS|LDLIBS|CC|CXX|CPP|LD|AR|GOOS|GOARCH|CGO_ENABLED|PKG_CONFIG_PATH|CMAKE_(?:PREFIX_PATH|BUILD_TYPE)|PYTHON(?:UNBUFFERED|HASHSEED|DONTWRITEBYTECODE|WARNINGS)|DJANGO_SETTINGS_MODULE|PERL5LIB|GEM_HOME|GEM_PATH|OMP_NUM_THREADS|CUDA_(?:HOME|VISIBLE_DEVICES)|GITHUB_(?:OUTPUT|ENV|PATH|STEP_SUMMARY|WORKSPACE|SHA|REF|REF_NAME|HEAD_REF|BASE_REF|REPOSITORY|RUN_ID|RUN_NUMBER|EVENT_NAME|JOB|WORKFLOW)|RUNNER_(?:OS|ARCH|TEMP)|SLURM_(?:JOB_?ID|JOB_NAME|JOB_NODELIST|JOB_NUM_NODES|ARRAY_(?:JOB|TASK)_ID|NNODES|NODEID|NODELIST|NTASKS|NTASKS_PER_NODE|PROCID|LOCALID|CPUS_PER_TASK|CPUS_ON_NODE|SUBMIT_DIR)|HIST(?:FILE|SIZE|FILESIZE|CONTROL|TIMEFORMAT))$/;

/** Variables from which shells and programs take commands, libraries, directories, settings. */
const steering =
  /^(?:PATH|IFS|ENV|CDPATH|GLOBIGNORE|HOME|SHELL|SHELLOPTS|BASHOPTS|BASH_\w*|PS[0-4]|PROMPT_\w+|HIST\w+|TMPDIR|FPATH|ZDOTDIR|MAILPATH|LD_\w+|DYLD_\w+|GIT_\w+|SSH_\w+|\w*PAGER|\w*EDITOR|VISUAL|FCEDIT|\w*BROWSER|LESS\w*|MAN\w*|GROFF\w*|PYTHON\w*|PERL\w*|RUBY\w*|GEM_\w+|BUNDLE_\w+|NODE_\w+|npm_\w+|NPM_\w+|YARN_\w+|PNPM_\w+|DENO_\w+|BUN_\w+|\w*JAVA_?\w*|JDK_\w+|CLASSPATH|\w*_OPTS|\w*OPTIONS|\w*FLAGS|\w*_WRAPPER|RUST\w+|CARGO_\w+|GO[A-Z]*|CC|CXX|CPP|LD|AR|AS|MAKE\w*|CMAKE_\w+|\w*ASKPASS|\w*_COMMAND|\w*_(?:PROXY|proxy)|\w*CONFIG\w*|XDG_\w+|KUBE\w+|SSL_\w+|CURL_\w+|REQUESTS_\w+|WGETRC|\w*INIT|\w*RC|LUA_\w+|PHP\w*|DOCKER_\w+|COMPOSE_\w+|TERM(?:INFO\w*|CAP)|LOCPATH|NLSPATH|TEXTDOMAIN(?:DIR)?|GCONV_PATH|GLIBC_\w+|MALLOC_\w+|LOCALDOMAIN|HOSTALIASES|RES_\w+|TZDIR|OPENSSL_\w+|GNUPGHOME|R_\w+|SYSTEMD_\w+|AWS_\w+|GPG_\w+|\w*_functions|TF_\w+|HELM_\w+|ANSIBLE_\w+|PIP_\w+|UV_\w+|CONDA_\w+|VIRTUAL_ENV|\w*PRELOAD\w*|\w*LIBRARY_PATH|DISPLAY|DBUS_\w+)$/;

/** Whether programs take from a variable what to run or where to look. */
export function steersPrograms(name: string): boolean {
  return steering.test(name);
}

/** Variables that change how output looks, and no more. */
const harmless =
  /^(?:NO_COLOR|FORCE_COLOR|CLICOLOR\w*|CI|COLUMNS|LINES|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;

/** Variables that name a locale, a time zone or a terminal, of which programs then read the file. */
const plainlyNamed = /^(?:LC_\w+|LANG|LANGUAGE|TZ|TERM)$/;

/** Builtins that split what they read. */
const splitters: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray']);

function isPlainName(name: string, text: string): boolean {
  if (namesOfCode.has(name)) return keepsAscii(text);
  return (name === 'TZ' ? /^[\w+-]*(?:\/[\w+-]+)*$/ : /^[\w.@:+-]*$/).test(text);
}

/** What it comes to that a variable is set or shown; `null` for other effects. */
export function variableClass(effect: Effect, program: string | null): VariableClass | null {
  if (effect.kind === 'sets') return classOfSet(effect, program);
  if (effect.kind !== 'discloses' || effect.what !== 'variable') return null;
  if (effect.name === null) return 'secret';
  if (isShownFreely(effect.name)) return 'harmless';
  return secretWord.test(effect.name) ? 'secret' : 'private';
}

function isShownFreely(name: string): boolean {
  if (shownFreely.test(name) || shownFreelyInBuilds.test(name)) return true;
  return ownName.test(name) && !secretName.test(name);
}

/** A variable that stays in the shell matters only where the shell itself, or a program that has it already, heeds it. */
function classOfSet(
  { name, value, scope }: Extract<Effect, { kind: 'sets' }>,
  program: string | null,
): VariableClass {
  const text = value.kind === 'known' ? value.text : null;
  const switchesPagerOff = /PAGER$/.test(name) && (text === 'cat' || text === '');
  if (harmless.test(name) || switchesPagerOff || setsManner(name, value)) return 'harmless';
  if (plainlyNamed.test(name)) return text !== null && isPlainName(name, text) ? 'harmless' : 'steers';
  // The analysis follows what it makes of words, and no other program takes it over.
  if (name === 'IFS' && (scope === 'shell' || splitters.has(program ?? ''))) return 'harmless';
  if (steering.test(name)) return 'steers';
  return scope === 'shell' ? 'harmless' : 'plain';
}
