/** What the calls of guarded agents are recorded and approved under. */
export const hookContract = 'hook';
