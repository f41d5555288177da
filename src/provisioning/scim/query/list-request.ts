import type { Filter } from './filter.js';
import { parseFilter } from './filter-parser.js';
import { type Projection, projectionOf } from './projection.js';
import { mostResults } from '../schema/discovery.js';
import type { ResourceType } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';

export interface ListRequest {
  readonly filter: Filter | null;
  /** From 1. */
  readonly startIndex: number;
  /** 0: returns only the total. */
  readonly count: number;
  readonly sortBy: string | null;
  readonly isDescending: boolean;
  readonly projection: Projection;
}

const usualCount = 100;
const farthest = 10_000_000;

/**
 * Query parameters, or the body of a `.search` (RFC 7644, 3.4.2 and 3.4.3). Unknown ones are ignored.
 * @throws ScimProblem
 */
export function listRequest(type: ResourceType, parameters: Readonly<Record<string, unknown>>): ListRequest {
  const named = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]));
  const filter = text(named.get('filter'));
  return {
    filter: filter ? parseFilter(filter) : null,
    startIndex: Math.min(farthest, Math.max(1, wholeNumber(named.get('startindex'), 'startIndex') ?? 1)),
    count: Math.min(mostResults, Math.max(0, wholeNumber(named.get('count'), 'count') ?? usualCount)),
    sortBy: text(named.get('sortby')),
    isDescending: text(named.get('sortorder'))?.toLowerCase() === 'descending',
    projection: projectionOf(type, parameters),
  };
}

function text(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first : null;
}

function wholeNumber(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!/^-?\d{1,15}$/.test(String(value))) throw ScimProblem.bad('invalidValue', `${name} is a whole number`);
  return Number(value);
}
