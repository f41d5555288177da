import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { macPattern } from '../../kernel/mac-address.js';
import type { EndReason } from './end-reason.js';
import { type RegistrationRecord, registrationStatusColumn } from './registration.js';
import { registrationTable } from './registration.entity.js';

export const registrationListFields = listFieldsOf(registrationTable, 'registrations', {
  mac: { column: 'registrations.mac', type: 'text', fold: macPattern, isBytewise: true },
  since: { column: 'registrations.since_at', type: 'instant' },
  status: { column: registrationStatusColumn, type: 'text' },
});

const instant = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const selected = `${registrationTable.select('registrations')}, ${registrationStatusColumn} as status,
  coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'text_hash', c.text_hash, 'version', c.version,
    'language', c.language, 'given_at', to_char(c.given_at at time zone 'UTC', ${instant})) order by c.kind)
    from portal_consents c where c.organization_id = registrations.organization_id
      and c.registration_id = registrations.id), '[]') as consents`;

const find = statement(
  'registrations_find',
  `select ${selected} from registrations where organization_id = $1 and id = $2`,
);

/** $3 now, $4 why. An account created for it ends with it, unless another device uses it or it was paid for. */
const end = statement(
  'registrations_end',
  `
  with ended as (update registrations set ended_at = $3, end_reason = $4, updated_at = $3,
    revision = revision + 1 where organization_id = $1 and id = $2 and ended_at is null
    returning id, user_id, made_account, tier),
  closed as (update users u set valid_until = $3, updated_at = $3, revision = u.revision + 1 from ended e
    where u.organization_id = $1 and u.id = e.user_id and e.made_account and e.tier is null
      and (u.valid_until is null or u.valid_until > $3)
      and not exists (select from registrations o where o.organization_id = $1 and o.user_id = e.user_id
        and o.id <> e.id and o.ended_at is null and (o.until_at is null or o.until_at > $3)))
  select true as ended from ended`,
);

const dropTickets = statement(
  'registrations_drop_tickets',
  'delete from portal_tickets where organization_id = $1 and registration_id = $2',
);

@Injectable()
export class RegistrationsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<RegistrationRecord>> {
    return listRows<RegistrationRecord>(this.database, context, list, {
      name: 'registrations',
      select: selected,
      from: 'registrations',
      where: 'registrations.organization_id = $1',
      values: [context.organizationId],
      isRowCostly: true,
    });
  }

  find(context: Context, id: string): Promise<RegistrationRecord | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  /** Voids its tickets and ends open sessions of its device. False if it had ended before. */
  end(context: Context, id: string, reason: EndReason, at: Instant): Promise<boolean> {
    return this.database.transaction(context, async (inside) => {
      const ended = await this.database.one(inside, end, [inside.organizationId, id, at, reason]);
      await this.database.query(inside, dropTickets, [inside.organizationId, id]);
      return ended !== undefined;
    });
  }
}
