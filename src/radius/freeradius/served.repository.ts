import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import type { PortPair } from './run-folder.js';

/** 1812: what a RADIUS server record says that has nothing special to say; the listener of the settings serves it. */
const usualPort = 1812;

const organizations = statement('radius_served_organizations', `
  select distinct n.organization_id as id from networks n where exists (select from network_clients c where c.organization_id = n.organization_id and c.network_id = n.id) order by 1`);

const pairs = statement('radius_served_ports', `
  select auth_port as auth, min(acct_port) as acct from radius_servers where auth_port not in ($1, $2) group by auth_port order by auth_port`);

/** Whom FreeRADIUS serves: a change of the answer asks for a restart, which takes 0.1 s. */
@Injectable()
export class ServedRepository {
  constructor(private readonly database: Database) {}

  /** Organizations that have networks with access points. */
  async organizations(): Promise<string[]> {
    return (await this.database.query<{ id: string }>(systemContext(everyOrganization, 'radius'), organizations, [])).map(({ id }) => id);
  }

  /** Pairs of ports beside the usual one and `own`. */
  ports(own: number): Promise<PortPair[]> {
    return this.database.query(systemContext(everyOrganization, 'radius'), pairs, [usualPort, own]);
  }
}
