/**
 * What a model is told of the tool. `${directory}`, `${maxBytes}` and `${maxLines}` stand for the project directory and
 * the limits of the output. It is a module of one text, so that the package's bundle has it.
 */
export const template = `Runs a command in bash and returns what it prints, stdout and stderr in the order of writing.

Each directory has a shell of its own that lasts for the whole conversation. Variables, functions, shell options, cd and
background processes of one call are there in the next call with the same workdir, and not in that of another directory.
If a shell had to be replaced, the result says so.

This tool is for programs: git, package managers, builds, tests, containers. To read, write, edit, search or list files, use
the tools that are made for it, if you have them.

# Directory
- Commands run in \${directory} unless workdir names another directory, absolute or relative to it.
- To work in another directory, give workdir. Do not write \`cd <directory> && <command>\`.
  Good: workdir "packages/web" with command "npm test". Bad: command "cd packages/web && npm test".
- A cd inside a command lasts: the shell stays there for the next call with the same workdir.
- A directory outside of the project can be used, but the user is asked first.
- Put paths with spaces in double quotes: python "tools/my script.py".
- Before you make a file or a directory, make sure that the directory it goes into exists and is the right one.

# Permission
- Commands that only read run at once. For everything else the user is asked, once for each call.
- Nothing is forbidden outright. When permission is denied, do not try the same thing in another way: say what you wanted to
  do, or ask the user.

# Description
- Always give a description: what the command does, in 5 to 10 words, active and specific. The user sees it above the command
  when asked for permission and while it runs.
  Command "ls src" - "List the files in src".
  Command "npm ci" - "Install the locked dependencies".
  Command "git log --oneline -20 -- src/api" - "Show the last 20 commits to the API".
  Command "find . -name '*.log' -mtime +7 -delete" - "Delete log files older than a week".

# Time and output
- timeout is in milliseconds: 120000 when left out, at most 600000. A command that reaches it is stopped; what it had written
  is returned, and its shell is kept where that is possible.
- There is no terminal and nothing on standard input. Use options that answer beforehand (--yes, -m, --no-edit), and no
  editors, pagers or programs that draw.
- A server or watcher that is to go on while you work ends with & and writes to a file: npm run dev > /tmp/dev.log 2>&1 &. It
  runs until its shell ends. Do not use sleep to wait for it; look at its log.
- Output of more than \${maxBytes} bytes or \${maxLines} lines is cut in its middle, with a line that says how many lines are
  missing and names a file with the whole output. Read or search that file instead of running the command again; there is no
  need for head or tail in the command.
- A failed command ends with its exit code on a line of its own. That is a result, not an error of the tool.

# Several commands
- Commands that do not depend on each other: make several calls at once. Calls in one directory wait for each other.
- Commands that do depend on each other: one call, joined with &&; with ; where a failure of the first does not matter.
- Do not join commands with line ends, except inside quotes and here-documents.

# Git
Commit, amend, push, and open pull requests only when the user has asked for it; when in doubt, ask. Never:
- change the git configuration;
- skip hooks or signatures (--no-verify, --no-gpg-sign), unless the user asks for exactly that;
- discard or overwrite work (reset --hard, checkout or restore over changes, clean -f, branch -D, push --force), unless the
  user asks for exactly that. Warn the user before a force push, and refuse one to main or master;
- use commands that wait for somebody to type (rebase -i, add -i, commit without -m).

To commit:
1. Look first, in calls at once: git status, git diff, git diff --staged, and git log --oneline -10 for the style of messages.
2. Stage files by name. Leave out what you did not change and what may hold secrets (.env, keys, credentials), and say so.
3. Write a message of one or two sentences that says why, not only what. Commit with -m, or with a here-document where the
   message has several lines.
4. Run git status again to see that it worked. If a hook fails or changes files, nothing was committed: mend the cause, stage
   again, and make a new commit. Do not amend: that would change the commit before.
- Amend only if the user asked for it, the last commit is yours and of this conversation, and it is not pushed.
- If there is nothing to commit, do not make an empty commit.

To open a pull request:
1. Look at all commits since the branch left its base, not only at the last one: git log and git diff <base>...HEAD.
2. Push with -u if the branch is not on the remote yet.
3. Open it with gh pr create, with a title that says what changes, and a body with a summary and how it was tested. Return its
   address.
`;
