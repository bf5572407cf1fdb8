import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/**
 * Ways of programs to delete, to run and to show something that few know of, and what looks like them and does none of it. Nothing
 * here is executed.
 */
interface Case {
  readonly title: string;
  readonly asked: readonly string[];
  readonly allowed: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'files that a program of awk names otherwise than by a string',
    asked: [
      `awk -v f=.env 'BEGIN{while((getline l < f)>0) print l}'`,
      `awk 'BEGIN{f="." "env"; while((getline l < f)>0) print l}'`,
      `awk 'BEGIN{ARGV[1]=".env";ARGC=2}1'`,
      `awk -v o=.git/hooks/pre-commit 'BEGIN{print "x" > o}'`,
    ],
    allowed: [
      `awk -v out=out.txt '{print > out}' table.txt`,
      `awk '{f="out/" $1 ".csv"; print > f; close(f)}' table.csv`,
      `awk '{getline l < $1; print l}' list`,
    ],
  },
  {
    title: 'settings and traces of git by variables',
    asked: [
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0='rm -rf src' git status`,
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm -rf src' git x`,
      `GIT_CONFIG_PARAMETERS="'core.fsmonitor'='rm -rf src'" git status`,
      'GIT_TRACE=/home/user/project/.git/hooks/pre-commit git status',
    ],
    allowed: [
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' git status`,
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0='A (B' git commit -m x`,
      'GIT_TRACE=1 git status',
      'GIT_TRACE=/tmp/trace git status',
    ],
  },
  {
    title: 'the environment in code of other languages',
    asked: [
      "node -p 'process.env'",
      `node -p 'process["env"]'`,
      `node -p 'require("process").env'`,
      "node -p 'const {env} = process; env'",
      "node -p 'const {API_KEY} = process.env; API_KEY'",
      "deno eval 'console.log(Deno.env.toObject())'",
      "bun -e 'console.log(Bun.env)'",
      "python3 -c 'from os import environ as e; print(dict(e))'",
      "python3 -c 'import os; print({**os.environ})'",
      "python3 -c 'import os; print(os.environb)'",
      'cmake -E environment',
    ],
    allowed: [
      "node -p 'Object.keys(process.env)'",
      "node -p 'process.env.NODE_ENV'",
      "node -p 'const {PORT} = process.env; PORT'",
      `python3 -c 'import os, subprocess; subprocess.run(["ls"], env={**os.environ, "A": "b"})'`,
      "python3 -c 'from os import environ; print(len(environ))'",
      'cmake -E env CC=gcc make',
    ],
  },
  {
    title: 'files that code of other languages moves, copies and reads',
    asked: [
      `python3 -c 'import os; os.rename("src", "/tmp/gone")'`,
      `python3 -c 'import shutil; shutil.move("src", "/tmp/gone")'`,
      `node -e 'require("fs").renameSync("src", "/tmp/gone")'`,
      `python3 -c 'import shutil; shutil.copy(".env", "x.txt")'`,
      `node -e 'require("fs").copyFileSync(".env", "x.txt")'`,
      `python3 -c 'import linecache; print(linecache.getlines(".env"))'`,
      `python3 -c 'import pandas as pd; print(pd.read_csv(".env"))'`,
      'python3 -m zipfile -c x.zip .env',
      'python3 -m quopri .env',
      'python3 -m dotenv -f .env list',
      `node --import 'data:text/javascript,import fs from "fs"; fs.rmSync("src", {recursive: true})' a.js`,
      `echo 'file(".env")' | terraform console`,
      'cmake -E tar cf x.tar .env',
      'gcc @.env',
      'ansible localhost -m slurp -a src=.env',
    ],
    allowed: [
      `python3 -c 'import os; os.rename("src/a.ts", "src/b.ts")'`,
      `python3 -c 'import shutil; shutil.copy("a.txt", "b.txt")'`,
      `python3 -c 'import pandas as pd; print(pd.read_csv("a.csv").rename(columns={"a": "b"}))'`,
      'python3 -m zipfile -l x.zip',
      `node --import 'data:text/javascript,console.log(1)' a.js`,
      `echo 'file("main.tf")' | terraform console`,
      'cmake -E tar cf x.tar out',
      'gcc -c a.c @flags.txt',
      'ansible localhost -m stat -a path=src',
    ],
  },
  {
    title: 'commands in options and in words that are cut short',
    asked: [
      "sqlite3 :memory: '.sh rm -rf src'",
      "sqlite3 :memory: '.sy rm -rf src'",
      "sqlite3 :memory: '.rea .env'",
      `sqlite3 :memory: '.imp "|rm -rf src" t'`,
      `sqlite3 :memory: ".o '|rm -rf src'"`,
      "duckdb -c '.sh rm -rf src'",
      `duckdb -c "copy (select 1) to '.git/hooks/pre-commit'"`,
      'gcc -wrapper rm,-rf,src a.c',
      `cargo --config 'target.x.runner="rm -rf src"' run`,
      "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='rm -rf src' cargo test",
      "ansible localhost -m file -a 'path=src state=absent'",
    ],
    allowed: [
      "sqlite3 :memory: '.sch'",
      "sqlite3 :memory: '.ta'",
      "sqlite3 :memory: '.sh ls'",
      `duckdb -c "copy (select 1) to 'out.parquet'"`,
      'gcc -wrapper ccache,-v a.c',
      "cargo --config 'net.offline=true' build",
      'CARGO_TARGET_WASM32_WASIP1_RUNNER=wasmtime cargo test',
      "ansible localhost -m file -a 'path=out state=directory' --check",
    ],
  },
  {
    title: 'code in variables that programs load, or that code takes from the environment',
    asked: [
      "MAKEFLAGS='--eval=$(shell rm -rf src)' make",
      "export GNUMAKEFLAGS='--eval=x:;rm -rf src'; make",
      `LUA_INIT='os.execute("rm -rf src")' lua x.lua`,
      `LUA_INIT_5_4='os.execute("rm -rf src")' lua x.lua`,
      `PERL5DB='system("rm -rf src")' perl -d x.pl`,
      "VIMINIT=':!rm -rf src' vim -es -c q f",
      `NODE_OPTIONS='--import=data:text/javascript,import fs from"fs";fs.rmSync("src",{recursive:true})' node x.js`,
      'GIT_CONFIG_PARAMETERS="\'core.pager=rm -rf src\'" git log',
      "P='rm -rf src' git --config-env=core.pager=P log",
      "export P='!rm -rf src'; git --config-env=alias.x=P x",
      `X='rm -rf src' python3 -c 'import os; os.system(os.environ["X"])'`,
      `export X='rm -rf src'; perl -e 'system($ENV{X})'`,
      `X='rm -rf src' perl -e 'system("$ENV{X}")'`,
      `X='rm -rf src' node -e 'require("child_process").execSync(process.env.X)'`,
      `X='rm -rf src' awk 'BEGIN{system(ENVIRON["X"])}'`,
      `X=.env python3 -c 'import os; print(open(os.environ["X"]).read())'`,
    ],
    allowed: [
      'MAKEFLAGS=--no-print-directory make',
      "MAKEFLAGS='--eval=x:;@date' make x",
      'PERL5OPT=-Mstrict perl x.pl',
      'GIT_CONFIG_PARAMETERS="\'user.name=A b\'" git commit -m x',
      'P=less git --config-env=core.pager=P log',
      `X='rm -rf src' python3 -c 'import os; print(os.environ["X"])'`,
      `X='ls src' awk 'BEGIN{system(ENVIRON["X"])}'`,
    ],
  },
  {
    title: 'commands in what clients of databases and builds are told',
    asked: [
      "make CC='rm -rf src;'",
      "make -e ARGS='x; rm -rf src'",
      "just x='a; rm -rf src'",
      'sqlite3 a.db "select edit(a, \'rm -rf src\') from t"',
      "sqlite3 a.db \"select edit(printf('%s', a), 'rm -rf src') from t\"",
      "psql -c '\\getenv x API_KEY' -c '\\echo :x'",
      "psql -c '\\set x `rm -rf src`'",
      "psql -c '\\x \\\\ \\! rm -rf src'",
      "psql <<< 'select 1 \\g |rm -rf src'",
      `redis-cli eval 'return redis.call("flushall")' 0`,
      `redis-cli eval "return redis.pcall( 'DEL', KEYS[1])" 1 x`,
      'echo FLUSHALL | redis-cli',
      'nim e - <<< \'removeDir("src")\'',
      `nim --eval:'removeDir("src")'`,
      "python3 -c 'from dotenv import dotenv_values; print(dotenv_values())'",
      `node -e 'console.log(require("dotenv").config().parsed)'`,
      'wrap cat .env',
      'wrap base64 ~/.ssh/id_rsa',
      'wrap printenv API_KEY',
      'echo $((API_KEY))',
      'echo $(( API_KEY + 1 ))',
      "x='API_KEY*2'; echo $((x))",
    ],
    allowed: [
      "make CFLAGS='-O2 -g' ARGS='test -v'",
      "make MSG='rm old files' x",
      "sqlite3 a.db 'select credit(a) from t'",
      "psql -c '\\set x `date`'",
      "psql <<< 'select 1 \\gx'",
      `redis-cli eval "return redis.call('get','x')" 0`,
      "redis-cli <<< 'get x'",
      "swift - <<< 'print(1)'",
      `node -e 'require("dotenv").config(); require("./app")'`,
      'wrap cat README.md',
      'mytool tail -f log.txt',
      'echo $((PORT + 1))',
      '(( ${#API_KEY} > 3 )) && echo y',
      "./gradlew run --args='rm -rf src'",
      "gradle run --args='rm -rf src'",
    ],
  },
  {
    title: 'what is called by a text, and databases that are taken back by other words',
    asked: [
      "perl -e 'unlink for <src/*>'",
      `python3 -c "getattr(__import__('os'),'system')('rm -rf src')"`,
      `node -e 'require("fs")["rmSync"]("src",{recursive:true})'`,
      `php -r 'array_map("unlink", glob("src/*"));'`,
      'flyway clean',
      'liquibase dropAll',
      'mytool db:drop',
      'rake db:schema:load',
      'bin/rails db:migrate:down VERSION=1',
      'python manage.py migrate app zero',
      'heroku config:get X -a y',
      'netlify env:list',
      "alias rm='rm -rf'; rm src",
      "alias rm='rm -i'; rm -rf src",
    ],
    allowed: [
      `python3 -c "getattr(x, 'name')('rm -rf src')"`,
      `php -r 'array_map("trim", ["a"]);'`,
      'flyway info',
      'liquibase status',
      'mytool drop x',
      'bin/rails db:migrate:status',
      'php artisan migrate:status',
      'python manage.py migrate',
      'python manage.py sqlflush',
      "alias rm='rm -i' cp='cp -i'",
      'cowsay rm -rf src',
    ],
  },
  {
    title: 'commands and files behind words that few use',
    asked: [
      'yarn workspaces foreach -A exec rm -rf src',
      'yarn workspaces foreach -At --from web exec rm -rf src',
      'cargo watch -- rm -rf src',
      "env 'BASH_FUNC_ls%%=() { rm -rf src; }' bash -c ls",
      `gcc -xc -E - <<< '#include ".env"'`,
      `gcc -xassembler -c - <<< '.incbin ".env"'`,
    ],
    allowed: [
      'yarn workspaces foreach -At --from web run test',
      'cargo watch -- cargo test',
      "env 'BASH_FUNC_ls%%=() { date; }' bash -c ls",
      `gcc -xc -E - <<< '#include "a.h"'`,
    ],
  },
];

describe.each(cases)('in a sandbox, $title', ({ asked, allowed }) => {
  test.each(asked)('is asked about: %s', (command) => {
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
  });

  test.each(allowed)('is not asked about: %s', (command) => {
    expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
  });
});

test.each([
  'npx np --yolo',
  'npx semantic-release',
  'npx lerna publish',
  'npx changeset publish',
  'yarn npm publish',
  'pod trunk push',
  'flutter pub publish',
  'fastlane deliver',
  'mytool deploy prod',
  'vercel remove x',
  'doctl compute droplet delete 1',
  'heroku apps:destroy x',
  'wrangler delete',
])('in a sandbox that reaches hosts is asked about: %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox({ hosts: ['registry.example'] }))).toBe('ask');
});

test.each([
  'npx np --dry-run',
  'npx semantic-release --dry-run',
  'yarn npm info react',
  'nx release --dry-run',
  'dart pub publish --dry-run',
  'npx knex migrate:status',
  'python manage.py migrate --plan',
  'pod install',
  'flutter pub get',
  'fastlane lanes',
  'mytool remove x',
  'mytool --deploy',
  'vercel dev',
  'heroku logs',
  'wrangler dev',
])('in a sandbox that reaches hosts is not asked about: %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox({ hosts: ['registry.example'] }))).toBe('allow');
});
