import type { Policy, Rule } from '../../model/decision.ts';
import { rules as deletion } from './delete.ts';
import { rules as disk } from './disk.ts';
import { rules as execution } from './execution.ts';
import { rules as files } from './files.ts';
import { rules as git } from './git.ts';
import { rules as persistence } from './persistence.ts';
import { rules as privilege } from './privilege.ts';
import { rules as secrets } from './secrets.ts';
import { rules as services } from './services.ts';
import { rules as system } from './system.ts';
import { rules as text } from './text.ts';

/** Every shipped rule: what is surely harmful is denied, and what is not known to be harmless is asked about. */
export const shippedRules: readonly Rule[] = [
  deletion,
  disk,
  system,
  git,
  execution,
  privilege,
  secrets,
  persistence,
  files,
  services,
  text,
].flat();

/** The policy of those who say nothing: without a finding, a command reads, shows nothing secret and changes nothing. */
export const shippedPolicy: Policy = { rules: shippedRules };
