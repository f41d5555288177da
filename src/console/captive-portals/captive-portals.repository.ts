import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { Context } from '../../kernel/context.js';
import { RecordTable } from '../record/record-table.js';
import type { CaptivePortal } from './captive-portal.js';

export const captivePortalListFields = listFields({
  id: 'captive_portals.id',
  fields: {
    id: { column: 'captive_portals.id', type: 'uuid' },
    name: { column: 'captive_portals.name', type: 'text' },
    slug: { column: 'captive_portals.slug', type: 'text' },
    network_id: { column: 'captive_portals.network_id', type: 'uuid' },
    table_id: { column: 'captive_portals.group_id', type: 'uuid' },
    duration: { column: 'captive_portals.duration_seconds', type: 'integer' },
    success_url: { column: 'captive_portals.success_url', type: 'text' },
    vendor: { column: 'captive_portals.vendor', type: 'text' },
    created_at: { column: 'captive_portals.created_at', type: 'instant' },
    updated_at: { column: 'captive_portals.updated_at', type: 'instant' },
  },
});

const networksOf = statement('captive_portals_networks', `
  select name from networks where organization_id = $1 and captive_portal_id = $2 order by lower(name) limit 10`);

@Injectable()
export class CaptivePortalsRepository {
  readonly table: RecordTable<CaptivePortal>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<CaptivePortal>(database, 'captive_portals', {
      name: 'name', slug: 'slug', networkId: 'network_id', methods: 'methods', groupId: 'group_id', durationSeconds: 'duration_seconds', theme: 'theme',
      terms: 'terms', successUrl: 'success_url', vendor: 'vendor',
    });
  }

  /** Names, at most 10. */
  async networksOf(context: Context, id: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(context, networksOf, [context.organizationId, id])).map(({ name }) => name);
  }
}
