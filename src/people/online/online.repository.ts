import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import { type Instant, instantAt } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { searchedWords } from '../search/searched-words.js';
import type { OnlineDetail, OnlineRow } from './online.js';
import { detailStatement } from './online-detail.statement.js';
import { onlineFields, onlineRows, onlineSource } from './online-list.js';

const sessionColumns = onlineRows.ofSession;
const open = statement(
  'online_find_open',
  `select ${onlineFields.selected} from (${sessionColumns} where s.organization_id = $1 and s.stopped_at is null
    and s.id = $2) o`,
);
/** $3: when it began if it was told of at once, which its id says. */
const closed = statement(
  'online_find_closed',
  `select ${onlineFields.selected} from (${sessionColumns} where s.organization_id = $1 and s.id = $2
    and s.started_at = any (array[$3::timestamptz, (select e.started_at from session_endings e
      where e.organization_id = $1 and e.session_id = $2)])) o`,
);
const registered = statement(
  'online_find_registration',
  `select ${onlineFields.selected} from (${onlineRows.ofRegistration} where r.organization_id = $1 and r.id = $2
    and r.admitted_until_at is not null) o`,
);
const details = replanned('online_details', detailStatement);

@Injectable()
export class OnlineRepository {
  constructor(private readonly database: Database) {}

  async list(context: Context, list: ListQuery, search: string | undefined): Promise<ListedRows<OnlineRow>> {
    const words = await searchedWords(this.database, context, search);
    const { plain, source } = onlineSource(context, list, words);
    return listRows<OnlineRow>(this.database, context, plain, source);
  }

  /** Also of a session that has ended, as long as its ending is on record or it was told of when it began. */
  async find(context: Context, id: string): Promise<OnlineRow | undefined> {
    const { organizationId } = context;
    return (
      (await this.database.one<OnlineRow>(context, open, [organizationId, id])) ??
      (await this.database.one<OnlineRow>(context, closed, [organizationId, id, timeOf(id)])) ??
      (await this.database.one<OnlineRow>(context, registered, [organizationId, id]))
    );
  }

  async details(context: Context, rows: readonly OnlineRow[]): Promise<ReadonlyMap<string, OnlineDetail>> {
    if (rows.length === 0) return new Map();
    const asked = rows.map((row) => ({
      id: row.id,
      started_at: row.since,
      kind: row.kind,
      username_key: row.usernameKey,
      user_id: row.userId,
      account: row.account,
      session_class: row.sessionClass,
      mac: row.mac,
      network_id: row.networkId,
      network_client_id: row.networkClientId,
      is_registration: row.admittedBy === 'gateway',
    }));
    const found = await this.database.query<OnlineDetail>(context, details, [
      context.organizationId,
      JSON.stringify(asked),
    ]);
    return new Map(found.map((each) => [each.id, each]));
  }
}

/** RFC 9562, version 7: the first 48 bits are milliseconds. */
function timeOf(id: string): Instant | null {
  return instantAt(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)) ?? null;
}
