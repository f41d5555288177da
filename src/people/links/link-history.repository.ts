import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';

/** The states of a link, as in usher_link_state, the worst first. */
export const linkStates = [
  'quarantined', 'down', 'silent', 'degraded', 'paused', 'setup', 'disabled', 'connected',
] as const; // prettier-ignore
export type LinkStateName = (typeof linkStates)[number];

/** A period in which a link's state did not change. */
export interface LinkPiece {
  readonly state: LinkStateName;
  readonly from: Instant;
  /** Null: it still does. */
  readonly until: Instant | null;
  readonly reason: string | null;
}

export interface LinkHistory {
  readonly id: string;
  readonly name: string;
  readonly connector: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly lastHeardAt: Instant | null;
  /** The oldest first; at least one. */
  readonly pieces: readonly LinkPiece[];
}

/** A link whose holder died is down, although no process has recorded it. */
const state = `case when connections.link ->> 'state' = 'connected' and leases.until_at <= $3::timestamptz
    and usher_link_state(row(connections.*)::connections) in ('connected', 'degraded', 'silent') then 'down'
  else usher_link_state(row(connections.*)::connections) end`;

const from = `connections join organizations on organizations.id = connections.organization_id
  left join leases on leases.organization_id = connections.organization_id
    and leases.name = 'listener ' || connections.id`;

/** $2: since when, $3: now. */
const columns = `connections.id, connections.name, connections.connector,
  connections.organization_id as "organizationId", organizations.name as "organizationName",
  connections.link ->> 'lastHeardAt' as "lastHeardAt", ${state} as state,
  case when ${state} <> usher_link_state(row(connections.*)::connections) then leases.until_at end as "lostAt", (
    select jsonb_agg(jsonb_build_array(greatest(s.at, $2::timestamptz), s.state, s.reason) order by s.at)
    from connection_states s
    where s.organization_id = connections.organization_id and s.connection_id = connections.id
      and s.at >= coalesce((select max(b.at) from connection_states b where b.organization_id = s.organization_id
        and b.connection_id = connections.id and b.at <= $2::timestamptz), '-infinity')) as changes`;

const one = statement(
  'link_history_of',
  `select ${columns} from ${from} where connections.organization_id = $1 and connections.id = $4`,
);

export const linkFields = listFields({
  id: 'connections.id',
  sort: 'urgency:asc,name:asc',
  fields: {
    id: { column: 'connections.id', type: 'uuid' },
    name: { column: 'connections.name', type: 'text' },
    connector: { column: 'connections.connector', type: 'text' },
    organization_id: { column: 'connections.organization_id', type: 'uuid' },
    organization_name: { column: 'organizations.name', type: 'text' },
    state: { column: state, type: 'text' },
    urgency: {
      column: `array_position(array[${linkStates.map((name) => `'${name}'`).join(', ')}], ${state})`,
      type: 'integer',
      filterable: false,
    },
  },
});

interface Row extends Omit<LinkHistory, 'pieces'> {
  readonly state: LinkStateName;
  /** When its holder's lease ended, if nobody has recorded that yet. */
  readonly lostAt: Instant | null;
  readonly changes: readonly (readonly [at: string, state: LinkStateName, reason: string | null])[] | null;
}

@Injectable()
export class LinkHistoryRepository {
  constructor(private readonly database: Database) {}

  async find(context: Context, id: string, since: Instant, now: Instant): Promise<LinkHistory | undefined> {
    const row = await this.database.one<Row>(context, one, [context.organizationId, since, now, id]);
    return row && historyOf(row);
  }

  /** Of the organization and all beneath it: whoever may act for it may act for those. One statement a page. */
  async page(
    { organizationId, requestId }: Context,
    list: ListQuery,
    since: Instant,
    now: Instant,
  ): Promise<ListedRows<LinkHistory>> {
    const everywhere = systemContext(everyOrganization, requestId, 'links');
    const { rows, total } = await listRows<Row>(this.database, everywhere, list, {
      name: 'link_histories',
      select: columns,
      from,
      where: `organizations.path @> array[$1::uuid] and not organizations.disabled
        and $2::timestamptz < $3::timestamptz`,
      values: [organizationId, since, now],
    });
    return { rows: rows.map(historyOf), total };
  }
}

function historyOf({ changes, lostAt, state: current, ...row }: Row): LinkHistory {
  const all = (changes ?? []).map(([at, state, reason]) => ({ state, from: new Date(at).toISOString(), reason }));
  const latest = all.at(-1)?.from ?? '';
  if (lostAt !== null) all.push({ state: current, from: lostAt > latest ? lostAt : latest, reason: null });
  const pieces = all.map((piece, index) => ({ ...piece, until: all.at(index + 1)?.from ?? null }));
  // Two changes within a millisecond: the first one cannot be seen.
  return { ...row, pieces: pieces.filter(({ from, until }) => from !== until) };
}
