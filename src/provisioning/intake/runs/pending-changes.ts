import type { Change, SourceRecord } from '../../connector/change.js';

/**
 * Changes found in a list and not written yet. A list that moves while it is read repeats some records, not always
 * alike: what a later page says about these is applied after them, never compared with what is stored.
 */
export class PendingChanges {
  private readonly keys = new Map<string, number>();
  private readonly parentKeys = new Map<string, number>();
  private groups = 0;
  private ofAnybody = 0;

  /** Whether the stored form of these records may still change when the pending ones are applied. */
  concerns(change: Change, records: readonly Pick<SourceRecord, 'key' | 'parentKey'>[]): boolean {
    if (this.ofAnybody > 0 || (change.kind === 'group' && this.parentKeys.has(change.parentKey))) return true;
    return records.some(
      ({ key, parentKey }) =>
        this.keys.has(key) || (parentKey === undefined ? this.groups > 0 : this.parentKeys.has(parentKey)),
    );
  }

  add(news: readonly Change[]): void {
    for (const change of news) this.count(change, 1);
  }

  written(news: readonly Change[]): void {
    for (const change of news) this.count(change, -1);
  }

  private count(change: Change, by: 1 | -1): void {
    switch (change.kind) {
      case 'record':
        if (change.continues) this.ofAnybody += by;
        return this.countRecord(change.record, by);
      case 'group':
        this.groups += by;
        tally(this.parentKeys, change.parentKey, by);
        for (const record of change.records) this.countRecord(record, by);
        return undefined;
      case 'patch':
      case 'confirm':
        return tally(this.keys, change.key, by);
      case 'renamed':
        tally(this.keys, change.from, by);
        return tally(this.keys, change.to, by);
      case 'malformed':
        return change.problem.key === undefined ? undefined : tally(this.keys, change.problem.key, by);
      case 'patch_matching':
        this.ofAnybody += by;
        return undefined;
      default:
        return undefined;
    }
  }

  private countRecord({ key, parentKey }: SourceRecord, by: 1 | -1): void {
    tally(this.keys, key, by);
    if (parentKey !== undefined) tally(this.parentKeys, parentKey, by);
  }
}

function tally(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
