/** Statements that put a table behind the tenant wall: deny by default, own organization's rows only. */
export function tenantWall(table: string, rule = 'organization_id = (select usher_organization())'): string[] {
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (${rule} or (select usher_everywhere()))`,
    `grant select, insert, update, delete on ${table} to usher_tenant`,
  ];
}

/** Statement-level triggers that keep exact totals: lists answer total_items without counting. */
export function countedTable(table: string): string[] {
  return [
    `create trigger count_added after insert on ${table} referencing new table as changed for each statement execute function usher_count('${table}', '1')`,
    `create trigger count_removed after delete on ${table} referencing old table as changed for each statement execute function usher_count('${table}', '-1')`,
  ];
}
