import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Nothing here is executed. */
test.each([
  'echo 1 + 1 | terraform console',
  'npm create vite@latest app -- --template react',
  'npm repo --browser false',
  'npm docs --no-browser express',
  'aws logs create-export-task --log-group-name a',
  'aws rds start-export-task --export-task-identifier a',
  'irb <<< "puts 1"',
  "pry -e 'puts 1'",
  "ghci -e 'map (+1) [1,2]'",
  'echo ":t map" | ghci -v0',
  'iex <<< "IO.puts(1)"',
  'gdb -batch -ex run -ex bt --args ./build/app --verbose',
  'ls *.md | entr -n make',
  'bundle init',
  'yarn init -y',
  'terraform show tf.plan',
  'terraform output',
  'terraform state show aws_instance.web',
  'helm repo update',
  'helmfile -e dev diff',
  'helmfile -f deploy/helmfile.yaml apply',
  'd=$(mktemp -d); python3 -m venv "$d/v" && "$d/v/bin/python" -V; rm -rf "$d"',
])('a person is not asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});

test.each([
  'terraform console',
  'terraform show -json tf.plan',
  'TF_CLI_ARGS_show=-json terraform show',
  'export TF_CLI_ARGS=-json; terraform output',
  'terraform show -json=true tf.plan',
  'terraform output "$option"',
  'terraform state show "$option"',
  'terraform show terraform.tfstate',
  'terraform output password',
  'terraform output -raw password',
  'terraform output --json',
  'terraform state pull',
  'tofu show -show-sensitive',
  'helm repo add x https://example.com/charts',
  'helmfile -i apply',
  'npm create vite@latest app',
  'npm repo',
  'npm repo --browser true',
  'aws configure export-credentials',
  'irb',
  'ghci Main.hs',
  'iex -e "IO.puts(1)"',
  'gdb --args ./build/app',
  'gdb -batch -ex run --args rm -rf src',
  'pry -e \'system("rm -rf src")\'',
  "ghci -e ':!rm -rf src'",
  "ghci <<< ':!rm -rf src'",
  'irb <<< \'system("rm -rf src")\'',
  'iex <<< \'File.rm_rf!("src")\'',
  'ls *.md | entr make',
  'ls *.md | entr -n rm -rf src',
  'bundle console',
  'yarn set version 4.1.0',
  // It may be any file, also of the repository itself.
  'bunzip2 "$f"',
])('a person is asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
});
