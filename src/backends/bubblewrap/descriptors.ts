// Descriptors of what makes a sandbox, behind the ten of the program; see `EnclosedProgram`.

/** The channel to this process, by which a socket that listens in the sandbox is handed on. */
export const channelDescriptor = 10;

/** What the sandbox is in: as long as it is open anywhere, that stays. */
export const heldDescriptor = 11;
