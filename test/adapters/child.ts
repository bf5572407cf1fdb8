// Runs scenarios for a test on a newer Node than its own: a line of JSON in, a line of JSON out. The first word names the
// driver; the others, `ai=ai-7`, which package it is given in place of another.
import * as nodeModule from 'node:module';
import { createInterface } from 'node:readline';
import { type Observation, runScenario, type Scenario } from './scenario.ts';

/** What a line asks for, and what one answers. */
export interface ScenarioLine {
  readonly id: number;
  readonly scenario: Scenario;
}
export interface ObservationLine {
  readonly id: number;
  readonly observation: Observation;
}

const [driver, ...others] = process.argv.slice(2);
const instead = new Map(others.map((pair) => pair.split('=') as [string, string]));

/** It came after the Node whose types there are. */
interface Hooks {
  registerHooks(hooks: {
    resolve(specifier: string, context: object, next: (specifier: string, context: object) => object): object;
  }): void;
}

(nodeModule as unknown as Hooks).registerHooks({
  resolve(specifier, context, next) {
    const [name = '', ...rest] = specifier.split('/');
    return next([instead.get(name) ?? name, ...rest].join('/'), context);
  },
});

const { drive } = await import(`./drivers/${driver}.ts`);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, scenario }: ScenarioLine = JSON.parse(line);
  runScenario(drive, scenario).then((observation) => {
    const answer: ObservationLine = { id, observation };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  });
}
