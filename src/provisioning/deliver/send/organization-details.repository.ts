import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import type { NetworkSecurity } from '../../../kernel/wifi-code.js';

/** What messages say of an organization. */
export interface OrganizationDetails {
  readonly name: string;
  readonly timeZone: string | null;
  /** The oldest of its networks that has a name: open behind a captive portal, else 802.1X. */
  readonly ssid: string | null;
  readonly security: NetworkSecurity;
}

const house = statement(
  'deliver_house',
  `
  select o.name, o.time_zone as "timeZone", n.ssid, case when exists (
    select from captive_portals p where p.organization_id = $1 and p.network_id = n.id) then 'open'
      else 'eap-peap' end as security
  from organizations o
  left join lateral (select id, ssid from networks where organization_id = $1 and coalesce(ssid, '') <> ''
    order by created_at, id limit 1) n on true
  where o.id = $1`,
);

@Injectable()
export class OrganizationDetailsRepository {
  constructor(private readonly database: Database) {}

  async of(context: Context): Promise<OrganizationDetails> {
    return (
      (await this.database.one<OrganizationDetails>(context, house, [context.organizationId])) ?? {
        name: '',
        timeZone: null,
        ssid: null,
        security: 'open',
      }
    );
  }
}
