import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { captivePortalTable } from './captive-portal.entity.js';
import { listFieldsOf } from '../crud/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { CaptivePortal } from './captive-portal.js';

export const captivePortalListFields = listFieldsOf(captivePortalTable, 'captive_portals', { terms: null });

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

@Injectable()
export class CaptivePortalsRepository {
  readonly table: RecordTable<CaptivePortal>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<CaptivePortal>(database, captivePortalTable);
  }

  /**
   * Networks whose portal changes show another one, hence another ETag. They are held until the transaction ends: one
   * at a time gives them a portal.
   */
  async changeNetworks(inside: Context, ids: readonly string[], at: Instant): Promise<void> {
    if (ids.length > 0) await this.database.query(inside, changeNetworks, [inside.organizationId, ids, at]);
  }

  /** The portal of the network that is not the named one. */
  otherOf(inside: Context, networkId: string, id: string): Promise<{ id: string; name: string } | undefined> {
    return this.database.one(inside, portalOf, [inside.organizationId, networkId, id]);
  }
}
