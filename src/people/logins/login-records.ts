import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { type Instant, instantAt } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A login as the log has it, with the records that it named, as they are now. */
export interface LoginRecord {
  readonly id: string;
  readonly at: Instant;
  readonly outcome: 'accepted' | 'rejected';
  readonly username: string | null;
  readonly kind: string | null;
  readonly userId: string | null;
  readonly authMethod: string | null;
  readonly reason: string | null;
  readonly reasonDetail: string | null;
  readonly mac: string | null;
  readonly deviceType: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
  readonly nasAddress: string | null;
  readonly networkId: string | null;
  readonly policyId: string | null;
  readonly policy: string | null;
  readonly client: string | null;
  readonly deviceId: string | null;
  readonly voucherId: string | null;
  /** The connection that looks after the user. */
  readonly source: { readonly id: string; readonly name: string } | null;
  readonly repeats: { readonly count: number; readonly firstAt: Instant; readonly lastAt: Instant };
}

/** $2 id, $3 its instant. Repeats: of the same device and name, with the same outcome, within a day around it. */
const find = statement(
  'logins_find',
  `
  select l.id, l.at, l.outcome, l.username, l.kind, l.user_id as "userId", l.auth_method as "authMethod", l.reason,
    l.reason_detail as "reasonDetail", l.mac, l.device_type as "deviceType", l.ssid, l.access_point as "accessPoint",
    l.nas_address as "nasAddress", l.network_id as "networkId", l.policy_id as "policyId",
    (select p.name from policies p where p.organization_id = $1 and p.id = l.policy_id) as policy,
    (select k.short_name from network_clients k
      where k.organization_id = $1 and k.id = l.network_client_id) as client,
    (select d.id from devices d where d.organization_id = $1 and d.mac = l.mac) as "deviceId",
    (select v.id from vouchers v
      where v.organization_id = $1 and l.kind = 'voucher' and v.code = l.username) as "voucherId",
    (select jsonb_build_object('id', c.id, 'name', c.name) from users u
      join connections c on c.organization_id = u.organization_id and c.id = u.source_connection_id
      where u.organization_id = $1 and u.id = l.user_id) as source,
    (select jsonb_build_object('count', greatest(count(*), 1), 'firstAt', ${instant('coalesce(min(r.at), l.at)')},
      'lastAt', ${instant('coalesce(max(r.at), l.at)')})
     from authentication_log r where r.organization_id = $1 and r.mac = l.mac
       and r.at between l.at - interval '1 day' and l.at + interval '1 day'
       and r.username_key is not distinct from l.username_key and r.outcome = l.outcome
       and r.reason is not distinct from l.reason) as repeats
  from authentication_log l where l.organization_id = $1 and l.at = $3 and l.id = $2`,
);

@Injectable()
export class LoginRecords {
  constructor(private readonly database: Database) {}

  /** An entry's id says when it was (RFC 9562, version 7), to the millisecond, as its instant does. */
  async find(context: Context, id: string): Promise<LoginRecord | undefined> {
    const at = instantAt(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    return at === undefined ? undefined : this.database.one(context, find, [context.organizationId, id, at]);
  }
}
