import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { pointerIn, valueIn } from '../../provisioning/connector/mapping/pointer.js';
import type { VendorFile } from '../vendor-file/vendor-file.js';
import { exampleSettings } from '../vendor-file/setting-rules.js';
import { VendorMapping } from '../vendor-file/vendor-mapping.js';
import { setAt } from './set-at.js';
import type { SimulatedRecord } from './simulated-record.js';
import { SimulatedJoins } from './simulated-joins.js';

const firstNumber = 1001;

/** The records behind a simulated API: copies of the file's first sample that gives access, each with its own key. */
export class SimulatedRecords {
  readonly all: SimulatedRecord[] = [];
  private readonly numbers = new Map<string, number>();
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
    const record = this.copyOf(this.living, number);
    const made: SimulatedRecord = { key: this.keyOf(record, number), record, changedAt: 0 };
    this.all.push(made);
    this.numbers.set(made.key, number);
    this.edit(made, edits);
    return made.key;
  }

  /** It becomes what this record of the vendor says, and stays the same: its key and its address are kept. */
  become(key: string, wanted: Readonly<Record<string, unknown>>): void {
    const found = this.find(key);
    if (!found) throw new Error(`There is no record ${key}`);
    const record = this.copyOf(wanted, this.numbers.get(key)!);
    for (const { path } of [this.file.mapping.key].flat()) setAt(record, path, valueIn(found.record, pointerIn(path)!));
    found.record = record;
    this.edit(found, {});
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

  /** With a key and an address of its own. */
  private copyOf(wanted: unknown, number: number): Record<string, unknown> {
    const record = structuredClone(wanted) as Record<string, unknown>;
    const { key: keys, fields } = this.file.mapping;
    const keyPath = [keys].flat().at(-1)!.path;
    setAt(record, keyPath, typeof valueIn(record, pointerIn(keyPath)!) === 'number' ? number : String(number));
    new SimulatedJoins(this.file).separate(record, keyPath, number);
    const email = fields.email && !fields.email.path.startsWith('#') && addressIn(record, fields.email);
    if (email) setAt(record, email, `person${number}@acme.example`);
    return record;
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

/** Pointer to the address that counts, where it is one of several in a list; undefined: none of those counts. */
function addressIn(record: unknown, { path, find }: VendorFile['mapping']['fields'][string]): string | undefined {
  if (!find) return path;
  const listed = valueIn(record, pointerIn(path)!);
  const index = Array.isArray(listed) ? listed.findIndex((each) => fitsMessage([find], each)) : -1;
  return index < 0 ? undefined : `${path}/${index}${find.take}`;
}

/** An instant as the vendor writes it. */
function stampLike(before: unknown, at: number): string | number {
  const iso = new Date(at).toISOString();
  if (typeof before === 'number') return at;
  if (String(before).startsWith('/Date(')) return `/Date(${at}+0000)/`;
  return /^\d{4}-\d\d-\d\d \d/.test(String(before)) ? iso.slice(0, 19).replace('T', ' ') : iso;
}
