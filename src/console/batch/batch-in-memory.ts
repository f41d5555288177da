import type { FieldProblem } from '../../kernel/errors.js';
import type { SetResult, Step, SetTarget, UseCounts } from './set-result.js';

export interface Row {
  readonly id: string;
  readonly revision: number;
}

/** What the batch needs to know about one kind of record. Values are checked before. */
export interface RecordRules<R extends Row, Values extends object, Key extends string> {
  /** The unique keys of a record, in the form in which they are compared. */
  keys(row: R): readonly (readonly [Key, string])[];
  /** A caller's key, in the form in which it is compared. */
  keyOf(key: Key, value: string): string;
  /** The values that a key stands for when an upsert creates; undefined if no record can be created by it. */
  valuesOf(target: SetTarget<Key>): Partial<Values> | undefined;
  create(values: Partial<Values>): R | readonly FieldProblem[];
  /** The changed record, or the same object if nothing differs. */
  change(row: R, values: Partial<Values>): R | readonly FieldProblem[];
  /** Keys that several records may share. They find a record as long as only one has them. */
  aliases?(row: R): readonly (readonly [Key, string])[];
  /** Why the record cannot be deleted, if so. */
  needed?(row: R): { readonly detail: string; readonly usedBy: UseCounts } | undefined;
  /** For example `A user with this username exists`. */
  taken(key: Key): string;
}

/** A step that cannot be read keeps its place in the list. */
export interface InvalidStep {
  readonly op: 'invalid';
  readonly errors: readonly FieldProblem[];
}

export type CheckedStep<Values extends object, Key extends string> = Step<Values, Key> | InvalidStep;

export interface Update<R extends Row> {
  readonly before: R;
  readonly after: R;
}

/** The writes that bring the table to the state of the batch in memory. */
export interface Writes<R extends Row> {
  /** As they were read. */
  readonly deleted: readonly R[];
  readonly updated: readonly Update<R>[];
  readonly inserted: readonly R[];
  /** Updated records whose old key another updated record takes: they release it first. */
  readonly parked: readonly string[];
}

/**
 * Applies an ordered list of steps to records in memory. A batch whose rows depend on each other (create, then change
 * the same; rename in a circle) therefore costs the same few statements as any other.
 */
export class BatchInMemory<R extends Row, Values extends object, Key extends string> {
  private readonly before = new Map<string, R>();
  private readonly rows = new Map<string, R>();
  private readonly holders = new Map<string, string>();
  private readonly sharers = new Map<string, Set<string>>();

  /** @param loaded every record that a step names or whose key a step wants. */
  constructor(
    loaded: readonly R[],
    private readonly rules: RecordRules<R, Values, Key>,
  ) {
    for (const row of loaded) {
      this.before.set(row.id, row);
      this.put(row);
    }
  }

  play(steps: readonly CheckedStep<Values, Key>[]): SetResult[] {
    return steps.map((step) => this.step(step));
  }

  writes(): Writes<R> {
    const inserted = [...this.rows.values()].filter(({ id }) => !this.before.has(id));
    const updated: Update<R>[] = [];
    const deleted: R[] = [];
    for (const before of this.before.values()) {
      const after = this.rows.get(before.id);
      if (!after) deleted.push(before);
      else if (after !== before) updated.push({ before, after });
    }
    const wanted = new Map(
      updated.flatMap(({ after }) => this.handles(after).map((handle) => [handle, after.id] as const)),
    );
    const parked = updated
      .filter(({ before }) => this.handles(before).some((handle) => (wanted.get(handle) ?? before.id) !== before.id))
      .map(({ before }) => before.id);
    return { deleted, updated, inserted, parked };
  }

  private step(step: CheckedStep<Values, Key>): SetResult {
    if (step.op === 'invalid') return { status: 'invalid', errors: step.errors };
    if (step.op === 'create') return this.create(step.values);
    const row = this.find(step.target);
    if (row === 'several')
      return { status: 'conflict', detail: 'Several records have this key: name one by its id', id: null };
    if (step.op === 'upsert') return row ? this.change(row, step.values) : this.createFor(step.target, step.values);
    if (!row) return { status: 'not_found' };
    if (step.ifRevision !== undefined && ![step.ifRevision].flat().includes(row.revision))
      return { status: 'stale', id: row.id, revision: row.revision };
    return step.op === 'update' ? this.change(row, step.values) : this.delete(row);
  }

  /** Callers cannot choose an id, so an upsert by id only updates. */
  private createFor(target: SetTarget<Key>, values: Partial<Values>): SetResult {
    const named = target.by === 'id' ? undefined : this.rules.valuesOf(target);
    return named ? this.create({ ...named, ...values }) : { status: 'not_found' };
  }

  private create(values: Partial<Values>): SetResult {
    const made = this.rules.create(values);
    if (isErrors(made)) return { status: 'invalid', errors: made };
    const conflict = this.conflict(made);
    if (conflict) return conflict;
    this.put(made);
    return { status: 'created', id: made.id };
  }

  private change(row: R, values: Partial<Values>): SetResult {
    const made = this.rules.change(row, values);
    if (isErrors(made)) return { status: 'invalid', errors: made };
    if (made === row) return { status: 'unchanged', id: row.id };
    const conflict = this.conflict(made);
    if (conflict) return conflict;
    this.take(row);
    this.put(made);
    return { status: 'changed', id: row.id };
  }

  private delete(row: R): SetResult {
    const needed = this.rules.needed?.(row);
    if (needed) return { status: 'conflict', id: null, ...needed };
    this.take(row);
    return { status: 'deleted', id: row.id };
  }

  private conflict(row: R): SetResult | undefined {
    for (const [key, value] of this.rules.keys(row)) {
      const holder = this.holders.get(handle(key, value));
      if (holder && holder !== row.id) return { status: 'conflict', detail: this.rules.taken(key), id: holder };
    }
    return undefined;
  }

  private find(target: SetTarget<Key>): R | 'several' | undefined {
    if (target.by === 'id') return this.rows.get(target.value.toLowerCase());
    const wanted = handle(target.by, this.rules.keyOf(target.by, target.value));
    const sharing = this.sharers.get(wanted);
    if (sharing && sharing.size > 1) return 'several';
    const holder = this.holders.get(wanted) ?? sharing?.values().next().value;
    return holder === undefined ? undefined : this.rows.get(holder);
  }

  private put(row: R): void {
    this.rows.set(row.id, row);
    for (const each of this.handles(row)) this.holders.set(each, row.id);
    for (const each of this.sharedHandles(row))
      this.sharers.set(each, (this.sharers.get(each) ?? new Set()).add(row.id));
  }

  private take(row: R): void {
    this.rows.delete(row.id);
    for (const each of this.handles(row)) this.holders.delete(each);
    for (const each of this.sharedHandles(row)) this.sharers.get(each)?.delete(row.id);
  }

  private sharedHandles(row: R): string[] {
    return (this.rules.aliases?.(row) ?? []).map(([key, value]) => handle(key, value));
  }

  private handles(row: R): string[] {
    return this.rules.keys(row).map(([key, value]) => handle(key, value));
  }
}

function handle(key: string, value: string): string {
  return `${key}:${value}`;
}

function isErrors<R>(made: R | readonly FieldProblem[]): made is readonly FieldProblem[] {
  return Array.isArray(made);
}
