import { Injectable } from '@nestjs/common';
import { PolicyExplanation } from '../../console/policies/policy-explanation.js';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { NetworkSecurity } from '../../kernel/wifi-code.js';

interface NamedNetwork {
  readonly ssid: string;
  /** Behind a captive portal it is open. */
  readonly security: NetworkSecurity;
}

/** Each is asked about: a house has a few. */
const most = 20;

const named = statement(
  'guest_card_networks',
  `
  select n.ssid, case when exists (
    select from captive_portals p where p.organization_id = $1 and p.network_id = n.id) then 'open'
      else 'eap-peap' end as security
  from networks n where n.organization_id = $1 and coalesce(n.ssid, '') <> ''
  order by n.created_at, n.id limit ${most}`,
);

/** The network that a guest is told of where the settings for messages name none. */
@Injectable()
export class CardNetworks {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyExplanation,
  ) {}

  /** The eldest with an SSID by which the account is let in; undefined: by none of them, or there is but one. */
  async openTo(context: Context, username: string): Promise<NamedNetwork | undefined> {
    const networks = await this.database.query<NamedNetwork>(context, named, [context.organizationId]);
    if (networks.length < 2) return undefined;
    for (const network of networks) {
      const { decision } = await this.policies.explain(context, { username, ssid: network.ssid });
      if (decision === 'permit') return network;
    }
    return undefined;
  }
}
