/** Columns that are recorded under their own names. */
export function own(...columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, column]));
}

/** What nobody changes, or every change touches. */
export const life = ['organization_id', 'id', 'revision', 'created_at', 'updated_at'];
