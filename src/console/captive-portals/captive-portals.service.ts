import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { newRecord, changed } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import { PaymentProvidersService } from '../payment-providers/payment-providers.service.js';
import type { CaptivePortal, CaptivePortalFields } from './captive-portal.js';
import { slugOf } from './captive-portal.dto.js';
import { captivePortalTable } from './captive-portal.entity.js';
import { CaptivePortalsRepository } from './captive-portals.repository.js';
import type { Picture, PictureUse } from './picture.js';

type Usual = Omit<
  CaptivePortalFields,
  | 'name'
  | 'slug'
  | 'methods'
  | 'theme'
  | 'roomRules'
  | 'fields'
  | 'confirmation'
  | 'approval'
  | 'tiers'
  | 'languages'
  | 'texts'
  | 'vendor'
>;
const usual: Omit<CaptivePortalFields, 'name' | 'slug'> = {
  ...(captivePortalTable.usual as Usual),
  methods: ['voucher'],
  theme: {},
  languages: [],
  texts: {},
  roomRules: {},
  fields: [],
  confirmation: {},
  approval: {},
  tiers: [],
  vendor: 'generic',
};
const refused = refusals({
  taken: {
    portal_addresses_slug: 'A captive portal with this slug exists, here or elsewhere: give another slug',
    captive_portals_network_once: 'The network has a captive portal already',
  },
  missing: { captive_portals_network: ['network_id', 'network'], captive_portals_group: ['table_id', 'user group'] },
});

@Injectable()
export class CaptivePortalsService {
  constructor(
    private readonly portals: CaptivePortalsRepository,
    private readonly paymentProviders: PaymentProvidersService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<CaptivePortal>> {
    return this.portals.table.list(context, list);
  }

  read(context: Context, id: string): Promise<CaptivePortal> {
    return this.portals.table.read(context, id);
  }

  /** A missing slug is derived from the name, with a few characters added if another portal has it. */
  async create(
    context: Context,
    values: Partial<CaptivePortalFields> & { readonly name: string },
  ): Promise<CaptivePortal> {
    const slug = values.slug ?? slugOf(values.name);
    const portal = newRecord({ ...usual, ...values, slug }, this.ids.next(), this.clock.instant());
    if (values.slug === undefined && (await this.portals.isAddressTaken(slug)))
      return this.insert(context, { ...portal, slug: `${slug.slice(0, 54)}-${portal.id.slice(-8)}` });
    return this.insert(context, portal);
  }

  private insert(context: Context, portal: CaptivePortal): Promise<CaptivePortal> {
    return this.database.transaction(context, async (inside) => {
      await this.requireTiers(inside, portal);
      await this.link(inside, portal, null);
      await this.portals.table.insert(inside, portal).catch(refused);
      await this.portals.moveAddress(inside, portal.id, portal.slug).catch(refused);
      return portal;
    });
  }

  change(
    context: Context,
    id: string,
    changes: Partial<CaptivePortalFields>,
    expected: Expected,
  ): Promise<CaptivePortal> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.portals.table.held(inside, id, expected);
      const portal = changed(before, changes, this.clock.instant());
      if (portal === before) return portal;
      if (changes.tiers) await this.requireTiers(inside, portal);
      await this.link(inside, portal, before.networkId);
      await this.portals.table.update(inside, portal).catch(refused);
      if (portal.slug !== before.slug) await this.portals.moveAddress(inside, id, portal.slug).catch(refused);
      return portal;
    });
  }

  /** Null removes the picture. */
  setPicture(
    context: Context,
    id: string,
    use: PictureUse,
    picture: Picture | null,
    expected: Expected,
  ): Promise<CaptivePortal> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.portals.table.held(inside, id, expected);
      const portal = changed(before, { [use]: picture?.hash ?? null }, this.clock.instant());
      if (portal === before) return portal;
      await this.portals.setPicture(inside, id, use, picture);
      await this.portals.table.update(inside, portal);
      return portal;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const { networkId } = await this.portals.table.held(inside, id, expected);
      // A guest may be on the payment page: what she pays there would give her nothing, and never come back.
      const open = await this.portals.openPayments(inside, id);
      if (open > 0)
        throw new Problem(
          'conflict',
          `${open} payments at this portal are under way or unclear: take its tiers off, settle the unclear charges, ` +
            'and delete it when the others are over, in about an hour',
        );
      if (networkId) await this.portals.changeNetworks(inside, [networkId], this.clock.instant());
      await this.portals.table.remove(inside, id);
      await this.portals.moveAddress(inside, id, null);
    });
  }

  /** Keeps the groups of its tiers from being deleted until the transaction ends. */
  private async requireTiers(inside: Context, { tiers }: Pick<CaptivePortal, 'tiers'>): Promise<void> {
    if (tiers.length === 0) return;
    const known = await this.portals.groupsOf(
      inside,
      tiers.map(({ group }) => group),
    );
    const index = tiers.findIndex(({ group }) => !known.has(group));
    if (index >= 0)
      throw Problem.invalidField(`tiers/${index}/group`, 'is the id of no user group of this organization');
    const byCard = tiers.findIndex(({ pay }) => pay === 'card');
    if (byCard >= 0 && !(await this.paymentProviders.taking(inside)))
      throw Problem.invalidField(
        `tiers/${byCard}/pay`,
        'nothing can be paid by card yet: add a payment provider with its secret key first (POST /payment-providers)',
      );
  }

  /**
   * Runs before the portal is written: checks that its network is free, and notes at the old and new network that their
   * portal changed.
   */
  private async link(
    inside: Context,
    { id, networkId, updatedAt }: CaptivePortal,
    before: string | null,
  ): Promise<void> {
    if (networkId === before) return;
    await this.portals.changeNetworks(
      inside,
      [networkId, before].filter((each) => each !== null),
      updatedAt,
    );
    const other = networkId === null ? undefined : await this.portals.otherOf(inside, networkId, id);
    if (!other) return;
    const detail =
      `The network has a captive portal already, ${other.name} (${other.id}): set network_id of that ` +
      'one to null first, or delete it';
    throw new Problem('conflict', detail, [], { used_by: { captive_portals: [other.name] } });
  }
}
