import { getMetadataArgsStorage } from 'typeorm';

export interface TableColumn {
  /** Its name in the code. */
  readonly field: string;
  readonly name: string;
  /** Its PostgreSQL type: `timestamptz`, `text[]`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Part of the record. False (`select: false`): read only where it is asked for. */
  readonly isShown: boolean;
  /** The value of a new record when none is given: the entity's default, if that is a plain value. */
  readonly usual: string | number | boolean | undefined;
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A row as `Columns.of` selects it: `connection_id` for the entity's connectionId. */
export type TableRow<Entity, Field extends keyof Entity & string> = {
  readonly [Name in Field as SnakeCase<Name>]: Entity[Name];
};

/** Columns of a table as the parts of statements. */
export class Columns {
  constructor(readonly all: readonly TableColumn[]) {}

  /** `first_name, last_name` */
  get names(): string {
    return this.all.map(({ name }) => name).join(', ');
  }

  /** Under the table's own names: `u.first_name, u.last_name`. */
  of(alias: string): string {
    return this.all.map(({ name }) => `${alias}.${name}`).join(', ');
  }

  /** `first_name text, last_name text`, for json_to_recordset. */
  get types(): string {
    return this.all.map(({ name, type }) => `${name} ${type}`).join(', ');
  }

  /** `first_name = r.first_name, last_name = r.last_name`, for UPDATE. */
  setFrom(alias: string): string {
    return this.all.map(({ name }) => `${name} = ${alias}.${name}`).join(', ');
  }

  /**
   * The record as json_to_recordset takes it. Leaves null out: json_to_recordset reads absent as null, at half the
   * price.
   */
  rowOf(record: object): Record<string, unknown> {
    const values = record as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const { name, field } of this.all) row[name] = jsonOf(values[field]);
    return row;
  }
}

/** A table as its entity describes it. Statements are made from this, so that each column is named once. */
export class Table<Entity extends object = object> extends Columns {
  constructor(
    readonly name: string,
    all: readonly TableColumn[],
  ) {
    super(all);
  }

  without(...fields: readonly (keyof Entity & string)[]): Columns {
    return new Columns(this.all.filter(({ field }) => !(fields as readonly string[]).includes(field)));
  }

  /** Those alone, in this order. */
  only(...fields: readonly (keyof Entity & string)[]): Table<Entity> {
    return new Table(
      this.name,
      fields.map((wanted) => {
        const column = this.all.find(({ field }) => field === wanted);
        if (!column) throw new Error(`${this.name} has no column for ${wanted} that could be written`);
        return column;
      }),
    );
  }

  /** The record's columns and the named hidden ones. */
  record(...hidden: readonly string[]): Columns {
    return new Columns(this.all.filter(({ field, isShown }) => isShown || hidden.includes(field)));
  }

  /** The record's columns under the code's names: `u.id as "id", u.first_name as "firstName"`. */
  select(alias: string, ...hidden: readonly string[]): string {
    return this.record(...hidden)
      .all.map(({ name, field }) => `${alias}.${name} as "${field}"`)
      .join(', ');
  }

  /** A new record's values where none are given, for the fields that have a default. */
  get usual(): Partial<Entity> {
    const known = this.all.filter(({ isShown, isNullable, usual }) => isShown && (isNullable || usual !== undefined));
    return Object.fromEntries(known.map(({ field, usual }) => [field, usual ?? null])) as Partial<Entity>;
  }
}

/** @param entity whose columns all name their types. Generated ones (`insert: false`) are no part of the table here. */
export function tableOf<Entity extends object>(entity: new () => Entity): Table<Entity> {
  const storage = getMetadataArgsStorage();
  const name = storage.tables.find(({ target }) => target === entity)?.name;
  if (name === undefined) throw new Error(`${entity.name} is no entity`);
  const columns = storage.columns
    .filter(({ target, options }) => target === entity && options.insert !== false)
    .map(({ propertyName, options }): TableColumn => {
      if (typeof options.type !== 'string') throw new Error(`${entity.name}.${propertyName}: the column names no type`);
      return {
        field: propertyName,
        name: options.name ?? propertyName,
        type: `${options.type}${options.array ? '[]' : ''}`,
        isNullable: options.nullable ?? false,
        isShown: options.select ?? true,
        usual: ['object', 'function'].includes(typeof options.default) ? undefined : options.default,
      };
    });
  return new Table<Entity>(name, columns);
}

function jsonOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value ?? undefined;
}
