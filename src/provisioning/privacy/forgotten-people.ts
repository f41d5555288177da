import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Freed } from '../../database/retention/row-retention.js';
import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { EntitlementRepository } from '../entitle/entitlement.repository.js';
import { SubjectLock } from '../subject/subject-lock.js';

const rowsAtOnce = 1_000;

const isForgotten = (organization: string) => `s.gone_at < $1
    and not exists (select from entitlements e where e.organization_id = ${organization} and e.subject_id = s.id)`;

const connectionsWithTombstones = replanned(
  'forgotten_connections',
  `
  select distinct s.organization_id as "organizationId", s.connection_id as "connectionId" from subjects s
    where ${isForgotten('s.organization_id')}`,
);

const tombstones = replanned(
  'forgotten_tombstones',
  `
  with over as materialized (
    select s.id from subjects s where s.organization_id = $3 and s.connection_id = $4 and ${isForgotten('$3')}
    limit $2 for update of s skip locked)
  delete from subjects s using over where s.organization_id = $3 and s.id = over.id
  returning s.identity_id as "identityId"`,
);

const targetsOf = replanned(
  'forgotten_targets',
  `
  select target_key as "targetKey", array_agg(id) as ids from identities where organization_id = $1
    and id = any($2::uuid[]) group by target_key`,
);

const identities = replanned(
  'forgotten_identities',
  `
  delete from identities i where i.organization_id = $1 and i.id = any($2::uuid[]) and i.done_rev >= i.want_rev
    and i.lease_until_at is null
    and not exists (select 1 from subjects s where s.organization_id = $1 and s.identity_id = i.id)
    and not exists (select 1 from entitlements e where e.organization_id = $1 and e.identity_id = i.id)
    and not exists (select 1 from bindings b where b.organization_id = $1 and b.identity_id = i.id)
    and not exists (select 1 from operations o where o.organization_id = $1 and o.identity_id = i.id)
  returning i.id`,
);

/** Deletes the last traces of people: tombstones, and identities that nothing refers to. */
@Injectable()
export class ForgottenPeople {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly entitlements: EntitlementRepository,
  ) {}

  /**
   * One batch of each connection, under its lock, so that nobody who is just reported again is lost. Returns how many
   * were deleted.
   */
  async tombstones(before: Instant): Promise<number> {
    const found = await this.database.query<{ organizationId: string; connectionId: string }>(
      systemContext(everyOrganization, 'retention'),
      connectionsWithTombstones,
      [before],
    );
    let gone = 0;
    for (const { organizationId, connectionId } of found) {
      const freed = await this.database.transaction(systemContext(organizationId, 'retention'), async (inside) => {
        if (!(await this.lock.tryTake(inside, connectionId))) return [];
        return this.database.query<Freed>(inside, tombstones, [before, rowsAtOnce, organizationId, connectionId]);
      });
      await this.identities(organizationId, freed);
      gone += freed.length;
    }
    return gone;
  }

  /** Identities that nothing refers to any more. The target's lock keeps the entitler from assigning one meanwhile. */
  async identities(organizationId: string, freed: readonly Freed[]): Promise<void> {
    const context = systemContext(organizationId, 'retention');
    const ids = [...new Set(freed.flatMap(({ identityId }) => identityId ?? []))];
    const targets = await this.database.query<{ targetKey: string; ids: string[] }>(context, targetsOf, [
      organizationId,
      ids,
    ]);
    for (const { targetKey, ids: ofTarget } of targets) {
      await this.database.transaction(context, async (inside) => {
        await this.entitlements.lock(inside, targetKey);
        await this.database.query(inside, identities, [organizationId, ofTarget]);
      });
    }
  }
}
