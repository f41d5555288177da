import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { authorityTable } from './certificate.entity.js';
import type { Authority } from './authority.js';
import type { RevocationReason } from './revocation-reason.js';

export interface SealedAuthority extends Authority {
  readonly privateKeySealed: string;
}

/** The list of revoked certificates as it was last made. */
export interface StoredRevocationList {
  readonly crl: Buffer | null;
  readonly number: number;
  readonly isOutdated: boolean;
  readonly updatedAt: Instant | null;
}

export interface RevokedCertificate {
  readonly serial: string;
  readonly revokedAt: Instant;
  readonly reason: RevocationReason;
}

const columns = authorityTable.select('a', 'privateKeySealed');
const find = statement(
  'authorities_find',
  `select ${columns} from certificate_authorities a where a.organization_id = $1 and a.id = $2`,
);
const issuing = statement(
  'authorities_issuing',
  `
  select ${columns} from certificate_authorities a where a.organization_id = $1 and a.superseded_at is null`,
);
const trusted = statement(
  'authorities_trusted',
  `
  select ${columns} from certificate_authorities a where a.organization_id = $1 and a.retired_at is null
    and a.expires_at > $2 order by a.created_at, a.id`,
);
const organizationName = statement('authorities_organization_name', 'select name from organizations where id = $1');
// Of processes that make one at the same time, the first to commit has made it.
const insert = statement(
  'authorities_insert',
  `
  insert into certificate_authorities (organization_id, id, key_kind, subject, certificate, private_key_sealed,
    server_name, expires_at, announce_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
);
const list = statement(
  'authorities_list',
  `
  select a.crl, a.crl_number as number, a.crl_outdated as "isOutdated", a.crl_updated_at as "updatedAt"
  from certificate_authorities a where a.organization_id = $1 and a.id = $2`,
);
const lockList = statement('authorities_lock_list', `${list.text} for update`);
const revoked = statement(
  'authorities_revoked',
  `
  select c.serial, c.revoked_at as "revokedAt", c.revocation_reason as reason from certificates c
  where c.organization_id = $1 and c.authority_id = $2 and c.revoked_at is not null and c.expires_at > $3
    order by c.revoked_at, c.serial`,
);
const keepList = statement(
  'authorities_keep_list',
  `
  update certificate_authorities set crl = $3, crl_number = $4, crl_outdated = false, crl_updated_at = $5
    where organization_id = $1 and id = $2`,
);
const outdateList = statement(
  'authorities_outdate_list',
  `
  update certificate_authorities set crl_outdated = true where organization_id = $1 and id = $2`,
);

@Injectable()
export class AuthoritiesRepository {
  constructor(private readonly database: Database) {}

  find(context: Context, id: string): Promise<SealedAuthority | undefined> {
    return this.database.one<SealedAuthority>(context, find, [context.organizationId, id]);
  }

  issuing(context: Context): Promise<SealedAuthority | undefined> {
    return this.database.one<SealedAuthority>(context, issuing, [context.organizationId]);
  }

  /** The oldest first. */
  trusted(context: Context, now: Instant): Promise<SealedAuthority[]> {
    return this.database.query<SealedAuthority>(context, trusted, [context.organizationId, now]);
  }

  async organizationName(context: Context): Promise<string> {
    return (await this.database.one<{ name: string }>(context, organizationName, [context.organizationId]))?.name ?? '';
  }

  async insert(context: Context, authority: SealedAuthority, announceAt: Instant | null): Promise<void> {
    const { id, keyKind, subject, certificate, privateKeySealed, serverName, expiresAt, createdAt } = authority;
    await this.database.query(context, insert, [
      context.organizationId,
      id,
      keyKind,
      subject,
      certificate,
      privateKeySealed,
      serverName,
      expiresAt,
      announceAt,
      createdAt,
    ]);
  }

  keptList(context: Context, authorityId: string): Promise<StoredRevocationList | undefined> {
    return this.database.one<StoredRevocationList>(context, list, [context.organizationId, authorityId]);
  }

  /** In a transaction: nobody else makes the list, and revocations wait, until it ends. */
  lockedList(inside: Context, authorityId: string): Promise<StoredRevocationList | undefined> {
    return this.database.one<StoredRevocationList>(inside, lockList, [inside.organizationId, authorityId]);
  }

  /** Revoked ones that expire after `since`: what has expired for long need not be listed. */
  revoked(inside: Context, authorityId: string, since: Instant): Promise<RevokedCertificate[]> {
    return this.database.query<RevokedCertificate>(inside, revoked, [inside.organizationId, authorityId, since]);
  }

  async keepList(
    inside: Context,
    authorityId: string,
    { crl, number, updatedAt }: Omit<StoredRevocationList, 'isOutdated'>,
  ): Promise<void> {
    await this.database.query(inside, keepList, [inside.organizationId, authorityId, crl, number, updatedAt]);
  }

  async outdateList(inside: Context, authorityId: string): Promise<void> {
    await this.database.query(inside, outdateList, [inside.organizationId, authorityId]);
  }
}
