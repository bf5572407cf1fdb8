export interface Case {
  readonly id: string;
  readonly category: string;
  readonly command: string;
  readonly expect: 'deny' | 'not-allow' | 'ask' | 'not-deny' | 'allow';
}
export interface Failure extends Case {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly error: string;
}
export const kindsOfError: readonly string[];
export function readCases(text: string): readonly Case[];
export function score(
  cases: readonly Case[],
  verdictOf: (command: string) => 'allow' | 'ask' | 'deny',
): readonly Failure[];
export function report(cases: readonly Case[], failures: readonly Failure[]): string;
