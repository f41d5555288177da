import type { AuditedTable } from '../audited-table.js';
import { accessTables } from './access-tables.js';
import { engineTables } from './engine-tables.js';
import { networkTables } from './network-tables.js';

/** What is in the audit, as it is now: a changed description comes with a migration that calls auditedTable again. */
export const auditedTables: readonly AuditedTable[] = [...accessTables, ...networkTables, ...engineTables];
