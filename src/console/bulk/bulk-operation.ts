import type { FieldProblem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { type Reader, readText, Wrong } from '../../http/body/readers.js';
import type { DtoCheck } from '../../http/body/dto-check.js';
import type { SetTarget } from '../batch/set-result.js';
import type { CheckedStep } from '../batch/batch-in-memory.js';
import { type BulkOp, bulkOps } from './bulk.js';

/** How operations on one resource identify their record. */
export interface OperationRules<Values extends object, Key extends string> {
  readonly fields: Pick<DtoCheck<Values>, 'fromApi'>;
  /** The keys that `match` accepts, by their API names. */
  readonly match: Readonly<Record<string, { readonly key: Key; readonly read: Reader }>>;
  /** What two values of a key have in common if they name the same record. */
  readonly keyOf: (key: Key, value: string) => string;
  /** The field of `data` that identifies the record of an upsert without id and match. */
  readonly natural?: keyof Values & Key;
}

const members = ['op', 'id', 'match', 'data', 'ref'];

/** An operation's `op` and `ref`, if readable. */
export function nameOf(raw: unknown): { op: string | null; ref: string | null } {
  const { op, ref } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  return { op: bulkOps.includes(op as BulkOp) ? (op as string) : null, ref: isRef(ref) ? ref : null };
}

/** One operation as a step; its errors point into the operation (`#/data/username`). */
export function readOperation<Values extends object, Key extends string>(
  raw: unknown,
  rules: OperationRules<Values, Key>,
): CheckedStep<Values, Key> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return invalid([{ pointer: '#', detail: 'must be an object with op' }]);
  const { op, id, match, data, ref } = raw as Record<string, unknown>;
  const errors: FieldProblem[] = [];
  for (const name in raw)
    if (!members.includes(name))
      errors.push({
        pointer: `#/${encodeURIComponent(name.slice(0, 100).replaceAll(/\p{Cs}/gu, '?'))}`,
        detail: 'is not a field that can be set: remove it',
      });
  if (!bulkOps.includes(op as BulkOp)) errors.push({ pointer: '#/op', detail: `must be one of ${bulkOps.join(', ')}` });
  if (ref !== undefined && ref !== null && !isRef(ref))
    errors.push({ pointer: '#/ref', detail: 'must be text of at most 255 characters' });
  if (op === 'delete' && data !== undefined)
    errors.push({ pointer: '#/data', detail: 'says nothing in a delete: remove it' });
  const { values, errors: wrong } = rules.fields.fromApi(data ?? {});
  for (const { pointer, detail } of wrong) errors.push({ pointer: `#/data${pointer.slice(1)}`, detail });
  const target = op === 'create' ? targetOfCreate(id, match) : targetOf(op as BulkOp, id, match, values, rules);
  if (target instanceof Wrong) errors.push({ pointer: id === undefined ? '#/match' : '#/id', detail: target.detail });
  if (op === 'upsert' && namesAnother(target, values, rules))
    errors.push({
      pointer: `#/data/${Object.keys(match as object)[0]}`,
      detail: 'names another record than match, which the same upsert would not find again: rename by update',
    });
  if (errors.length > 0 || target instanceof Wrong) return invalid(errors);
  if (target === undefined) return { op: 'create', values };
  return op === 'delete' ? { op, target } : { op: op as 'update' | 'upsert', target, values };
}

function targetOfCreate(id: unknown, match: unknown): undefined | Wrong {
  return id === undefined && match === undefined ? undefined : new Wrong('is not for create: use update or upsert');
}

function targetOf<Values extends object, Key extends string>(
  op: BulkOp,
  id: unknown,
  match: unknown,
  values: Partial<Values>,
  rules: OperationRules<Values, Key>,
): SetTarget<Key> | Wrong {
  const names = Object.keys(rules.match).join(', ');
  if (id !== undefined && match !== undefined) return new Wrong('is one too many: name the record by id or by match');
  if (id !== undefined)
    return typeof id === 'string' && isUuid(id) ? { by: 'id', value: id } : new Wrong('must be an id (UUID)');
  if (match === undefined) {
    const { natural } = rules;
    const value = natural === undefined ? undefined : values[natural];
    if (op === 'upsert' && natural !== undefined && typeof value === 'string') return { by: natural, value };
    return new Wrong(`is needed, or id: name the record by one of ${names}`);
  }
  if (typeof match !== 'object' || match === null || Array.isArray(match))
    return new Wrong(`must be an object with one of ${names}`);
  const entries = Object.entries(match as Record<string, unknown>);
  const [name, wanted] = entries[0] ?? [''];
  if (entries.length !== 1 || !Object.hasOwn(rules.match, name)) return new Wrong(`must name exactly one of ${names}`);
  const { key, read } = rules.match[name];
  const value = read(wanted);
  return value instanceof Wrong ? new Wrong(`${name} ${value.detail}`) : { by: key, value: value as string };
}

function namesAnother<Values extends object, Key extends string>(
  target: SetTarget<Key> | Wrong | undefined,
  values: Partial<Values>,
  { keyOf }: OperationRules<Values, Key>,
): boolean {
  if (target === undefined || target instanceof Wrong || target.by === 'id') return false;
  const named = (values as Partial<Record<string, unknown>>)[target.by];
  return (
    named !== undefined && (typeof named !== 'string' || keyOf(target.by, named) !== keyOf(target.by, target.value))
  );
}

const readRef = readText(255);

function isRef(ref: unknown): ref is string {
  return typeof ref === 'string' && (ref === '' || !(readRef(ref) instanceof Wrong));
}

function invalid(errors: readonly FieldProblem[]): { op: 'invalid'; errors: readonly FieldProblem[] } {
  return { op: 'invalid', errors };
}
