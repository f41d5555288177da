/** Names that differ between API and code: older words of the contract, and names without their unit. */
const words = {
  groupId: 'table_id',
  defaultGroupId: 'default_table_id',
  sourceConnectionId: 'source',
  durationSeconds: 'duration',
  batchId: 'batch',
  ownerId: 'userid',
  failingSinceAt: 'failing_since',
} as const;

/** In answers only: what a caller says as `secrets` are the secrets, not their names. */
const answered = { secretNames: 'secrets' } as const;

const apiNames: ReadonlyMap<string, string> = new Map(Object.entries({ ...words, ...answered }));
const fieldNames: ReadonlyMap<string, string> = new Map(Object.entries(words).map(([field, api]) => [api, field]));

/** The API's name of a field: `valid_until` for validUntil. */
export function apiName(field: string): string {
  return apiNames.get(field) ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The code's name of a field: validUntil for `valid_until`. */
export function fieldName(api: string): string {
  return fieldNames.get(api) ?? api.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
