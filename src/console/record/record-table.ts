import { Database, type Statement, statement } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import type { RecordLife } from './record-life.js';

/** Column of each field; id and life are in every table under the same names. */
export type RecordColumns<R extends RecordLife> = Readonly<Record<Exclude<keyof R & string, keyof RecordLife>, string>>;

/**
 * The SQL of a table whose records are few and change seldom: one statement each, made once from the columns. Filters
 * and lists name columns with the table in front: `networks.name`.
 */
export class RecordTable<R extends RecordLife> {
  private readonly fields: readonly (keyof R & string)[];
  private readonly select: string;
  private readonly statements: Readonly<Record<'find' | 'lock' | 'insert' | 'update' | 'remove', Statement>>;

  /** @param alsoSelected further SELECT items, such as rows of a child table, qualified and with an alias */
  constructor(
    private readonly database: Database,
    private readonly table: string,
    columns: RecordColumns<R>,
    alsoSelected = '',
  ) {
    const stored = columns as Readonly<Record<string, string>>;
    this.fields = Object.keys(stored) as (keyof R & string)[];
    const named = { id: 'id', ...stored, revision: 'revision', createdAt: 'created_at', updatedAt: 'updated_at' };
    const own = Object.entries(named)
      .map(([field, column]) => `${table}.${column} as "${field}"`)
      .join(', ');
    this.select = alsoSelected ? `${own}, ${alsoSelected}` : own;
    const places = this.fields.map((_, index) => `$${index + 5}`);
    const list = this.fields.map((field) => stored[field]);
    const one = 'organization_id = $1 and id = $2';
    this.statements = {
      find: statement(`${table}_find`, `select ${this.select} from ${table} where ${one}`),
      lock: statement(`${table}_lock`, `select ${this.select} from ${table} where ${one} for update of ${table}`),
      insert: statement(
        `${table}_insert`,
        `
        insert into ${table} (organization_id, id, revision, created_at, updated_at, ${list.join(', ')}) values ($1, $2,
          $3, $4, $4, ${places.join(', ')})`,
      ),
      update: statement(
        `${table}_update`,
        `
        update ${table} set revision = $3, updated_at = $4,
          ${list.map((column, index) => `${column} = ${places[index]}`).join(', ')} where ${one}`,
      ),
      remove: statement(`${table}_remove`, `delete from ${table} where ${one}`),
    };
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<R>> {
    return listRows<R>(this.database, context, list, {
      name: this.table,
      select: this.select,
      from: this.table,
      where: `${this.table}.organization_id = $1`,
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<R | undefined> {
    return this.database.one<R>(context, this.statements.find, [context.organizationId, id]);
  }

  /** In a transaction: the record as it stays until the transaction ends. */
  lock(inside: Context, id: string): Promise<R | undefined> {
    return this.database.one<R>(inside, this.statements.lock, [inside.organizationId, id]);
  }

  async insert(context: Context, record: R): Promise<void> {
    await this.database.query(context, this.statements.insert, this.valuesOf(context, record));
  }

  async update(context: Context, record: R): Promise<void> {
    await this.database.query(context, this.statements.update, this.valuesOf(context, record));
  }

  async remove(context: Context, id: string): Promise<void> {
    await this.database.query(context, this.statements.remove, [context.organizationId, id]);
  }

  private valuesOf({ organizationId }: Context, record: R): unknown[] {
    return [organizationId, record.id, record.revision, record.updatedAt, ...this.fields.map((field) => record[field])];
  }
}
