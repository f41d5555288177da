import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
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

/** $2 address, $3 now. Whoever is only blocked still has her binding, and keeps her devices. */
const leftBehind = statement(
  'guests_device_left_behind',
  `
  select d.id from devices d
  join users u on u.organization_id = $1 and u.id = d.user_id
  cross join lateral (select count(*) as ever, count(*) filter (where b.ended_at is null) as lasting from bindings b
    where b.organization_id = $1 and b.target_key = 'built-in' and b.kind = 'user' and b.remote_id = u.id::text) b
  where d.organization_id = $1 and d.mac = $2 and d.source_connection_id is null
    and (u.valid_until <= $3 or u.disabled and b.ever > 0 and b.lasting = 0)`,
);

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

  /** Id of the device with this address whose owner's access is over; undefined: it is free, or somebody's. */
  async leftBehind(context: Context, mac: string, at: Instant): Promise<string | undefined> {
    return (await this.database.one<{ id: string }>(context, leftBehind, [context.organizationId, mac, at]))?.id;
  }

  private async known(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Guest>> {
    if (ids.length === 0) return new Map();
    const found = await this.database.query<GuestRow & GuestDetail>(context, details, [context.organizationId, ids]);
    return new Map(found.map(({ id, kind, status, ...detail }) => [id, { id, kind, status, detail }]));
  }
}
