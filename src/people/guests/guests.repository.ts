import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { usernameKey } from '../../kernel/username-key.js';
import { searchedWords } from '../search/searched-words.js';
import type { Guest, GuestDetail, GuestMore, GuestRow } from './guest.js';
import { guestDetails, guestMore } from './guest-detail.statement.js';
import { guestFields, guestSource } from './guest-list.js';

/**
 * Kept, though over an array: a page has at most a hundred ids, each finds few rows by its keys, and to plan it takes
 * three times as long as to read them.
 */
const details = statement('guests_details', guestDetails);
const more = replanned('guests_more', guestMore);

@Injectable()
export class GuestsRepository {
  constructor(private readonly database: Database) {}

  async list(context: Context, list: ListQuery, search?: string): Promise<ListedRows<Guest>> {
    const words = await searchedWords(this.database, context, search);
    const { plain, source } = guestSource(context, list, words);
    const { rows, total } = await listRows<{ id: string }>(this.database, context, plain, source);
    const known = await this.known(
      context,
      rows.map(({ id }) => id),
    );
    return { rows: rows.flatMap(({ id }) => known.get(id) ?? []), total };
  }

  async find(context: Context, id: string): Promise<Guest | undefined> {
    const conditions = [{ field: 'id', operator: 'eq', values: [id] }] as const;
    const list = { page: 1, pageSize: 1, conditions, sort: [], fields: guestFields, parameters: [] };
    return (await this.list(context, list)).rows.at(0);
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
    return found ?? { extension: null, devices: [], sessions: [], refusals: [], locks: [], hostEmail: null };
  }

  private async known(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Guest>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.query<GuestRow & GuestDetail>(context, details, [context.organizationId, ids]);
    return new Map(found.map(({ id, kind, status, ...detail }) => [id, { id, kind, status, detail }]));
  }
}
