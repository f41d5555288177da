import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import type { VendorFile } from '../vendor-file/vendor-file.js';
import { exampleSettings } from '../vendor-file/setting-rules.js';
import { VendorMapping } from '../vendor-file/vendor-mapping.js';
import { setAt } from './set-at.js';
import { SimulatedJoins } from './simulated-joins.js';

export interface SimulatedRecord {
  readonly key: string;
  readonly record: Record<string, unknown>;
  changedAt: number;
}

const firstNumber = 1001;

/** The records behind a simulated API: copies of the file's first sample that gives access, each with its own key. */
export class SimulatedRecords {
  readonly all: SimulatedRecord[] = [];
  private made = 0;
  private readonly mapping: VendorMapping;

  constructor(
    private readonly file: VendorFile,
    private readonly now: () => number,
  ) {
    this.mapping = new VendorMapping(file, exampleSettings(file));
  }

  /** Gives its key. `edits`: values by pointer. */
  add(edits: Readonly<Record<string, unknown>> = {}): string {
    const number = firstNumber + this.made;
    this.made += 1;
    const record = structuredClone(this.living) as Record<string, unknown>;
    const { key: keys, fields } = this.file.mapping;
    const keyPath = [keys].flat().at(-1)!.path;
    setAt(record, keyPath, typeof valueIn(record, pointerIn(keyPath)!) === 'number' ? number : String(number));
    new SimulatedJoins(this.file).separate(record, keyPath, number);
    if (fields.email && !fields.email.path.startsWith('#') && !fields.email.find)
      setAt(record, fields.email.path, `person${number}@acme.example`);
    const made: SimulatedRecord = { key: this.keyOf(record, number), record, changedAt: 0 };
    this.all.push(made);
    this.edit(made, edits);
    return made.key;
  }

  change(key: string, edits: Readonly<Record<string, unknown>>): void {
    const found = this.find(key);
    if (!found) throw new Error(`There is no record ${key}`);
    this.edit(found, edits);
  }

  remove(key: string): void {
    this.all.splice(
      this.all.findIndex((each) => each.key === key),
      1,
    );
  }

  find(key: string): SimulatedRecord | undefined {
    return this.all.find((each) => each.key === key);
  }

  private edit(one: SimulatedRecord, edits: Readonly<Record<string, unknown>>): void {
    one.changedAt = this.now();
    for (const [path, value] of Object.entries(edits)) setAt(one.record, path, value);
    const stamp = this.file.mapping.record_version?.path;
    if (stamp && !stamp.startsWith('#')) {
      setAt(one.record, stamp, stampLike(valueIn(one.record, pointerIn(stamp)!), one.changedAt));
    }
  }

  private keyOf(record: unknown, number: number): string {
    const change = this.mapping.changeOf(record, record);
    return change.kind === 'record' ? change.record.key : String(number);
  }

  private get living(): unknown {
    return this.file.samples.find(({ means }) => typeof means === 'object')!.record;
  }
}

/** An instant as the vendor writes it. */
function stampLike(before: unknown, at: number): string | number {
  const iso = new Date(at).toISOString();
  if (typeof before === 'number') return at;
  if (String(before).startsWith('/Date(')) return `/Date(${at}+0000)/`;
  return /^\d{4}-\d\d-\d\d \d/.test(String(before)) ? iso.slice(0, 19).replace('T', ' ') : iso;
}
