import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import type { VendorFile } from '../vendor-file/vendor-file.js';
import { setAt } from './set-at.js';
import type { SimulatedRecord } from './simulated-record.js';

/** What stands beside the records of a simulated vendor: its samples have it inside, its answers do not. */
export class SimulatedJoins {
  private readonly joins: NonNullable<VendorFile['joins']>;

  constructor({ joins = {} }: Pick<VendorFile, 'joins'>) {
    this.joins = joins;
  }

  /** A new record has things of its own beside it. */
  separate(record: Record<string, unknown>, keyPath: string, number: number): void {
    for (const [name, { by, list }] of Object.entries(this.joins)) {
      const before = valueIn(record, pointerIn(by)!);
      const key = by === keyPath ? before : typeof before === 'number' ? number : `${name}-${number}`;
      setAt(record, by, key);
      if (list && record[name] !== undefined) setAt(record, `/${name}${list.key}`, key);
    }
  }

  /** The record as the vendor's list has it. */
  bare(each: SimulatedRecord): SimulatedRecord {
    const names = Object.keys(this.joins);
    if (names.length === 0) return each;
    const own = Object.entries(each.record).filter(([name]) => !names.includes(name));
    return { ...each, record: Object.fromEntries(own) };
  }

  /** What is beside them under this name. */
  beside(name: string, records: readonly SimulatedRecord[]): SimulatedRecord[] {
    const at = pointerIn(this.joins[name].by)!;
    return records.flatMap(({ record, changedAt }) => {
      const joined = record[name] as Record<string, unknown> | undefined;
      return joined === undefined ? [] : [{ key: String(valueIn(record, at)), record: joined, changedAt }];
    });
  }
}
