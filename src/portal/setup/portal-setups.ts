import { Injectable } from '@nestjs/common';
import { CaptivePortalsService } from '../../console/captive-portals/captive-portals.service.js';
import { type GatewayVendor, gatewayVendors } from '../../console/gateways/gateway-vendors.js';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { makerSettings } from './maker-settings.js';
import type { PortalSetupDto } from './portal-setup.dto.js';
import { type GardenProvider, neverInGarden, walledGarden } from './walled-garden.js';

const vendorsOf = statement(
  'portal_setup_vendors',
  `
  select distinct vendor from gateways
  where organization_id = $1 and (captive_portal_id = $2 or (captive_portal_id is null and network_id = $3))`,
);

const providersOf = statement(
  'portal_setup_providers',
  `
  select name, coalesce(settings ->> 'issuer', settings ->> 'sso_url') as url from authentication_providers
  where organization_id = $1 and type <> 'ldap' and not disabled and use <> 'operators' order by name, id`,
);

/** The settings to enter at a gateway so that it shows a portal. */
@Injectable()
export class PortalSetups {
  constructor(
    private readonly portals: CaptivePortalsService,
    private readonly database: Database,
  ) {}

  /** @param base scheme and host under which browsers reach us */
  async setup(context: Context, id: string, base: string): Promise<PortalSetupDto> {
    const { slug, networkId, privacyUrl, methods, tiers } = await this.portals.read(context, id);
    const { organizationId } = context;
    const rows = await this.database.query<{ vendor: GatewayVendor }>(context, vendorsOf, [
      organizationId,
      id,
      networkId,
    ]);
    const used = rows.map(({ vendor }) => vendor);
    const providers = methods.includes('provider')
      ? await this.database.query<GardenProvider>(context, providersOf, [organizationId])
      : [];
    const address = `${base}/p/${slug}`;
    const garden = walledGarden(
      address,
      privacyUrl,
      providers,
      tiers.some(({ pay }) => pay === 'card'),
    );
    const hosts = garden.map(({ host }) => host);
    return {
      address,
      walled_garden: garden,
      never: neverInGarden,
      makes: gatewayVendors.map((vendor) => ({
        vendor,
        used: used.includes(vendor),
        settings: makerSettings(vendor, { address: used.length > 1 ? `${address}/${vendor}` : address, hosts }),
      })),
    };
  }
}
