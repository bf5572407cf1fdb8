import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn } from './shipped.ts';

/** The rules that have something to say of a command. */
function rulesOf(command: string): readonly string[] {
  return [...new Set(decisionOn(command).findings.map(({ id }) => id))];
}

describe('a variable that is set for a program', () => {
  test.each([
    'RUST_BACKTRACE=1 cargo tree',
    'RUST_LOG=my_crate=debug,info cargo tree',
    'CARGO_TERM_COLOR=always cargo tree',
    'NODE_ENV=test npm ls',
    'NODE_NO_WARNINGS=1 node --version',
    'NODE_OPTIONS=--max-old-space-size=4096 npm ls',
    "NODE_OPTIONS='--no-warnings --max_old_space_size=8192' npm ls",
    'PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 python3 -m json.tool a.json',
    'PYTHONHASHSEED=0 PYTHONIOENCODING=utf-8 python3 --version',
    'GOOS=linux GOARCH=arm64 go list -f x ./...',
    'npm_config_loglevel=error npm ls',
    'UV_NO_PROGRESS=1 uv tree',
    'PIP_DISABLE_PIP_VERSION_CHECK=1 pip list',
    'TF_IN_AUTOMATION=1 terraform validate',
    'GIT_EDITOR=true git log',
    'MAKEFLAGS=-j4 ls',
    'export RUST_BACKTRACE=1; cargo tree',
    "PAGER= GIT_PAGER='' git log",
    'LESS=-FRX git log',
    'GIT_TRACE=1 GIT_TRACE_SETUP=1 git status',
    'GIT_ASKPASS=true GIT_CONFIG_NOSYSTEM=1 git log',
    'DEBUG=app:*,-x VERBOSE=1 ls',
    'CGO_ENABLED=0 GO111MODULE=on go env',
  ])('is not asked about where it steers nothing: %s', (command) => {
    expect(rulesOf(command)).toEqual([]);
  });

  test.each([
    'RUST_BACKTRACE=$x ls',
    'RUSTFLAGS=-Clinker=./x cargo tree',
    'RUSTC_WRAPPER=./x cargo tree',
    'CARGO_HOME=./x cargo tree',
    'CARGO_TERM_COLOR="$(cat f)" cargo tree',
    'NODE_ENV=production npm ls',
    'NODE_ENV=../x npm ls',
    'NODE_OPTIONS=--require=./x.js npm ls',
    "NODE_OPTIONS='--max-old-space-size=4096 -r ./x.js' npm ls",
    "NODE_OPTIONS='--max-old-space-size=4096\n--import=./x.mjs' npm ls",
    'NODE_OPTIONS="--max-old-space-size=$n" npm ls',
    'NODE_PATH=. npm ls',
    'PYTHONPATH=. python3 -m json.tool a.json',
    'PYTHONSTARTUP=x python3 -m json.tool a.json',
    'PYTHONWARNINGS=error::x.Y python3 -m json.tool a.json',
    'PYTHONIOENCODING=utf-8:x.y/z python3 -m json.tool a.json',
    'GOFLAGS=-toolexec=./x go list ./...',
    'GOROOT=. go list ./...',
    'npm_config_script_shell=./x npm ls',
    'UV_INDEX_URL=https://x.example uv tree',
    'PIP_INDEX_URL=https://x.example pip list',
    'TF_CLI_CONFIG_FILE=x terraform validate',
    'GIT_EDITOR=./x git log',
    "MAKEFLAGS='-j4 --eval=x' ls",
    'export NODE_OPTIONS=--require=./x.js; npm ls',
    'PAGER=./x git log',
    "LESS='+!x' git log",
    'LESS=-ox git log',
    'GIT_TRACE_SETUP=/etc/x git status',
    'GIT_ASKPASS=./x git log',
  ])('is asked about where it may: %s', (command) => {
    expect(rulesOf(command)).toContain('steering-variable');
  });
});

describe('a variable that the command has not set', () => {
  test.each(['pattern', 'sha', 'branch', 'port', 'ext', 'pid', 'msg', 'start_line', 'elapsed', 'tmp_dir'])(
    'is shown where scripts give its name to what is theirs: %s',
    (name) => {
      expect(rulesOf(`echo "$${name}"`)).toEqual([]);
    },
  );

  test.each([
    ...[
      'TOKEN',
      'PATTERN',
      'Sha',
      '_sha',
      'DB_PASSWORD',
      'token',
      'db_password',
      'apikey',
      'passwd',
      'pgpass',
    ],
    ...['http_proxy', 'database_url', 'auth_header', 'gh_pat', 'client_secret', 'aws_sk', 'npm_config__auth'],
    ...[
      'credentials',
      'privkey',
      'session_id',
      'cookie',
      'webhook',
      'dsn',
      'conn_string',
      'jwt',
      'pin',
      'seed',
    ],
  ])('is asked about where it may hold a secret: %s', (name) => {
    expect(rulesOf(`echo "$${name}"`)).toEqual(['disclose-variables']);
  });

  const inSandbox = shippedPolicyInSandbox('none');

  test.each([
    'ls "$BUILD_DIR"',
    'echo $APP_NAME $MODEL_ID ${SERVICE_NAME:-web}',
    'node server.js --port "$MY_PORT"',
    'psql "$DATABASE_URL" -c "select 1"',
    'echo $AUTHOR',
    'set -x; [ -n "$APP_NAME" ]',
  ])('is not asked about in a sandbox, which has none that looks like a secret: %s', (command) => {
    expect(decisionOn(command, inSandbox).findings).toEqual([]);
    expect(rulesOf(command)).not.toEqual([]);
  });

  test.each([
    'echo $API_KEY',
    'curl -H "Authorization: Bearer $TOKEN" https://example.com',
    'echo "$SLACK_WEBHOOK_URL"',
    'echo $DB_PASS',
    'echo $AUTHORIZATION',
    'echo $GH_PAT',
    'env',
    'printenv | sort',
    "python3 -c 'import os; print(dict(os.environ))'",
  ])(
    'is asked about in a sandbox where its name is that of a secret, and so are all at once: %s',
    (command) => {
      expect(decisionOn(command, inSandbox).findings.map(({ id }) => id)).toContain('disclose-variables');
    },
  );

  test('is asked about in a sandbox where the shell traces it, and its name is that of a secret', () => {
    const findings = decisionOn('set -x; [ -n "$API_KEY" ]', inSandbox).findings;
    expect(findings.map(({ id }) => id)).toEqual(['trace-variables']);
  });
});
