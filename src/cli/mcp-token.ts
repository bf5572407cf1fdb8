import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../model/errors.ts';
import { misuse } from './terminal.ts';

/** A bearer token, and what its user is to be told about it. */
export interface Token {
  readonly token: string;
  readonly note: string;
}

/** The token of a file, or of the environment, or a new one. A file that is not there is made, for its user alone. */
export function findToken(file: string | undefined, given: string | undefined): Token {
  if (file !== undefined) return tokenIn(file);
  if (given !== undefined)
    return {
      token: checked('HANDRAIL_MCP_TOKEN', given),
      note: 'the bearer token is that of the environment',
    };
  const token = newToken();
  return { token, note: `the bearer token, until it ends: ${token}` };
}

function tokenIn(file: string): Token {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return makeTokenIn(file);
  if (stats.isDirectory()) throw misuse(`--token-file: expected a file, got ${file}, which is a directory`);
  if ((stats.mode & 0o077) !== 0)
    throw misuse(`--token-file: expected a file that only its user can read, got ${file}; chmod 600 it`);
  return { token: checked(file, readText(file)), note: `the bearer token is that in ${file}` };
}

function makeTokenIn(file: string): Token {
  const token = newToken();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw misuse(`--token-file: ${messageOf(error)}`);
  }
  return { token, note: `made a bearer token, which is in ${file}` };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw misuse(`--token-file: ${messageOf(error)}`);
  }
}

/** 128 bits take 22 characters of base64. */
const minLength = 22;

function checked(source: string, token: string): string {
  if (token.length >= minLength && /^[\x21-\x7e]+$/.test(token)) return token;
  throw misuse(
    `${source}: expected a bearer token of at least ${minLength} characters without spaces, got ${token.length}`,
  );
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
