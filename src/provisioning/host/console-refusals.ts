import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { StoredConnection } from '../connection/stored-connection.js';

interface RefusedAccounts {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly sinceAt: Instant | null;
  /** 0: none any more. */
  readonly accounts: number;
  /** Those among them that keep access which is over. */
  readonly leavers: number;
  readonly fields: readonly string[] | null;
}

/** Connections of which this is not told yet, or not any more since another problem is over. */
const news = statement(
  'console_refusals_news',
  `
  with refused as (
    select i.organization_id, i.connection_id, count(distinct i.id)::int as accounts,
      count(distinct i.id) filter (where i.problem ->> 'code' = 'refused' and i.done_rev < i.want_rev)::int as leavers,
      array_agg(distinct f.field order by f.field) filter (where f.field is not null) as fields
    from identities i
      left join lateral jsonb_array_elements_text(coalesce(i.problem -> 'fields', '[]')) f (field) on true
    where i.problem is not null and i.problem ->> 'code' in ('refused', 'dead') group by 1, 2)
  select c.organization_id as "organizationId", c.id, c.name, c.accounts_refused ->> 'sinceAt' as "sinceAt",
    coalesce(r.accounts, 0) as accounts, coalesce(r.leavers, 0) as leavers, r.fields
  from connections c left join refused r on r.organization_id = c.organization_id and r.connection_id = c.id
  where c.closing is null and (c.accounts_refused is not null or r.accounts is not null)
    and ((c.accounts_refused ->> 'accounts')::int is distinct from r.accounts or c.last_problem is null)`,
);

const begin = statement(
  'console_refusals_begin',
  `
  update connections set accounts_refused = $3, last_problem = case
    when coalesce(last_problem ->> 'code', 'accounts_refused') = 'accounts_refused' then $4::jsonb else last_problem end
  where organization_id = $1 and id = $2 returning id`,
);

const end = statement(
  'console_refusals_end',
  `
  update connections set accounts_refused = null,
    last_problem = case when last_problem ->> 'code' = 'accounts_refused' then null else last_problem end
  where organization_id = $1 and id = $2 and accounts_refused is not null returning id`,
);

const askAgain = statement(
  'console_refusals_ask_again',
  `
  update identities set due_at = $3 where organization_id = $1 and connection_id = $2 and problem is not null
    and problem ->> 'code' in ('refused', 'dead') returning target_key as "targetKey"`,
);

/**
 * Accounts that a console does not take as they should be: a name that is too long, a password that its rules forbid.
 * They are not sent again by themselves, so somebody has to know.
 */
@Injectable()
export class ConsoleRefusals {
  constructor(
    private readonly database: Database,
    private readonly alarms: Alarms,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
  ) {}

  /** In every organization: tells of refusals that began, became more or fewer, or are over. */
  async look(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'console-refusals');
    for (const each of await this.database.query<RefusedAccounts>(everywhere, news, []))
      await this.database.transaction(systemContext(each.organizationId, 'console-refusals'), (inside) =>
        each.accounts === 0 ? this.over(inside, each) : this.adopt(inside, each),
      );
  }

  /** Somebody has tested the connection, maybe after changing the console: what it refused is sent once more. */
  async askAgain(context: Context, { id }: Pick<StoredConnection, 'id'>): Promise<void> {
    const { organizationId } = context;
    const due = await this.database.query<{ targetKey: string }>(context, askAgain, [
      organizationId,
      id,
      this.clock.instant(),
    ]);
    for (const key of new Set(due.map(({ targetKey }) => targetKey)))
      this.wakeUps.publish({ topic: 'due', organizationId, key });
  }

  private async adopt(inside: Context, refused: RefusedAccounts): Promise<void> {
    const { id, name, accounts, leavers, fields } = refused;
    const at = this.clock.instant();
    const sinceAt = refused.sinceAt ?? at;
    const detail = wordsFor(refused);
    const known = await this.database.query(inside, begin, [
      inside.organizationId,
      id,
      JSON.stringify({ sinceAt, accounts, detail }),
      JSON.stringify({ code: 'accounts_refused', detail, at, source: 'accounts' }),
    ]);
    if (known.length === 0) return;
    await this.alarms.raise(inside, [
      {
        event: 'connection.accounts_refused',
        subjectId: id,
        subjectName: name,
        state: leavers > 0 ? 'leavers' : 'refused',
        detail,
        facts: { since: sinceAt, accounts, leavers, fields: (fields ?? []).join(', ') },
      },
    ]);
  }

  private async over(inside: Context, { id }: RefusedAccounts): Promise<void> {
    const ended = await this.database.query(inside, end, [inside.organizationId, id]);
    if (ended.length > 0) await this.alarms.end(inside, ['connection.accounts_refused'], [id]);
  }
}

/** Without the console's own words, which may repeat a guest's name or address. */
function wordsFor({ accounts, leavers, fields }: RefusedAccounts): string {
  const what =
    accounts === 1 ? 'The console does not take 1 account' : `The console does not take ${accounts} accounts`;
  const why = fields ? `, because of: ${fields.join(', ')}` : '';
  const late = leavers > 0 ? `; ${leavers} of them keep access that is over` : '';
  return `${what}${why}${late}`;
}
