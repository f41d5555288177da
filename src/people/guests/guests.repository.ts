import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { usernameKey } from '../../kernel/username-key.js';
import type { Guest, GuestDetail, GuestMore, GuestRow } from './guest.js';
import { guestDetails, guestMore } from './guest-detail.statement.js';
import { guestFields, guestSource, type SearchedWord } from './guest-list.js';

const read = statement(
  'guests_read_words',
  'select w as typed, usher_person_key(w) as key from unnest($1::text[]) with ordinality as x (w, n) order by n',
);
const details = replanned('guests_details', guestDetails);
const more = replanned('guests_more', guestMore);

@Injectable()
export class GuestsRepository {
  constructor(private readonly database: Database) {}

  async list(context: Context, list: ListQuery, words: readonly string[]): Promise<ListedRows<Guest>> {
    const searched = words.length > 0 ? await this.database.query<SearchedWord>(context, read, [words]) : [];
    const { plain, source } = guestSource(context, list, searched);
    const { rows, total } = await listRows<GuestRow>(this.database, context, plain, source);
    const known = await this.details(context, rows);
    return {
      rows: rows.flatMap((row) => {
        const detail = known.get(row.id);
        return detail ? [{ ...row, detail }] : [];
      }),
      total,
    };
  }

  async find(context: Context, id: string): Promise<Guest | undefined> {
    const conditions = [{ field: 'id', operator: 'eq', values: [id] }] as const;
    const list = { page: 1, pageSize: 1, conditions, sort: [], fields: guestFields, parameters: [] };
    return (await this.list(context, list, [])).rows.at(0);
  }

  async more(context: Context, { id, detail: { account } }: Guest, roomKey: string | null): Promise<GuestMore> {
    const name = account && usernameKey(account.username);
    const found = await this.database.one<GuestMore>(context, more, [
      context.organizationId,
      account?.userId ?? null,
      name,
      roomKey,
      id,
    ]);
    return found ?? { extension: null, devices: [], sessions: [], refusals: [], locks: [] };
  }

  private async details(context: Context, rows: readonly GuestRow[]): Promise<ReadonlyMap<string, GuestDetail>> {
    if (rows.length === 0) return new Map();
    const ids = rows.map(({ id }) => id);
    const found = await this.database.query<GuestDetail>(context, details, [context.organizationId, ids]);
    return new Map(found.map((each) => [each.id, each]));
  }
}
