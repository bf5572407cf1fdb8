import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, known, prefixOf, textOf } from '../../words.ts';
import { background, interactive, runsInput, runsShell, unknownEffect } from '../effects.ts';
import { has, runsValue, special, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { joinedText, run } from '../wrapped.ts';

/** Programs that run another in a terminal of its own: in a window, or in a session that goes on. */
export const programs: readonly Program[] = [
  {
    names: ['tmux', 'byobu', 'zellij'],
    order: 'options-first',
    options: {
      ...flags('-2, -8, -C, -l, -q, -u, -U, -v, -V'),
      ...values('-L, -S, -T'),
      ...listed(runsValue, '-c'),
      '-f': specialValue('a file with commands'),
    },
    // `tmux -V` tells its version.
    effects: (call) => (call.name === 'tmux' && isAlone(call, '-V') ? [] : runsInTerminal(call)),
  },
  {
    names: ['screen'],
    order: 'options-first',
    options: {
      ...flags(
        '-A, -a, -d, -D, -i, -ls, -list, -L, -l, -m, -n, -O, -q, -Q, -r, -R, -RR, -U, -v, -wipe, -x, -h',
      ),
      ...flags('-dm, -dmS, -dmLS, -Dm, -dR, -DR, -dRR, -DRR'),
      ...values('-e, -p, -S, -s, -t, -T, -Logfile'),
      '-c': specialValue('a file with commands'),
      '-X': special('a command for another session'),
    },
    style: 'single-dash',
    effects: (call) => (has(call, '-ls') || has(call, '-list') || has(call, '-v') ? [] : startsScreen(call)),
  },
  {
    names: [
      ...['xterm', 'uxterm', 'rxvt', 'urxvt', 'st', 'x-terminal-emulator', 'gnome-terminal', 'konsole'],
      ...[
        'xfce4-terminal',
        'lxterminal',
        'mate-terminal',
        'terminator',
        'tilix',
        'alacritty',
        'kitty',
        'foot',
      ],
      'wezterm',
    ],
    style: 'none',
    effects: runsInWindow,
  },
];

function isAlone({ given, operands }: Call, option: string): boolean {
  return operands.length === 0 && given.length === 1 && given.every(({ names }) => names.includes(option));
}

/** `tmux new-session -d 'text'`: what is behind the options is a text for a shell. */
function runsInTerminal(call: Call): readonly Effect[] {
  const [first, ...others] = call.operands;
  const name = textOf(first);
  const shows = name !== null && /^(?:ls|list-.*|display-message|has(?:-session)?|info)$/.test(name);
  if (shows && call.operands.every(isPlainArgument)) return [];
  if (name === 'show-environment' || name === 'showenv')
    return [unknownEffect('program-specific', 'variables')];
  if (first === undefined) return [interactive, runsInput('shell')];
  const dashes = call.argv.findIndex((word) => textOf(word) === '--');
  const behind = call.name === 'zellij' && dashes !== -1 ? run(call.argv.slice(dashes + 1)) : [];
  const takesText =
    /^(?:new|new-session|neww|new-window|splitw|split-window|respawn-(?:pane|window)|run|run-shell|if-shell|popup|display-popup|pipe-pane|send-keys|send)$/;
  const texts = name !== null && takesText.test(name) ? textsOf(others) : [];
  return [
    background,
    unknownEffect('program-specific', name ?? '…'),
    ...behind,
    ...texts.concat(others.flatMap(formatCommands), ...commandsBehind(others)).map((text) => runsShell(text)),
  ];
}

/** A `;` at the end of a word begins another command of tmux, and `#(…)` in a format is a text for a shell. */
function isPlainArgument(word: Word): boolean {
  return word.kind === 'known' && !word.text.endsWith(';') && !word.text.includes('#(');
}

function formatCommands(word: Word): readonly Word[] {
  const [, text] = /#\(([\s\S]*)\)/.exec(prefixOf(word)) ?? [];
  return text === undefined ? [] : [known(text)];
}

/** What stands behind a `;` may be a command that takes a text for a shell. */
function commandsBehind(words: Call['operands']): readonly (readonly Word[])[] {
  const end = words.findIndex((word) => textOf(word)?.endsWith(';') === true);
  return end === -1 ? [] : [textsOf(words.slice(end + 1))];
}

/** Each word may be the text, and with all that are behind it, as it is not known which options there are. */
function textsOf(words: Call['operands']): Call['operands'] {
  const starts = words.flatMap((word, at) => ((textOf(word) ?? '-').startsWith('-') ? [] : [at]));
  const plain = words.filter((_, at) => starts.includes(at));
  const texts = starts.slice(0, mostTexts).map((at) => joinedText(words.slice(at)));
  return texts.concat(plain.length > 1 ? plain : []);
}

/** How many words are taken for the first one of a text. */
const mostTexts = 20;

function startsScreen(call: Call): readonly Effect[] {
  const isDetached = call.given.some(({ names }) => names.some((name) => /^-[dD].*m/.test(name)));
  const words = isDetached && hasAny(call, '-dmS', '-dmLS') ? call.operands.slice(1) : call.operands;
  // What is said to another session takes no terminal; it may be keys for the shell in it.
  if (has(call, '-X') && textOf(call.operands[0]) === 'stuff') return typed(call.operands.slice(1));
  const start = isDetached ? [background] : has(call, '-X') ? [] : [interactive];
  return [...start, ...(words.length === 0 ? [runsInput('shell')] : run(words))];
}

/** Keys that are typed, a line of which ends with `\\n`, `^M` or the key itself. */
function typed(words: Call['operands']): readonly Effect[] {
  const text = joinedText(words);
  return [
    runsShell(text.kind === 'known' ? known(text.text.replace(/\\[nr]|\\01[25]|\^[MJ]|\r/g, '\n')) : text),
  ];
}

/** `xterm -e program words`: one word alone is a text for a shell. */
function runsInWindow(call: Call): readonly Effect[] {
  const { name, operands } = call;
  const at = operands.findIndex((word) =>
    /^(?:-e|-x|--|-command|--(?:command|execute))$/.test(textOf(word) ?? ''),
  );
  const words = at === -1 ? (runsOperands.has(name) ? withoutOptions(operands) : []) : operands.slice(at + 1);
  const attached = operands.flatMap((word) => {
    const [start] = /^(?:--(?:command|execute|exec)|-e)=/.exec(prefixOf(word)) ?? [];
    return start === undefined ? [] : [runsShell(dropStart(word, start.length))];
  });
  const [first] = words;
  const started = first !== undefined && words.length === 1 ? [runsShell(first)] : run(words);
  return [unknownEffect('unknown-program', name), ...started, ...attached];
}

/** These take a program without an option for it. */
const runsOperands: ReadonlySet<string> = new Set(['kitty', 'foot']);

function withoutOptions(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex((word) => !prefixOf(word).startsWith('-'));
  return start === -1 ? [] : words.slice(start);
}
