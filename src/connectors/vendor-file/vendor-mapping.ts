import type { Instant } from '../../kernel/clock.js';
import { type Change, versionAsRead } from '../../provisioning/connector/change.js';
import { RecordMapping } from '../../provisioning/connector/mapping/record-mapping.js';
import { filledIn, type TemplateValues } from './template.js';
import type { VendorFile } from './vendor-file.js';

/** What a vendor's records mean, by the mapping of its file. */
export class VendorMapping {
  private readonly records: RecordMapping;

  constructor({ mapping, list }: VendorFile, values: TemplateValues) {
    const document = filledIn(mapping, values) as VendorFile['mapping'];
    const { time_zone: zone } = values;
    const timeZone = typeof zone === 'string' ? zone : undefined;
    this.records = new RecordMapping({ ...document, records: list.records }, { timeZone, source: 'list' });
  }

  changeOf(record: unknown, message: unknown): Change {
    return this.records.changeOf(record, message);
  }

  /**
   * The same as it was read at that moment. Vendors change records without touching their stamps: of two readings of
   * one stamp the later wins, an older stamp never does.
   */
  readAt(moment: Instant, record: unknown, message: unknown): Change {
    const change = this.records.changeOf(record, message);
    const version =
      change.kind === 'record' ? change.record.version : change.kind === 'patch' ? change.version : undefined;
    if (version === undefined) return change;
    const stamped = { version: versionAsRead(version, moment) };
    if (change.kind === 'record') return { ...change, record: { ...change.record, ...stamped } };
    return { ...change, ...stamped };
  }

  /** A whole answer, for previews. */
  changesOf(message: unknown): readonly Change[] {
    return this.records.changesOf(message);
  }
}
