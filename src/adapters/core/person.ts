import { reasonIn } from '../../approvals/answers.ts';

/** Asks a person about a call of a tool, by its input. */
export type Person = (input: unknown, tool: string) => PersonAnswer | Promise<PersonAnswer>;

/** What a person has said to a call that they were asked about. */
export interface PersonAnswer {
  readonly approved: boolean;
  /** Why not: the model is told. */
  readonly reason?: string | undefined;
}

/** What is put to the framework: a no has its reason. */
export type GivenAnswer = { readonly approved: true } | { readonly approved: false; readonly reason: string };

/** Asks, and reads what comes back: what is no answer is no yes. */
export async function askAbout(input: unknown, tool: string, person: Person): Promise<GivenAnswer> {
  const { approved, reason }: Partial<PersonAnswer> = (await person(input, tool)) ?? {};
  return approved === true ? { approved } : { approved: false, reason: reasonIn(reason) };
}
