import type { BackendCase } from './backend-cases/backend-case.ts';
import { commandCases } from './backend-cases/commands.ts';
import { outlivingCases } from './backend-cases/outliving.ts';
import { outputCases } from './backend-cases/output.ts';
import { startingCases } from './backend-cases/starting.ts';
import { stoppingCases } from './backend-cases/stopping.ts';

/** Every promise of the `Backend` port. Register each case with a test runner of your choice. */
export const backendCases: readonly BackendCase[] = [
  ...commandCases,
  ...startingCases,
  ...stoppingCases,
  ...outlivingCases,
  ...outputCases,
];
