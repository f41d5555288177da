import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { HeardChanges, type Remembered } from '../../database/heard-changes.js';
import type { Context } from '../../kernel/context.js';

/**
 * $2 network. Of several networks behind one address RADIUS takes the one with the SSID (radius.shared_place_of). A
 * network without access points says nothing: its gateway asks by another's.
 */
const offered = statement(
  'gateways_offered_networks',
  `
  select n.ssid from networks n
  where n.organization_id = $1 and n.id in (
    select k.network_id from network_clients own
    join network_clients k on k.organization_id = own.organization_id
      and (k.address = own.address or k.site_address = own.site_address)
    where own.organization_id = $1 and own.network_id = $2)`,
);

/** The SSIDs with which RADIUS lets guests of a gateway in. */
@Injectable()
export class OfferedNetworks {
  private readonly remembered: Remembered<readonly (string | null)[]>;

  constructor(
    private readonly database: Database,
    changes: HeardChanges,
  ) {
    this.remembered = changes.remember(1000);
  }

  /** False: RADIUS would refuse every guest there. */
  async include(context: Context, networkId: string, ssid: string): Promise<boolean> {
    const { organizationId } = context;
    const ssids = await this.remembered.findOr(`${organizationId} ${networkId}`, async () => {
      const values = [organizationId, networkId];
      const rows = await this.database.query<{ ssid: string | null }>(context, offered, values);
      return rows.map((each) => each.ssid);
    });
    return ssids.length === 0 || ssids.some((each) => each === null || each === ssid);
  }
}
