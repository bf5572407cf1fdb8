/** What a person has said to a call that they were asked about. */
export interface PersonAnswer {
  readonly approved: boolean;
  /** Why not: the model is told. */
  readonly reason?: string | undefined;
}
