/**
 * A browser for each conversation, by `playwright-core` and a Chromium of this machine.
 *
 * @packageDocumentation
 */
export { type BrowserProvider, type ChromiumOptions, createChromiumProvider } from './chromium.ts';
