import { Injectable } from '@nestjs/common';
import { Database, saidOtherwise, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import type { PortPair } from './run-folder.js';

/** 1812: the port of a RADIUS server record that names none; the listener of the settings serves it. */
const usualPort = 1812;

const organizations = saidOtherwise(
  statement(
    'radius_served_organizations',
    `
  select o.id, array(select a.id::text from certificate_authorities a
    where a.organization_id = o.id and a.retired_at is null and a.expires_at > $1 order by a.created_at, a.id)
      as authorities
  from organizations o where o.id = $2 or exists (select from networks n join network_clients c
    on c.organization_id = n.organization_id and c.network_id = n.id where n.organization_id = o.id)
  order by o.id <> $2, o.id`,
  ),
  // Every node has the organizations, and whose clients there are.
  `
  with trusted as (
    select a.organization_id, array_agg(a.id::text order by a.created_at, a.id) as authorities
    from certificate_authorities a where a.retired_at is null and a.expires_at > $1 group by a.organization_id)
  select o.id, coalesce(t.authorities, '{}') as authorities
  from organizations o left join trusted t on t.organization_id = o.id
  where o.id = $2 or o.id in (select c.organization_id from client_addresses c)
  order by o.id <> $2, o.id`,
);

const certificates = statement(
  'radius_served_authorities',
  `
  select organization_id as "organizationId", array_agg(certificate order by created_at, id) as certificates
    from certificate_authorities
    where organization_id = any ($1) and retired_at is null and expires_at > $2 group by organization_id`,
);

const first = statement(
  'radius_served_first',
  'select id from organizations where parent_id is null order by created_at, id limit 1',
);

/** An organization, and the ids of the authorities it trusts. */
export interface ServedOrganization {
  readonly id: string;
  readonly authorities: readonly string[];
}

const pairs = statement(
  'radius_served_ports',
  `
  select auth_port as auth, min(acct_port) as acct from radius_servers where auth_port not in ($1, $2)
    group by auth_port order by auth_port`,
);

const radsec = statement('radius_served_radsec', 'select count(*) > 0 as "isServed" from radius_servers where radsec');

/** The organizations that FreeRADIUS serves, and where. */
@Injectable()
export class ServedRepository {
  constructor(private readonly database: Database) {}

  /** `first`, then every other one that has networks with access points. */
  organizations(first: string, now: Instant): Promise<ServedOrganization[]> {
    return this.database.query(systemContext(everyOrganization, 'radius'), organizations, [now, first]);
  }

  /** The authorities' certificates, in the order in which they were made. */
  async certificates(organizationIds: readonly string[], now: Instant): Promise<ReadonlyMap<string, string[]>> {
    const context = systemContext(everyOrganization, 'radius');
    const rows = await this.database.query<{ organizationId: string; certificates: string[] }>(context, certificates, [
      organizationIds,
      now,
    ]);
    return new Map(rows.map((row) => [row.organizationId, row.certificates]));
  }

  /** The installation's own organization; undefined before there is one. */
  async first(): Promise<string | undefined> {
    const rows = await this.database.query<{ id: string }>(systemContext(everyOrganization, 'radius'), first);
    return rows.at(0)?.id;
  }

  /** Whose certificate the RadSec server shows, PEM: the installation's own; undefined before there is one. */
  async radsecAuthority(now: Instant): Promise<string | undefined> {
    const own = await this.first();
    return own === undefined ? undefined : (await this.certificates([own], now)).get(own)?.[0];
  }

  /** Whether any organization has a RADIUS server with RadSec. */
  async servesRadsec(): Promise<boolean> {
    const rows = await this.database.query<{ isServed: boolean }>(systemContext(everyOrganization, 'radius'), radsec);
    return rows[0].isServed;
  }

  /** Pairs of ports besides the usual one and `own`. */
  ports(own: number): Promise<PortPair[]> {
    return this.database.query(systemContext(everyOrganization, 'radius'), pairs, [usualPort, own]);
  }
}
