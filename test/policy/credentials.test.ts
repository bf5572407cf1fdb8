import { expect, test } from 'vitest';
import type { SandboxNetwork } from '../../src/model/sandbox.ts';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn, verdictOf } from './shipped.ts';

const hosts: SandboxNetwork = { hosts: ['registry.example'] };

/** Nothing here is executed. */
test.each([
  'az storage account keys list -n x',
  'az cosmosdb keys list -n x -g y',
  'az webapp deployment list-publishing-profiles -n x',
  'az acr login -n x --expose-token',
  'az ad sp create-for-rbac',
  'az search admin-key show --service-name x',
  'aws iam create-access-key --user-name x',
  'aws rds generate-db-auth-token --hostname h',
  'aws kms decrypt --ciphertext-blob fileb://x',
  'aws eks get-token --cluster-name c',
  'aws ec2 create-key-pair --key-name x',
  'aws apigateway get-api-keys --include-values',
  'gcloud kms decrypt --key k --ciphertext-file x --plaintext-file -',
  'gcloud iam service-accounts keys create k.json --iam-account a',
  'kubectl create token build',
  'kubectl -n ci create token build --duration 1h',
  'vault read secret/x',
  'vault kv get -field=a secret/x',
  'vault token create',
  'nomad var get a/b',
  'pulumi stack output --show-secrets',
  'pulumi config --show-secrets',
  'pulumi config get dbPassword',
  'glab auth status --show-token',
  'glab auth status -t',
  'conda info --unsafe-channels',
  'nmcli device wifi show-password',
  'op read op://vault/item/password',
  'op item get x --reveal',
  'doppler secrets',
  'doppler secrets get API_KEY --plain',
  'infisical export',
  'chamber read app key',
  'aws-vault export p',
  'dotenvx get',
  'gpg -d notes.gpg',
  'gpg --batch --decrypt -o notes.txt notes.gpg',
  'gpg notes.gpg',
  'gpg --export-secret-keys -a',
  'pass show mail/work',
  'pass mail/work',
  'gopass -o mail/work',
  'sops -d values.enc.yaml',
  'sops decrypt values.enc.yaml',
  "sops exec-env values.enc.yaml 'make test'",
  'age -d -i key.txt notes.age',
  'rage --decrypt notes.age',
  'secret-tool lookup service mail',
  'bw get password mail',
  'bw --session x list items',
  'lpass show mail',
  'heroku config -a shop',
  'heroku config:get DATABASE_URL',
  'docker context export work',
  'docker context export work work.tar',
])('in a sandbox a person is asked about %s, which shows credentials', (command) => {
  for (const network of ['none', hosts, 'host'] as const) {
    const { findings } = decisionOn(command, shippedPolicyInSandbox(network));
    expect(findings.map(({ id }) => id)).toContain('disclose-credentials');
  }
});

test.each(['openssl pkcs12 -in a.p12 -nodes', 'openssl pkcs8 -topk8 -nocrypt -in server.key'])(
  'in a sandbox a person is asked about %s, which prints a key',
  (command) => {
    const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
    expect(findings.map(({ id }) => id)).toEqual(['read-secret']);
  },
);

test.each([
  ['gpg -c .env', ['read-secret']],
  ['gpg -o out.gpg --symmetric .env', ['read-secret']],
  ['age -r x .env', ['read-secret']],
  ['sops .env', ['read-secret', 'interactive']],
  ['sops values.enc.yaml', ['interactive']],
  ["sops exec-file values.enc.yaml 'rm -rf src'", ['disclose-credentials', 'delete-file']],
])('in a sandbox a person is asked about %s: %j', (command, ids) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(ids);
});

test.each([
  'az vm list',
  'az keyvault secret list --vault-name v',
  'aws iam list-access-keys',
  'gcloud iam service-accounts keys list --iam-account a',
  'kubectl create deployment x --image y',
  'vault status',
  'vault kv list secret',
  'pulumi stack output',
  'pulumi config',
  'glab auth status',
  'conda info --base',
  'nmcli device wifi list',
  'op item list',
  'doppler run -- make test',
  'dotenvx run -- make test',
  'infisical secrets set a=b',
  'gpg --list-keys',
  'gpg --verify notes.sig notes.txt',
  'gpg -e -r me notes.txt',
  'pass ls',
  'gopass new',
  'pass otp insert mail',
  'pass --version',
  'sops -e -i values.yaml',
  'age -r x -o notes.age notes.txt',
  'bw get template item',
  'bw sync',
  'heroku apps',
  'docker context ls',
])('in a sandbox a person is not asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});
