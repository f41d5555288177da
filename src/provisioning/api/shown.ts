import { snakeCased } from '../facts/facts.js';

type Plain = Readonly<Record<string, unknown>>;

/** What a stored record looks like outside: snake_case all the way down, and without anything that stands for a password. */
export function shown(record: Plain | null | undefined): Record<string, unknown> | null {
  return record ? Object.fromEntries(Object.entries(snakeCased(record)).filter(([name]) => !isSecret(name)).map(([name, value]) => [name, shownValue(value)])) : null;
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  return typeof value === 'object' && value !== null ? shown(value as Plain) : value;
}

function isSecret(name: string): boolean {
  return /password|secret|fingerprint|token/.test(name);
}
