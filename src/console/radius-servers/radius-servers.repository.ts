import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { Context } from '../../kernel/context.js';
import { radiusServerTable } from './radius-server.entity.js';
import { RecordTable } from '../record/record-table.js';
import type { RadiusServer } from './radius-server.js';

export const radiusServerListFields = listFields({
  id: 'radius_servers.id',
  fields: {
    id: { column: 'radius_servers.id', type: 'uuid' },
    name: { column: 'radius_servers.name', type: 'text' },
    region: { column: 'radius_servers.region', type: 'text' },
    address: { column: 'radius_servers.address', type: 'text' },
    auth_port: { column: 'radius_servers.auth_port', type: 'integer' },
    acct_port: { column: 'radius_servers.acct_port', type: 'integer' },
    coa_port: { column: 'radius_servers.coa_port', type: 'integer' },
    radsec: { column: 'radius_servers.radsec', type: 'flag' },
    created_at: { column: 'radius_servers.created_at', type: 'instant' },
    updated_at: { column: 'radius_servers.updated_at', type: 'instant' },
  },
});

const networksOf = statement(
  'radius_servers_networks',
  `
  select id, name from networks where organization_id = $1 and radius_server_id = $2 order by lower(name)`,
);

@Injectable()
export class RadiusServersRepository {
  readonly table: RecordTable<RadiusServer>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<RadiusServer>(database, radiusServerTable, { hidden: ['secretSealed'] });
  }

  networksOf(context: Context, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query(context, networksOf, [context.organizationId, id]);
  }
}
