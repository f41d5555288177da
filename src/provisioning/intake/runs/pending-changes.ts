import type { Change, SourceRecord } from '../../connector/change.js';

/**
 * News of a list that was found and is not written yet. A list that moves while it is read says some records twice, and
 * not always the same: what a later page says of these is applied behind it, never compared with what is stored.
 */
export class PendingChanges {
  private readonly keys = new Map<string, number>();
  private readonly parentKeys = new Map<string, number>();
  private groups = 0;
  private ofAnybody = 0;

  /** Whether what is stored of these records may not be what will be stored when they are applied. */
  concerns(change: Change, records: readonly SourceRecord[]): boolean {
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
