import { isUuid } from '../../kernel/ids.js';
import type { DtoCheck } from '../../http/body/dto-check.js';
import type { CheckedStep, InvalidStep } from './batch-in-memory.js';
import type { Revision, Step } from './set-result.js';

/**
 * Ids and keys that the steps name, each once. Values that PostgreSQL cannot take as uuid or text are left out, because
 * they belong to no record. `wanted` returns the keys that a step's values claim.
 */
export function keysOfSteps<Values extends object, Key extends string>(
  steps: readonly CheckedStep<Values, Key>[],
  keyOf: (key: Key, value: string) => string,
  wanted: (values: Partial<Values>) => readonly (readonly [Key, string | null | undefined])[],
): { ids: string[]; of: (key: Key) => string[] } {
  const ids = new Set<string>();
  const keys = new Map<Key, Set<string>>();
  const add = (key: Key, value: string) => {
    if (value.includes('\u0000')) return;
    const known = keys.get(key) ?? new Set();
    keys.set(key, known.add(keyOf(key, value)));
  };
  for (const step of steps) {
    if ('target' in step) {
      const { by, value } = step.target;
      if (by !== 'id') add(by, value);
      else if (isUuid(value)) ids.add(value.toLowerCase());
    }
    if ('values' in step) for (const [key, value] of wanted(step.values)) if (value) add(key, value);
  }
  return { ids: [...ids], of: (key) => [...(keys.get(key) ?? [])] };
}

/** The step for unchecked values, or their errors. */
export function checkedStep<Values extends object, Made>(
  fields: Pick<DtoCheck<Values>, 'check'>,
  values: object,
  step: (checked: Partial<Values>) => Made,
): Made | InvalidStep {
  const read = fields.check(values);
  return read.errors.length > 0 ? { op: 'invalid', errors: read.errors } : step(read.values);
}

/** A record made of unchecked values. */
export function createStep<Values extends object, Key extends string>(
  fields: Pick<DtoCheck<Values>, 'check'>,
  values: object,
): CheckedStep<Values, Key> {
  return checkedStep(fields, values, (checked) => ({ op: 'create', values: checked }));
}

/** One record changed by its id; `stale` where it no longer has `ifRevision`. */
export function changeStep<Values extends object, Key extends string>(
  fields: Pick<DtoCheck<Values>, 'check'>,
  { id, changes, ifRevision }: { readonly id: string; readonly changes: object; readonly ifRevision?: Revision },
): Extract<Step<Values, Key>, { readonly op: 'update' }> | InvalidStep {
  return checkedStep(fields, changes, (values) => ({
    op: 'update',
    target: { by: 'id', value: id },
    values,
    ifRevision,
  }));
}

export function deleteStep(id: string, ifRevision?: Revision) {
  return { op: 'delete', target: { by: 'id', value: id }, ifRevision } as const;
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
