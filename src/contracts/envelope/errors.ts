import { cutPath } from '../../model/describe-value.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { EnvelopeError, EnvelopeErrorCode } from './result.ts';

/** The errors with the messages of the document's table; those that it does not have are INVALID_PARAM in like words. */
export const errors = {
  noCommand: error('INVALID_PARAM', "Missing required parameter 'command'."),
  timeout: error('INVALID_PARAM', 'timeout_ms must be an integer between 1 and 600000.'),
  notA: (name: string, type: 'string' | 'boolean') => error('INVALID_PARAM', `${name} must be a ${type}.`),
  /** Bash cannot be given it as it is. */
  unusable: (details: string) => error('INVALID_PARAM', `The command cannot be run: ${details}.`),
  noDirectory: (path: string) => error('NOT_FOUND', `Directory '${cutPath(path)}' does not exist.`),
  notADirectory: (path: string) => error('INVALID_PARAM', `'${cutPath(path)}' is not a directory.`),
  outside: error('ACCESS_DENIED', 'Access denied. Path must be within project root.'),
  blocked: error('INVALID_PARAM', 'Command blocked by safety rules.'),
  permission: error('PERMISSION_DENIED', 'Permission denied executing command.'),
  timedOut: error('TIMEOUT', 'Command timed out with no output.'),
  failed: (details: string) => error('EXECUTION_ERROR', `Command failed: ${details}`),
} as const;

function error(code: EnvelopeErrorCode, message: string): EnvelopeError {
  return { code, message };
}

/** Why nothing could be started, where `directory` is as it was given. */
export function errorOfStart({ code, message }: StartProblem, directory: string): EnvelopeError {
  switch (code) {
    case 'cwd-not-found':
      return errors.noDirectory(directory);
    case 'cwd-not-a-directory':
      return errors.notADirectory(directory);
    case 'cwd-not-accessible':
      return errors.permission;
    case 'cwd-outside':
      return errors.outside;
    case 'bash-not-found':
    case 'coreutils-not-found':
    case 'terminal-unavailable':
    case 'spawn-failed':
    case 'sandbox-unavailable':
    case 'container-unavailable':
    case 'session-busy':
    case 'job-refused':
    case 'audit-unavailable':
    case 'state-unavailable':
    case 'internal-error':
      return errors.failed(message);
  }
}
