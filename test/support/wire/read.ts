import type { Body } from '../scripted-model.ts';

/** What is in a list of a request; empty where there is none. */
export function listIn(body: Body, key: string): readonly Body[] {
  const value = body[key];
  return Array.isArray(value) ? value : [];
}

export function textIn(value: unknown, key: string): string {
  const body = typeof value === 'object' && value !== null ? (value as Body) : {};
  return typeof body[key] === 'string' ? body[key] : (JSON.stringify(body[key]) ?? '');
}
