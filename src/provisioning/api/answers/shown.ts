import { snakeCased } from '../../facts/facts.js';

type Plain = Readonly<Record<string, unknown>>;

/**
 * What a stored record looks like outside: snake_case all the way down, and without anything that stands for a
 * password.
 */
export function shown(record: Plain | null | undefined): Record<string, unknown> | null {
  return record
    ? Object.fromEntries(
        Object.entries(snakeCased(record))
          .filter(([name, value]) => !isSecret(name, value))
          .map(([name, value]) => [name, shownValue(value)]),
      )
    : null;
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  return typeof value === 'object' && value !== null ? shown(value as Plain) : value;
}

/** That a password was set is told, and nothing more of it. */
function isSecret(name: string, value: unknown): boolean {
  if (name === 'password') return value !== 'set' && value !== null;
  return /password|secret|fingerprint|token/.test(name);
}
