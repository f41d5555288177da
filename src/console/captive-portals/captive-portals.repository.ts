import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { inScopeOf } from '../../database/scope.js';
import { HeardChanges } from '../../database/heard-changes.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, systemContext, usherOrganizationId } from '../../kernel/context.js';
import { captivePortalTable } from './captive-portal.entity.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { CaptivePortal } from './captive-portal.js';
import type { Picture, PictureUse } from './picture.js';

export const captivePortalListFields = listFieldsOf(captivePortalTable, 'captive_portals', {
  logo: null,
  background: null,
});

const changeNetworks = statement(
  'captive_portals_change_networks',
  `
  update networks n set revision = n.revision + 1, updated_at = $3
  from (select id from networks where organization_id = $1 and id = any ($2::uuid[]) order by id for no key update) held
  where n.organization_id = $1 and n.id = held.id`,
);
const portalOf = statement(
  'captive_portals_of_network',
  `
  select id, name from captive_portals where organization_id = $1 and network_id = $2 and id <> $3`,
);

/** What a tier gives cannot be deleted meanwhile. */
const groups = statement(
  'captive_portals_groups',
  'select id from user_groups where organization_id = $1 and id = any ($2::uuid[]) order by id for key share',
);

/** Payments that are deleted with the portal, and of which nobody knows yet what became of the money. */
const openPayments = statement(
  'captive_portals_open_payments',
  `
  select count(*)::int as open from portal_payments
  where organization_id = $1 and captive_portal_id = $2 and status in ('open', 'unclear', 'refunding')`,
);

const addressTaken = statement(
  'captive_portals_address_taken',
  'select from portal_addresses where organization_id = $1 and slug = $2',
);
const leaveAddress = statement(
  'captive_portals_leave_address',
  'delete from portal_addresses where organization_id = $1 and portal_id = $2',
);
const takeAddress = statement(
  'captive_portals_take_address',
  'insert into portal_addresses (organization_id, slug, owner_id, portal_id) values ($1, $2, $3, $4)',
);
const setPicture = statement(
  'captive_portals_set_picture',
  `
  insert into portal_pictures (organization_id, portal_id, use, hash, media_type, content)
    values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, portal_id, use) do update
    set hash = excluded.hash, media_type = excluded.media_type, content = excluded.content`,
);
const removePicture = statement(
  'captive_portals_remove_picture',
  'delete from portal_pictures where organization_id = $1 and portal_id = $2 and use = $3',
);

@Injectable()
export class CaptivePortalsRepository {
  readonly table: RecordTable<CaptivePortal>;

  constructor(
    private readonly database: Database,
    changes: HeardChanges,
  ) {
    this.table = new RecordTable<CaptivePortal>(database, captivePortalTable, 'captive portal', {
      rememberedBy: changes,
    });
  }

  /**
   * Locks the networks whose portal changes, until the transaction ends. Each then shows another portal and has another
   * ETag, and only one transaction at a time can give it a portal.
   */
  async changeNetworks(inside: Context, ids: readonly string[], at: Instant): Promise<void> {
    if (ids.length > 0) await this.database.query(inside, changeNetworks, [inside.organizationId, ids, at]);
  }

  /** Of any organization. */
  async isAddressTaken(slug: string): Promise<boolean> {
    const usher = systemContext(usherOrganizationId, 'portal address');
    return (await this.database.one(usher, addressTaken, [usherOrganizationId, slug])) !== undefined;
  }

  /**
   * Where tables are distributed: the portal has this address from now on, or none. Elsewhere the trigger
   * claim_portal_address does it.
   */
  async moveAddress(inside: Context, portalId: string, slug: string | null): Promise<void> {
    if (!this.database.isDistributed) return;
    await inScopeOf(this.database, inside, usherOrganizationId, async (usher) => {
      await this.database.query(usher, leaveAddress, [usherOrganizationId, portalId]);
      if (slug === null) return;
      await this.database.query(usher, takeAddress, [usherOrganizationId, slug, inside.organizationId, portalId]);
    });
  }

  async setPicture(inside: Context, portalId: string, use: PictureUse, picture: Picture | null): Promise<void> {
    const key = [inside.organizationId, portalId, use];
    if (!picture) await this.database.query(inside, removePicture, key);
    else await this.database.query(inside, setPicture, [...key, picture.hash, picture.mediaType, picture.content]);
  }

  /** Those that exist, held until the transaction ends. */
  async groupsOf(inside: Context, ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.query<{ id: string }>(inside, groups, [inside.organizationId, ids]);
    return new Set(found.map(({ id }) => id));
  }

  async openPayments(inside: Context, id: string): Promise<number> {
    return (await this.database.one<{ open: number }>(inside, openPayments, [inside.organizationId, id]))?.open ?? 0;
  }

  /** The network's portal, if it is another one. */
  otherOf(inside: Context, networkId: string, id: string): Promise<{ id: string; name: string } | undefined> {
    return this.database.one(inside, portalOf, [inside.organizationId, networkId, id]);
  }
}
