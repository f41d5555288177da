import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import type { PortPair } from './run-folder.js';

/** 1812: the port of a RADIUS server record that names none; the listener of the settings serves it. */
const usualPort = 1812;

const organizations = statement(
  'radius_served_organizations',
  `
  select o.id, array(select a.id::text from certificate_authorities a
    where a.organization_id = o.id and a.retired_at is null and a.expires_at > $1 order by a.created_at, a.id)
      as authorities
  from organizations o where exists (select from networks n join network_clients c
    on c.organization_id = n.organization_id and c.network_id = n.id where n.organization_id = o.id)
  order by o.id`,
);

/** An organization that has networks with access points, and the certificates it trusts. */
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

/** The organizations that FreeRADIUS serves. A change requires a restart, which takes 0.1 s. */
@Injectable()
export class ServedRepository {
  constructor(private readonly database: Database) {}

  organizations(now: Instant): Promise<ServedOrganization[]> {
    return this.database.query(systemContext(everyOrganization, 'radius'), organizations, [now]);
  }

  /** Pairs of ports besides the usual one and `own`. */
  ports(own: number): Promise<PortPair[]> {
    return this.database.query(systemContext(everyOrganization, 'radius'), pairs, [usualPort, own]);
  }
}
