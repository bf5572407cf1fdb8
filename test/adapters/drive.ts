import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newerNode } from '../support/newer-node.ts';
import type { ObservationLine, ScenarioLine } from './child.ts';
import type { Framework } from './frameworks.ts';
import { type Driver, type Observation, runScenario, type Scenario } from './scenario.ts';

/** Has scenarios with a framework, here or in a process of a newer Node. */
export interface Drive {
  run(scenario: Scenario): Promise<Observation>;
  close(): void;
}

export async function driveOf({ driver, node, instead = {} }: Framework): Promise<Drive> {
  if (node === 'newer') return inNewerNode(driver, instead);
  const { drive }: { readonly drive: Driver } = await import(`./drivers/${driver}.ts`);
  return { run: async (scenario) => await runScenario(drive, scenario), close: () => {} };
}

function inNewerNode(driver: string, instead: Readonly<Record<string, string>>): Drive {
  if (newerNode === null) throw new Error('expected a newer Node');
  const file = fileURLToPath(new URL('child.ts', import.meta.url));
  const words = Object.entries(instead).map(([name, other]) => `${name}=${other}`);
  const child = spawn(newerNode, ['--disable-warning=ExperimentalWarning', file, driver, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, PromiseWithResolvers<Observation>>();
  child.on('exit', (status) => {
    for (const { reject } of waiting.values()) reject(new Error(`the driver exited with ${status}`));
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, observation }: ObservationLine = JSON.parse(line);
    waiting.get(id)?.resolve(observation);
    waiting.delete(id);
  });
  let last = 0;
  return {
    run(scenario) {
      last += 1;
      const answer = withResolvers<Observation>();
      waiting.set(last, answer);
      const line: ScenarioLine = { id: last, scenario };
      child.stdin.write(`${JSON.stringify(line)}\n`);
      return answer.promise;
    },
    close: () => void child.kill(),
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
