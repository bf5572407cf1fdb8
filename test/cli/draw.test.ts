import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { draw, drawUnrunnable, type Screen } from '../../src/cli/draw.ts';
import { widthOf } from '../../src/contracts/columns.ts';
import { explain } from '../../src/policy/explain.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

const where = { cwd: '/home/user/project', home: '/home/user' };

function drawn(command: string, screen: Partial<Screen> = {}): string {
  const whole = { hasColours: false, columns: 80, ...screen };
  const { analysis, decision } = judgeCommand(shippedPolicy, command, where);
  return analysis === null ? drawUnrunnable(decision, whole) : draw(explain(analysis, decision), whole);
}

/** What is drawn of each is in a file of that name. Nothing of it is run. */
const commands = {
  'one-word': 'ls',
  'pipeline-and-wrappers':
    'cd web && npm ci && sudo -u deploy rsync -a --delete ./dist/ deploy@host.example:/srv/www/ && curl -s https://example.org/very/long/path/to/an/install/script/that/goes/on/and/on.sh | bash -s -- --yes --prefix /opt/tool',
  'lines-and-documents': `# Release
set -e
cat > notes.md <<'END'
  Notes of the release
END
for f in src/*.ts; do
\trm -f "$f.bak"; git push --force origin main
done`,
  'wide-characters':
    'echo "日本語 🙂 e\u0301 \u{1f469}\u200d\u{1f4bb} ❤\ufe0f"; rm -rf ~ ; echo "user\u202enimda" > /etc/profile.d/x.sh; echo 表示表示表示表示; rm -rf ~',
  unparsed: 'echo done\necho $(if) and more',
  'long-word': `echo ${'a'.repeat(100)}; rm ${'b'.repeat(90)}`,
  unrunnable: 'echo a\0b',
};

describe('an explanation', () => {
  test.each(Object.entries(commands))('is drawn within 80 columns: %s', async (name, command) => {
    const text = drawn(command);
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(80);
    await expect(`${text}\n`).toMatchFileSnapshot(`drawn/${name}.txt`);
  });

  test.each([
    ['ls; ', 4],
    ['🙂 && ', 6],
    ['表示 x; ', 8],
    ['echo e\u0301\u200b; ', 16],
  ])('underlines what a finding is about, whatever stands before it: %j', (before, width) => {
    const [, , line = '', under = ''] = drawn(`${before}rm -rf ~`).split('\n');
    expect(line.endsWith('rm -rf ~')).toBe(true);
    // Two columns of margin, and those of what stands before; what is before may be underlined as well.
    expect(under.length).toBe(2 + width + 'rm -rf ~'.length);
    expect(under.slice(2 + width - 1)).toBe(` ${'^'.repeat('rm -rf ~'.length)}`);
  });

  test('has colours where they are asked for, and is the same text then', () => {
    const command = commands['pipeline-and-wrappers'];
    const coloured = drawn(command, { hasColours: true });
    expect(coloured.startsWith('\u001b[31mdeny\u001b[0m\n')).toBe(true);
    expect(stripVTControlCharacters(coloured)).toBe(drawn(command));
  });

  test('is not broken where there is no screen', () => {
    const command = commands['pipeline-and-wrappers'];
    const lines = drawn(command, { columns: null }).split('\n');
    expect(lines[2]).toBe(`  ${command}`);
    expect(lines[3]?.length).toBe(lines[2]?.length);
  });

  test('shows nothing that a terminal would obey', () => {
    const text = drawn('echo "\u001b[2J\u009b1m\u202e"\r\n; cat "a\u001b]0;x\u0007"');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });
});
