import { auditedTables } from './audited/audited-tables.js';
import { auditedTable } from './audited-table.js';
import { endedSessions } from './ended-sessions.js';
import { functionFile, functionFiles } from './sql-files.js';
import { ownRows } from './tenant-table.js';

/** Whose certificates end with them, by the column that names the owner. */
export const certified = { users: 'user_id', devices: 'device_id', network_clients: 'network_client_id' };

/** Every function of the schema with its rights and triggers, as the migrations have left it. */
export function currentFunctions(): string[] {
  return [
    ...['tenants', 'console', 'logs', 'provisioning', 'webhooks', 'radius', 'audit'].flatMap((folder) =>
      functionFiles(folder, { own_rows: ownRows }),
    ),
    ...Object.entries(certified).map(([table, column]) =>
      functionFile('templates/revoke_certificates', { table, column }),
    ),
    ...endedSessions(),
    ...auditedTables.flatMap(auditedTable),
  ];
}
