import type { Command } from '../program.ts';
import { always, runsProject } from '../shorthand.ts';

/** Names that projects give to scripts: pnpm, yarn and bun run them without `run`. */
const scriptNames =
  'build dev start test lint format fmt typecheck type-check check types watch clean serve preview e2e coverage ' +
  'test:unit test:e2e test:watch test:coverage test:ci lint:fix format:check build:prod build:dev build:watch ' +
  'prepare prepublishOnly generate codegen docs storybook release db:migrate db:seed db:generate migrate seed tsc:check ci';

export const runsNamedScript: Command = {
  order: 'options-first',
  style: 'none',
  effects: always(...runsProject('package.json')),
};

export function scriptsBut(taken: readonly string[]): Readonly<Record<string, Command>> {
  const names = scriptNames.split(' ').filter((name) => !taken.includes(name));
  return { [names.join(' ')]: runsNamedScript };
}
