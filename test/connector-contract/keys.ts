import type { Change } from '../../src/provisioning/connector/change.js';

/** Keys of the records that changes speak of, in order, each once. */
export function keysOf(changes: readonly Change[]): string[] {
  const keys = changes.flatMap((change) => {
    switch (change.kind) {
      case 'record':
        return [change.record.key];
      case 'group':
        return change.records.map(({ key }) => key);
      case 'patch':
      case 'hint':
        return [change.key];
      default:
        return [];
    }
  });
  return [...new Set(keys)];
}

export function sorted(keys: Iterable<string>): string[] {
  return [...new Set(keys)].sort();
}
