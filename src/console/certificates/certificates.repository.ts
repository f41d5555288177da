import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { type ListedRows, keptTotal, listRows } from '../../http/list/list-rows.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { certificateTable } from './certificate.entity.js';
import type { Certificate } from './certificate.js';
import type { RevocationReason } from './revocation-reason.js';

/** As certificateStatus in certificate.ts; $2 is the present instant. */
const status = `(case when c.revoked_at is not null then 'revoked' when c.expires_at <= $2 then 'expired'
  else 'valid' end)`;

/** Serials are written with and without colons, in both cases. */
function foldedSerial(text: string): string {
  return text.replace(/[\s:]/g, '').toLowerCase();
}

export const certificateListFields = listFieldsOf(certificateTable, 'c', {
  certificate: null,
  serial: { column: 'c.serial', type: 'text', fold: foldedSerial },
  status: { column: status, type: 'text' },
});

const columns = certificateTable.select('c');
const written = certificateTable.record('announceAt');

const find = statement(
  'certificates_find',
  `select ${columns} from certificates c where c.organization_id = $1 and c.id = $2`,
);
const findForChange = statement('certificates_find_for_change', `${find.text} for update`);
const insert = statement(
  'certificates_insert',
  `
  insert into certificates (organization_id, ${written.names})
  select $1, ${written.names} from json_to_recordset($2::json) as r (${written.types})
  returning 1`,
);
const revoke = statement(
  'certificates_revoke',
  `
  update certificates set revoked_at = $3, revocation_reason = $4, announce_at = null, updated_at = $3,
    revision = revision + 1
  where organization_id = $1 and id = $2`,
);
const holder = statement(
  'certificates_holder',
  `
  select u.id, u.username, u.email from users u where u.organization_id = $1 and u.id = $2 for key share`,
);
const device = statement(
  'certificates_device',
  'select d.id from devices d where d.organization_id = $1 and d.id = $2 for key share',
);

const site = statement(
  'certificates_site',
  `
  select k.short_name as name, k.site_address is not null as "isRadsec" from network_clients k
  where k.organization_id = $1 and k.id = $2 for key share`,
);

/** The client of a network that a certificate speaks for. */
export interface Site {
  readonly name: string;
  readonly isRadsec: boolean;
}

/** The user that a certificate is for. */
export interface Holder {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

@Injectable()
export class CertificatesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery, now: Instant): Promise<ListedRows<Certificate>> {
    return listRows<Certificate>(this.database, context, list, {
      name: 'certificates',
      select: columns,
      from: 'certificates c',
      // Every statement must mention $2, or PostgreSQL cannot tell its type.
      where: 'c.organization_id = $1 and $2::timestamptz is not null',
      values: [context.organizationId, now],
      total: `${keptTotal('certificates')} and $2::timestamptz is not null`,
      isRowCostly: true,
    });
  }

  find(context: Context, id: string): Promise<Certificate | undefined> {
    return this.database.one<Certificate>(context, find, [context.organizationId, id]);
  }

  findForChange(inside: Context, id: string): Promise<Certificate | undefined> {
    return this.database.one<Certificate>(inside, findForChange, [inside.organizationId, id]);
  }

  async insert(context: Context, certificate: Certificate, announceAt: Instant | null): Promise<void> {
    const row = written.rowOf({ ...certificate, announceAt });
    await this.database.query(context, insert, [context.organizationId, JSON.stringify([row])]);
  }

  async revoke(inside: Context, id: string, at: Instant, reason: RevocationReason): Promise<void> {
    await this.database.query(inside, revoke, [inside.organizationId, id, at, reason]);
  }

  /** In a transaction: the user, who is not deleted before it ends. */
  holder(inside: Context, userId: string): Promise<Holder | undefined> {
    return this.database.one<Holder>(inside, holder, [inside.organizationId, userId]);
  }

  /** In a transaction: the client of a network, which is not removed before it ends. */
  site(inside: Context, networkClientId: string): Promise<Site | undefined> {
    return this.database.one<Site>(inside, site, [inside.organizationId, networkClientId]);
  }

  /** In a transaction: whether there is the device, which is then not deleted before it ends. */
  async hasDevice(inside: Context, deviceId: string): Promise<boolean> {
    return (await this.database.one(inside, device, [inside.organizationId, deviceId])) !== undefined;
  }
}
