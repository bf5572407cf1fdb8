/** One requirement of a contract. */
export interface Requirement {
  /** The letter of the contract and a number: `B-3`. */
  readonly id: string;
  /** `covered`: a test whose title begins with the id shows it. `missing`: it is not built yet, and no test claims it. */
  readonly status: 'covered' | 'missing';
  /** The part of the work that it comes with. */
  readonly part: number;
  /** What is asked for, in short. */
  readonly text: string;
}

/** Everything that the five documents ask for: A `modes`, B `plain`, C `workspace`, D `session`, E `envelope`. */
export const requirements: readonly Requirement[] = [
  covered('A-1', 4, 'Input is a command and a mode of three; another is refused by naming them.'),
  covered('A-2', 4, 'Time limits of 30 s, 15 min and 24 h, at which the whole group is killed.'),
  covered('A-3', 4, 'The description is the template of the document, with the live working directory.'),
  covered('A-4', 1, 'Each call has a context of its own; a tool keeps nothing of a conversation.'),
  covered('A-5', 4, 'One browser a conversation: opened when asked for, shared, closed with it.'),
  covered('A-6', 1, 'Tools have one interface; a registry lists them and calls them by name.'),
  covered('A-7', 4, 'In the foreground: bash -c in the context’s directory, both streams in one.'),
  covered('A-8', 4, 'Cancel goes before timeout, timeout before the end; the output is kept.'),
  covered('A-9', 4, 'A failure is an error with exit code and output; a success is the output alone.'),
  covered('A-10', 4, 'Over 128 KiB: the first and the last 4 KiB, in whole characters, and the sizes.'),
  covered('A-11', 4, 'In the background: an answer at once with group, output file, how to stop it.'),
  covered('A-12', 4, 'The end of a background command is written to its file, whoever is left.'),
  covered('A-13', 4, 'Every simple command is checked before it runs, however nested or wrapped.'),
  covered('A-14', 4, 'Sweeping git add, forced git push and rm of what matters are blocked.'),
  covered('A-15', 4, 'A script that cannot be parsed is refused with the place.'),
  covered('A-16', 1, 'Commands of 1 MiB run.'),
  covered('A-17', 4, 'The tests that the document plans are there.'),
  covered('B-1', 1, 'Input is a command; without one that is text the error is InvalidArgs.'),
  covered('B-2', 1, 'Denied texts are looked for in order; the first that is found blocks the command.'),
  covered('B-3', 1, 'A callback can confirm each command, after the denied texts; its failure is a no.'),
  covered('B-4', 1, 'The directory can be set; the streams are told apart and decoded with replacement.'),
  covered('B-5', 1, 'Cancelled, timed out, not started: errors of their kinds; nothing is left running.'),
  covered('B-6', 1, 'Of a long stream its first bytes are kept, and a line says so.'),
  covered('B-7', 1, 'The text is the exit code and the streams; -1 when there is no code.'),
  covered('B-8', 1, 'A non-zero exit is a result; the details have the code and whether it is success.'),
  covered('C-1', 4, 'The caller gives workspace, profile, limits and variables.'),
  covered('C-2', 4, 'Blocklist, then permission, then run; what is not allowed starts nothing.'),
  covered('C-3', 3, 'Profiles are ordered patterns over actions, read from a file, with clear errors.'),
  covered('C-4', 4, 'The agent’s time limit ends the tree in two steps and keeps the output.'),
  covered('C-5', 4, 'The result has seven fields, with null for an exit code that is not there.'),
  covered('C-6', 4, 'Streams are apart; of a long one its end is kept under a header with both sizes.'),
  covered('C-7', 4, 'The environment is a short list, with the workspace as HOME; no secret passes.'),
  covered('C-8', 4, 'The worst commands are blocked and recorded, ordinary rm is not.'),
  covered('C-9', 4, 'Many commands run for one agent, are listed for it, and end with it.'),
  covered('C-10', 4, 'Binary output never breaks a result.'),
  covered('C-11', 4, 'The tool is in the registry with its schema.'),
  covered('C-12', 4, 'The tests that the document names are there.'),
  covered('D-1', 4, 'Input is a command, a time limit, a directory and a description.'),
  covered('D-2', 4, 'Without a directory the configured one is taken.'),
  covered('D-3', 4, 'A shell lasts for each directory of a conversation; its replacement is told.'),
  covered('D-4', 4, 'Nothing is banned; what only reads runs at once, all else is asked once.'),
  covered('D-5', 4, 'Output is bounded in bytes and lines, cut in the middle, whole in a file.'),
  covered('D-6', 4, 'Metadata has times, description, exit code and output.'),
  covered('D-7', 4, 'The prompt is a template in a file of its own, with three places to fill.'),
  covered('D-8', 4, 'On screen a call has its title, its description and its command.'),
  covered('E-1', 4, 'Input is a command, a directory and a time limit within a range.'),
  covered('E-2', 4, 'The answer has five keys, and an error exactly when the status says so.'),
  covered('E-3', 4, 'The data have streams, end, cut, command and directory.'),
  covered('E-4', 4, 'The context has directory and input as received; the stats time and sizes.'),
  covered('E-5', 4, 'Success, partial and error are told apart by how the command ended.'),
  covered('E-6', 4, 'The directory lies inside the project, links followed.'),
  covered('E-7', 4, 'Every cd stays inside the project; one that cannot be known is refused.'),
  covered('E-8', 4, 'Interactive programs are refused.'),
  covered('E-9', 4, 'Commands that end systems, gain rights or run what they download are refused.'),
  covered('E-10', 4, 'Downloads are refused unless the network is allowed.'),
  covered('E-11', 4, 'Commands that a better tool replaces are refused with its name.'),
  covered('E-12', 4, 'Nothing is cut unless a limit is set; memory is bounded all the same.'),
  covered('E-13', 4, 'A variable says who runs the command; the rest of the environment is inherited.'),
  covered('E-14', 4, 'Errors have the codes of the document’s table.'),
  covered('E-15', 4, 'The text has a headline, the exit, warnings and the streams that are not empty.'),
  covered('E-16', 4, 'Terminals, background tasks and rules of one’s own are there from the start.'),
];

function covered(id: string, part: number, text: string): Requirement {
  return { id, status: 'covered', part, text };
}
