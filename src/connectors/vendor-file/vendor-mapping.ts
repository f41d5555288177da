import type { Instant } from '../../kernel/clock.js';
import { type Change, versionAsRead } from '../../provisioning/connector/change.js';
import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { RecordMapping } from '../../provisioning/connector/mapping/record-mapping.js';
import { filledIn, type TemplateValues } from './template.js';
import type { VendorFile } from './vendor-file.js';

/** What a vendor's records mean, by the mapping of its file. */
export class VendorMapping {
  private readonly records: RecordMapping;
  /** Keys of the record that the vendor has merged, and of the one in which it went on. */
  private readonly former: RecordMapping;
  private readonly surviving: RecordMapping;

  constructor(
    private readonly file: Pick<VendorFile, 'mapping' | 'list' | 'merged'>,
    values: TemplateValues,
  ) {
    const { mapping, list, merged } = file;
    const document = { ...(filledIn(mapping, values) as VendorFile['mapping']), records: list.records };
    const { time_zone: zone } = values;
    const timeZone = typeof zone === 'string' ? zone : undefined;
    const reading = { timeZone, source: 'list' } as const;
    const keyAlone = { ...document, match: [{ action: 'remove' }] } as const;
    this.records = new RecordMapping(document, reading);
    this.former = new RecordMapping(keyAlone, reading);
    this.surviving = new RecordMapping({ ...keyAlone, key: merged?.into ?? document.key }, reading);
  }

  changeOf(record: unknown, message: unknown): Change {
    if (!this.file.merged || !fitsMessage(this.file.merged.when, record)) return this.records.changeOf(record, message);
    const [from, to] = [this.former, this.surviving].map((each) => each.changeOf(record, message));
    if (from.kind !== 'patch') return from;
    return to.kind === 'patch' ? { kind: 'renamed', from: from.key, to: to.key } : to;
  }

  /**
   * The same as it was read at that moment. Vendors change records without touching their stamps: of two readings of
   * one stamp the later wins, an older stamp never does.
   */
  readAt(moment: Instant, record: unknown, message: unknown): Change {
    const change = this.changeOf(record, message);
    const version =
      change.kind === 'record' ? change.record.version : change.kind === 'patch' ? change.version : undefined;
    if (version === undefined) return change;
    const stamped = { version: versionAsRead(version, moment) };
    if (change.kind === 'record') return { ...change, record: { ...change.record, ...stamped } };
    return { ...change, ...stamped };
  }

  /** A whole answer, for previews. */
  changesOf(message: unknown): readonly Change[] {
    const records = this.records.recordsOf(message);
    if (typeof records === 'string' || records.length === 0) return this.records.changesOf(message);
    return records.map((record) => this.changeOf(record, message));
  }
}
