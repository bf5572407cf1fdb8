import type { Body } from '../scripted-model.ts';

/** What is in a list of a request; empty where there is none. */
export function listIn(body: Body, key: string): readonly Body[] {
  const value = body[key];
  return Array.isArray(value) ? value : [];
}

/** Empty where it is nothing of the kind. */
export function bodyIn(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

export function textIn(value: unknown, key: string): string {
  const body = bodyIn(value);
  return typeof body[key] === 'string' ? body[key] : (JSON.stringify(body[key]) ?? '');
}
