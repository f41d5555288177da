import type { AuditedTable } from '../audited-table.js';
import { accessTables } from './access-tables.js';
import { engineTables } from './engine-tables.js';
import { networkTables } from './network-tables.js';

/** What the audit records today. A changed description needs a migration that calls auditedTable again. */
export const auditedTables: readonly AuditedTable[] = [...accessTables, ...networkTables, ...engineTables];
