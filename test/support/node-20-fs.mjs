// The conformance suite imports `globSync` of `fs`, which Node 20 has not, and uses it for other things than scenarios.
import { register } from 'node:module';

const fs = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`;
const url = `data:text/javascript,${encodeURIComponent(fs)}`;
const hooks = `export const resolve = async (name, context, next) =>
  name === 'fs' && context.parentURL?.includes('/conformance/')
    ? { url: ${JSON.stringify(url)}, shortCircuit: true }
    : await next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
