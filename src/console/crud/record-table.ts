import { Database, type Statement, statement } from '../../database/database.js';
import type { HeardChanges } from '../../database/heard-changes.js';
import type { Table } from '../../database/table.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { RecordLife } from './record-life.js';

/** Parts of a record besides the shown columns of its table. */
interface Besides<R> {
  /** Columns that no answer shows, such as a sealed secret. */
  readonly hidden?: readonly (keyof R & string)[];
  /** SELECT items, such as rows of a child table; qualified and with an alias. */
  readonly selected?: string;
  /** Processes remember these records and are to forget them with every change. */
  readonly rememberedBy?: HeardChanges;
}

const life: readonly string[] = ['id', 'revision', 'createdAt', 'updatedAt'] satisfies (keyof RecordLife)[];

/**
 * The SQL of a table whose records are few and seldom change: one statement each, derived once from the entity. Filters
 * and lists name columns with their table: `networks.name`.
 */
export class RecordTable<R extends RecordLife> {
  private readonly name: string;
  private readonly fields: readonly (keyof R & string)[];
  private readonly json: ReadonlySet<string>;
  private readonly select: string;
  private readonly rememberedBy?: HeardChanges;
  private readonly statements: Readonly<Record<'find' | 'lock' | 'insert' | 'update' | 'remove', Statement>>;

  constructor(
    private readonly database: Database,
    table: Table,
    /** What people call one of the records: `RADIUS server`. */
    private readonly label: string,
    { hidden = [], selected, rememberedBy }: Besides<R> = {},
  ) {
    this.rememberedBy = rememberedBy;
    const { name } = table;
    const own = table.record(...hidden).all.filter(({ field }) => !life.includes(field));
    this.name = name;
    this.fields = own.map(({ field }) => field as keyof R & string);
    this.json = new Set(own.filter(({ type }) => type === 'jsonb').map(({ field }) => field));
    this.select = [table.select(name, ...hidden), selected].filter(Boolean).join(', ');
    const places = this.fields.map((_, index) => `$${index + 5}`);
    const list = own.map((column) => column.name);
    const one = 'organization_id = $1 and id = $2';
    this.statements = {
      find: statement(`${name}_find`, `select ${this.select} from ${name} where ${one}`),
      lock: statement(`${name}_lock`, `select ${this.select} from ${name} where ${one} for update of ${name}`),
      insert: statement(
        `${name}_insert`,
        `
        insert into ${name} (organization_id, id, revision, created_at, updated_at, ${list.join(', ')}) values ($1, $2,
          $3, $4, $4, ${places.join(', ')})`,
      ),
      update: statement(
        `${name}_update`,
        `
        update ${name} set revision = $3, updated_at = $4,
          ${list.map((column, index) => `${column} = ${places[index]}`).join(', ')} where ${one}`,
      ),
      remove: statement(`${name}_remove`, `delete from ${name} where ${one}`),
    };
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<R>> {
    return listRows<R>(this.database, context, list, {
      name: this.name,
      select: this.select,
      from: this.name,
      where: `${this.name}.organization_id = $1`,
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<R | undefined> {
    return this.database.one<R>(context, this.statements.find, [context.organizationId, id]);
  }

  /** Inside a transaction: locks the record until it ends. */
  lock(inside: Context, id: string): Promise<R | undefined> {
    return this.database.one<R>(inside, this.statements.lock, [inside.organizationId, id]);
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<R> {
    return this.there(await this.find(context, id), id);
  }

  /**
   * Inside a transaction: the record as the caller last saw it, locked until it ends. @throws Problem not_found, stale
   */
  async held(inside: Context, id: string, expected: Expected): Promise<R> {
    const record = this.there(await this.lock(inside, id), id);
    requireExpected(expected, record.revision);
    return record;
  }

  async insert(context: Context, record: R): Promise<void> {
    await this.write(context, this.statements.insert, this.valuesOf(context, record));
  }

  async update(context: Context, record: R): Promise<void> {
    await this.write(context, this.statements.update, this.valuesOf(context, record));
  }

  async remove(context: Context, id: string): Promise<void> {
    await this.write(context, this.statements.remove, [context.organizationId, id]);
  }

  private there(record: R | undefined, id: string): R {
    if (!record) throw Problem.notFound(this.label, id);
    return record;
  }

  private async write(context: Context, change: Statement, values: unknown[]): Promise<void> {
    await this.database.query(context, change, values);
    this.rememberedBy?.changed(context);
  }

  private valuesOf({ organizationId }: Context, record: R): unknown[] {
    const values = this.fields.map((field) => {
      const value = record[field];
      // The driver would write a list as an array of PostgreSQL.
      return Array.isArray(value) && this.json.has(field) ? JSON.stringify(value) : value;
    });
    return [organizationId, record.id, record.revision, record.updatedAt, ...values];
  }
}
