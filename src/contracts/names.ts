/**
 * The names of the contracts that Handrail brings along, the built-in one first. They stand here beside the contracts themselves for
 * whoever needs no more than to know that a name is right: a contract takes its schemas along, and these take their time.
 */
export const contractNames = ['default', 'modes', 'plain', 'workspace', 'session', 'envelope'] as const;
