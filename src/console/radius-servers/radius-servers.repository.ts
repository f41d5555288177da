import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { radiusServerTable } from './radius-server.entity.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { RadiusServer } from './radius-server.js';

export const radiusServerListFields = listFieldsOf(radiusServerTable, 'radius_servers');

const networksOf = statement(
  'radius_servers_networks',
  `
  select id, name from networks where organization_id = $1 and radius_server_id = $2 order by lower(name)`,
);

@Injectable()
export class RadiusServersRepository {
  readonly table: RecordTable<RadiusServer>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<RadiusServer>(database, radiusServerTable, 'RADIUS server', {
      hidden: ['secretSealed'],
    });
  }

  networksOf(context: Context, id: string): Promise<{ id: string; name: string }[]> {
    return this.database.query(context, networksOf, [context.organizationId, id]);
  }
}
