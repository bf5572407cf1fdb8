import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing, messageOf } from '../model/errors.ts';
import { createOwnFile } from '../state/own-file.ts';
import { misuse } from './terminal.ts';

/** A bearer token, and what its user is to be told about it. */
export interface Token {
  readonly token: string;
  readonly note: string;
}

/** The token of a file, or of the environment, or a new one. A file that is not there is made, with its directories, for its user alone. */
export function findToken(file: string | undefined, given: string | undefined): Token {
  if (file !== undefined) return tokenIn(file);
  if (given !== undefined)
    return {
      token: checked('HANDRAIL_MCP_TOKEN', given, ''),
      note: 'the bearer token is that of the environment',
    };
  const token = newToken();
  return { token, note: `the bearer token, until it ends: ${token}` };
}

function tokenIn(file: string): Token {
  if (file === '') throw misuse('--token-file: expected the name of a file, got ""');
  const stats = read(file, () => statsOf(file));
  if (stats === undefined)
    return (
      makeTokenIn(file) ??
      keptIn(
        file,
        read(file, () => statSync(file)),
      )
    );
  return keptIn(file, stats);
}

/** `undefined`: nothing is there. Where what should be a directory is none, Node tells that in some versions alone, unless it is asked like this. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function keptIn(file: string, stats: Stats): Token {
  if (stats.isDirectory()) throw misuse(`--token-file: expected a file, got ${file}, which is a directory`);
  const mode = stats.mode & 0o777;
  if ((mode & 0o077) !== 0)
    throw misuse(
      `--token-file: expected a file that only its user can read, got ${file}, whose mode is ${mode.toString(8)}; chmod 600 it`,
    );
  const text = read(file, () => readFileSync(file, 'utf8').trim());
  const token = checked(file, text, '; where there is no file, one is made with a token');
  return { token, note: `the bearer token is that in ${file}` };
}

/**
 * Where the documents put it is no directory yet before the first command has run. `null`: another server has made it at the same
 * moment.
 */
function makeTokenIn(file: string): Token | null {
  const token = newToken();
  try {
    const made = mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (!createOwnFile(file, `${token}\n`, null)) return null;
    const beside = made === undefined ? '' : `, and the directory ${made} with it`;
    return { token, note: `made a bearer token, which is in ${file}${beside}` };
  } catch (error) {
    throw misuse(
      `--token-file: expected a place where a file can be made, got ${file} (${messageOf(error)})`,
    );
  }
}

function read<Found>(file: string, look: () => Found): Found {
  try {
    return look();
  } catch (error) {
    throw misuse(`--token-file: expected a file that can be read, got ${file} (${messageOf(error)})`);
  }
}

/** 128 bits take 22 characters of base64. */
const minLength = 22;

/** Of what is in its place not more is told than its length: it may be a secret. */
function checked(source: string, token: string, advice: string): string {
  const isVisible = /^[\x21-\x7e]*$/.test(token);
  if (token.length >= minLength && isVisible) return token;
  const got = isVisible ? token.length : 'one with other characters than visible ones of ASCII';
  throw misuse(
    `${source}: expected a bearer token of at least ${minLength} characters without spaces, got ${got}${advice}`,
  );
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
