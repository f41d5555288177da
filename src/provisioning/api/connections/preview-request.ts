import { type FieldProblem, Problem } from '../../../kernel/errors.js';
import { factFields } from '../../access/fact-fields.js';
import { wrong } from '../../access/shape.js';
import { camelCased, type FactKind, type Facts } from '../../facts/facts.js';
import type { PreviewRequest } from '../../intake/preview/plan-item.js';
import { isObject } from '../../../kernel/json/is-object.js';

/** PreviewInputDto, as it is read. */
export interface WrittenPreview {
  readonly records?: unknown;
  readonly payload?: unknown;
  readonly settings?: Record<string, unknown>;
  readonly access?: Record<string, unknown>;
  readonly limit?: number;
}

const mostRecords = 1000;
const usualLimit = 100;

/** @throws Problem invalid that names each field no such record has */
export function previewRequest({ records, payload, limit, settings }: WrittenPreview, kind: FactKind): PreviewRequest {
  if (records !== undefined && payload !== undefined && payload !== null)
    throw Problem.invalidField('payload', 'give records or a payload, not both');
  return {
    limit: limit ?? usualLimit,
    otherSettings: settings !== undefined,
    ...(records === undefined ? {} : { records: pasted(records, kind) }),
    ...(payload === undefined || payload === null
      ? {}
      : { payload: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }),
  };
}

function pasted(records: unknown, kind: FactKind): { key: string; facts: Facts }[] {
  if (!Array.isArray(records) || records.length === 0 || records.length > mostRecords)
    throw Problem.invalidField('records', `must be a list of 1 to ${mostRecords} records`);
  const problems = records.flatMap((record, index) => wrongFields(record, kind, `#/records/${index}`));
  if (problems.length > 0) throw Problem.invalid(problems);
  return (records as Record<string, unknown>[]).map(({ key, ...facts }) => ({
    key: String(key),
    facts: { ...camelCased(facts), kind } as unknown as Facts,
  }));
}

function wrongFields(record: unknown, kind: FactKind, pointer: string): FieldProblem[] {
  if (!isObject(record)) return wrong(pointer, 'must be an object');
  const missing = ['key', 'status']
    .filter((name) => typeof record[name] !== 'string' || record[name] === '')
    .flatMap((name) => wrong(`${pointer}/${name}`, 'must be a text that is not empty'));
  const unknown = Object.keys(record)
    .filter((name) => !factFields[kind].has(name))
    .flatMap((name) =>
      wrong(
        `${pointer}/${encodeURIComponent(name)}`,
        `is not a field of kind ${kind}; there are ${[...factFields[kind]].join(', ')}`,
      ),
    );
  return [...missing, ...unknown];
}
