import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { born, changed } from '../record/record-life.js';
import { refusals, requireUnused } from '../record/refusals.js';
import type { CaptivePortal, CaptivePortalFields } from './captive-portal.js';
import { slugOf } from './captive-portal-fields.js';
import { CaptivePortalsRepository } from './captive-portals.repository.js';

const usual: Omit<CaptivePortalFields, 'name' | 'slug'> = {
  networkId: null, methods: ['voucher'], groupId: null, durationSeconds: null, theme: {}, terms: null, successUrl: null, vendor: 'generic',
};
const refused = refusals({
  taken: { captive_portals_slug: 'A captive portal with this slug exists: give another slug' },
  missing: { captive_portals_network: ['network_id', 'network'], captive_portals_group: ['table_id', 'user group'] },
});

@Injectable()
export class CaptivePortalsService {
  constructor(
    private readonly portals: CaptivePortalsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<CaptivePortal>> {
    return this.portals.table.list(context, list);
  }

  async read(context: Context, id: string): Promise<CaptivePortal> {
    const portal = await this.portals.table.find(context, id);
    if (!portal) throw Problem.notFound('captive portal', id);
    return portal;
  }

  /** Without a slug, one is made of the name. */
  async create(context: Context, values: Partial<CaptivePortalFields> & { readonly name: string }): Promise<CaptivePortal> {
    const portal = born({ ...usual, slug: slugOf(values.name), ...values }, this.ids.next(), this.clock.instant());
    await this.portals.table.insert(context, portal).catch(refused);
    return portal;
  }

  change(context: Context, id: string, changes: Partial<CaptivePortalFields>, expected: Expected): Promise<CaptivePortal> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.held(inside, id, expected);
      const portal = changed(before, changes, this.clock.instant());
      if (portal !== before) await this.portals.table.update(inside, portal).catch(refused);
      return portal;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.held(inside, id, expected);
      requireUnused('captive portal', { networks: await this.portals.networksOf(inside, id) });
      await this.portals.table.remove(inside, id);
    });
  }

  private async held(inside: Context, id: string, expected: Expected): Promise<CaptivePortal> {
    const portal = await this.portals.table.lock(inside, id);
    if (!portal) throw Problem.notFound('captive portal', id);
    requireExpected(expected, portal.revision);
    return portal;
  }
}
