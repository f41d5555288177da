import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { publishAddresses } from '../../database/distribution/published-addresses.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import { clashOf } from './address-clash.js';
import { withoutFullPrefix } from './client-address.js';

interface OverlapRow {
  readonly address: string;
  readonly ssid: string | null;
  readonly secret: Buffer;
  readonly otherOrganizationId: string;
  readonly otherNetwork: string;
  readonly otherAddress: string;
  readonly otherSsid: string | null;
  readonly otherSecret: Buffer;
}

// Makes writers of clients wait for each other, so that the next statement sees what earlier ones committed.
const oneAtATime = statement(
  'network_clients_one_at_a_time',
  "select pg_advisory_xact_lock(hashtext('network_clients'))",
);
const overlaps = statement(
  'network_clients_overlaps',
  `
  select address, ssid, secret_sealed as secret, other_organization_id as "otherOrganizationId", other_network
    as "otherNetwork",
    other_address as "otherAddress", other_ssid as "otherSsid", other_secret_sealed as "otherSecret"
  from network_client_overlaps($1, $2)`,
);

const withdraw = statement('client_addresses_withdraw', 'delete from client_addresses where organization_id = $1');
const publish = statement('client_addresses_publish', publishAddresses('$1'));

/** Clients of all organizations, as RADIUS sees them: a packet says where it comes from, not whose it is. */
@Injectable()
export class ClientAddresses {
  constructor(
    private readonly database: Database,
    private readonly secrets: RadiusSecrets,
  ) {}

  /**
   * Runs after the networks were written, in their transaction. Throws `conflict` if RADIUS could not tell one of their
   * clients from another.
   */
  async requireUnambiguous(inside: Context, networkIds: readonly string[]): Promise<void> {
    if (networkIds.length === 0) return;
    await this.database.query(inside, oneAtATime);
    for (const row of await this.database.query<OverlapRow>(inside, overlaps, [inside.organizationId, networkIds])) {
      const isOwn = row.otherOrganizationId === inside.organizationId;
      const clash = clashOf({
        address: withoutFullPrefix(row.address),
        ssid: row.ssid,
        secret: this.secrets.open(row.secret),
        other: {
          network: isOwn ? row.otherNetwork : null,
          address: withoutFullPrefix(row.otherAddress),
          ssid: row.otherSsid,
          secret: this.secrets.open(row.otherSecret),
        },
      });
      if (clash) throw new Problem('conflict', clash);
    }
  }

  /**
   * Where tables are distributed: tells every node the addresses, as clients, networks and RADIUS servers of the
   * organization are from now on.
   */
  async publish(inside: Context): Promise<void> {
    if (!this.database.isDistributed) return;
    await this.database.query(inside, withdraw, [inside.organizationId]);
    await this.database.query(inside, publish, [inside.organizationId]);
  }
}
