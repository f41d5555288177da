/** FreeRADIUS' four classic tables: what a user's or group's request must contain, and what its reply gets. */
export const attributeTables = ['radcheck', 'radreply', 'radgroupcheck', 'radgroupreply'] as const;
export type AttributeTable = (typeof attributeTables)[number];

export function isOfGroup(table: AttributeTable): boolean {
  return table.startsWith('radgroup');
}
