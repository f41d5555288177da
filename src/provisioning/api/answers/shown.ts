import { snakeCased } from '../../facts/facts.js';

type Plain = Readonly<Record<string, unknown>>;

/** A stored record as the API shows it: snake_case at every level, without anything that stands for a password. */
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

/** Shows only that a password was set. */
function isSecret(name: string, value: unknown): boolean {
  if (name === 'password') return value !== 'set' && value !== null;
  return /password|secret|fingerprint|token/.test(name);
}
