/** Columns that are told under their own names. */
export function own(...columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, column]));
}

/** What nobody changes, or everybody with every change. */
export const life = ['organization_id', 'id', 'revision', 'created_at', 'updated_at'];
