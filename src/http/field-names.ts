/** Where the API has another word than the code: older words of the contract, and names that leave their unit out. */
const words = {
  groupId: 'table_id',
  defaultGroupId: 'default_table_id',
  sourceConnectionId: 'source',
  durationSeconds: 'duration',
  batchId: 'batch',
  secretNames: 'secrets',
  ownerId: 'userid',
} as const;

const apiNames: ReadonlyMap<string, string> = new Map(Object.entries(words));
const fieldNames: ReadonlyMap<string, string> = new Map(Object.entries(words).map(([field, api]) => [api, field]));

/** How the API calls a field of the code: `valid_until` for validUntil. */
export function apiName(field: string): string {
  return apiNames.get(field) ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** How the code calls a field of the API: validUntil for `valid_until`. */
export function fieldName(api: string): string {
  return fieldNames.get(api) ?? api.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
