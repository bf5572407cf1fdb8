import { expect, it } from 'vitest';
import { unknown } from '../../../src/analysis/words.ts';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

const changes = ['sends', 'changes infrastructure'];
const destroys = ['sends', 'destroys infrastructure'];

it.each([
  ['aws --version', []],
  ['aws configure list', []],
  ['aws configure list --profile x', changes],
  ['aws s3 ls s3://bucket', ['receives']],
  ['aws ec2 describe-instances --region eu-west-1', ['receives']],
  ['aws --region x ec2 describe-instances', changes],
  ['aws s3api get-object --bucket b --key k out', changes],
  ['aws secretsmanager get-secret-value --secret-id x', ['receives', 'discloses credentials']],
  ['aws s3 cp a s3://bucket', changes],
  ['aws s3 rm s3://bucket --recursive', destroys],
  ['aws ec2 terminate-instances --instance-ids i', destroys],
  ['gcloud config list', []],
  ['gcloud config get-value project', []],
  ['gcloud config get-value proxy/password', ['receives', 'discloses credentials']],
  ['gcloud compute instances describe web --zone a', ['receives']],
  ['gcloud compute instances delete web', destroys],
  ['gcloud auth print-access-token', [...changes, 'discloses credentials']],
  ['gcloud secrets versions access 1 --secret x', [...changes, 'discloses credentials']],
  ['az account show', []],
  ['az vm list', ['receives']],
  ['az keyvault secret show --name x', ['receives', 'discloses credentials']],
  ['az group delete -n x', destroys],
  ['terraform providers', ['reads all of /w']],
  ['terraform providers schema -json', ['reads all of /w']],
  [
    'terraform providers lock -platform=linux_amd64',
    ['reads all of /w', 'receives', 'alters /w/.terraform.lock.hcl'],
  ],
  ['terraform providers mirror out', ['reads all of /w', 'receives', 'replaces all of /w/out']],
  ['docker buildx imagetools inspect x', ['receives']],
  ['docker buildx imagetools create -t a b', ['receives', 'sends', 'changes remote']],
  ['docker buildx imagetools create --dry-run -t a b', ['receives']],
  ['docker buildx history logs x', ['receives']],
  ['docker buildx history rm x', ['destroys container x']],
  ['brew list', []],
  ['brew info jq', ['receives']],
  ['brew install jq', ['receives', 'changes package jq']],
  ['brew uninstall jq', ['destroys package jq']],
  ['brew frobnicate', ['unknown-subcommand frobnicate']],
  ['helm version', []],
  ['helm env', ['discloses credentials']],
  ['helm search repo x', []],
  ['helm search hub x', ['receives']],
  ['helm lint', ['reads all of /w']],
  ['helm lint a -f v.yaml', ['reads /w/v.yaml', 'reads all of /w/a']],
  ['helm lint a -f https://x.example/v', ['reads /w/https:/x.example/v', 'receives', 'reads all of /w/a']],
  ['kubectl version', ['receives']],
  ['kubectl version --client', []],
  ['kubectl version --client=false', ['receives']],
  ['go list -m', ['reads all of /w']],
  ['go list -m all', ['reads all of /w', 'receives']],
  ['go list -m -u', ['reads all of /w', 'receives']],
  ['gem list rails', []],
  ['gem list -r rails', ['receives']],
  ['journalctl -n 50', []],
  ['journalctl -f', ['interactive']],
] as [string, string[]][])('%s', (line, expected) => {
  expect(effectLines(...wordsOf(line))).toEqual(expected);
});

it('takes a call for a change where a word of it is not known', () => {
  expect(effectLines('aws', unknown(), 'list-users')).toEqual([...changes, 'unknown-words …']);
});
