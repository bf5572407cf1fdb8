import { describe, expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** Commands that go through what `git status` prints, without the letters before the names. Nothing here is executed. */
describe('files that git status names', () => {
  test.each([
    "git status --porcelain | awk '{print $2}' | xargs wc -l",
    "git status --porcelain | grep '\\.ts$' | cut -c4- | sort -u | xargs grep -n TODO",
    'git status --porcelain | cut -c4- | while read -r f; do wc -l "$f"; done',
    'for f in $(git status --porcelain | awk \'{ print $NF }\'); do stat -c %s "$f"; done',
    "git status --porcelain=v1 | sed 's/^...//' | xargs ls -l",
    "git status --porcelain -uno | awk '{print $2}' | xargs head -5",
    'git status --porcelain --untracked-files=no -- src | cut -c 4- | xargs cat',
  ])('are files of the workspace: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    "git status --porcelain | awk '{print $2}' | xargs cat", // Files that git does not track, too.
    'git status --porcelain | cut -c4- | xargs head -5',
    "git status --short | awk '{print $2}' | xargs wc -l", // In a directory of a repository it names what is above it.
    'git status -s -uno | cut -c4- | xargs cat',
    'git status --porcelain -s | cut -c4- | xargs wc -l',
    "git status --porcelain -uno -uall | awk '{print $2}' | xargs cat",
    "git status --porcelain -uno --untracked=normal | awk '{print $2}' | xargs cat",
    'git status --porcelain | cut -c4- | cut -c4- | xargs wc -l',
    "git status --porcelain -uno | grep env | awk '{print $2}' | xargs cat",
    "git status --porcelain | awk '{print $2}' | xargs rm -f",
    "git status --porcelain | awk '{print $2}' | xargs sed -n 1p",
    'git status --porcelain | awk \'{print "/etc/shadow"}\' | xargs wc -l',
    'git status --porcelain | awk \'{print $2 "/../../x"}\' | xargs wc -l',
    'git status --porcelain | cut -c4-; find . | cut -c4- | xargs cat',
    "find . -name '*.ts' | cut -c4- | xargs wc -l", // `a/b/etc/passwd` becomes another path.
    "git ls-files | awk '{print $2}' | xargs wc -l",
    "git ls-files | sed 's/^...//' | xargs wc -l",
    "{ git status --porcelain; cat f; } | awk '{print $2}' | xargs wc -l",
    "git status | awk '{print $2}' | xargs wc -l",
    "git status --porcelain -v | awk '{print $2}' | xargs wc -l",
    "git -C .. status --porcelain | awk '{print $2}' | xargs wc -l",
    "cd .. && git status --porcelain | awk '{print $2}' | xargs wc -l",
    "git status --porcelain | awk '{print $2}' f | xargs wc -l",
    'git status --porcelain | cut -c1-2,4- | xargs wc -l',
  ])('are asked about where there may be more: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });
});
