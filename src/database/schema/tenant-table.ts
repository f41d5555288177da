import { functionFile } from './sql-files.js';

/** What a tenant sees of a table: its own rows. */
export const ownRows = 'organization_id = (select usher_organization())';

/** Puts a table behind the tenant wall. */
export function tenantWall(table: string, rule = ownRows): string[] {
  return [
    functionFile('templates/tenant_wall', { table, rule }),
    `grant select, insert, update, delete on ${table} to usher_tenant`,
  ];
}

/** A partition's own wall: nobody is granted anything on it. */
export function partitionWall(partition: string): string {
  return functionFile('templates/tenant_wall', { table: partition, rule: ownRows });
}

/** Exact totals: lists answer total_items without counting. */
export function countedTable(table: string): string {
  return functionFile('templates/counted_table', { table });
}
