import type { Instant } from '../../kernel/clock.js';
import { type Change, versionAsRead } from '../../provisioning/connector/change.js';
import { fitsMessage } from '../../provisioning/connector/mapping/match.js';
import { RecordMapping } from '../../provisioning/connector/mapping/record-mapping.js';
import { filledIn, type TemplateValues } from './template.js';
import type { VendorFile, VendorMerge } from './vendor-file.js';

/** What says that a record was merged; its key, and that of the record in which it went on. */
interface Merge {
  readonly when: VendorMerge['when'];
  readonly former: RecordMapping;
  readonly surviving: RecordMapping;
}

/** What a vendor's records mean, by the mapping of its file. */
export class VendorMapping {
  private readonly records: RecordMapping;
  private readonly merge?: Merge;

  constructor({ mapping, list, merged }: Pick<VendorFile, 'mapping' | 'list' | 'merged'>, values: TemplateValues) {
    const document = { ...(filledIn(mapping, values) as VendorFile['mapping']), records: list.records };
    const { time_zone: zone } = values;
    const timeZone = typeof zone === 'string' ? zone : undefined;
    const reading = { timeZone, source: 'list' } as const;
    this.records = new RecordMapping(document, reading);
    if (!merged) return;
    const keyAlone = { ...document, match: [{ action: 'remove' }] } as const;
    const former = new RecordMapping(keyAlone, reading);
    const surviving = new RecordMapping({ ...keyAlone, key: merged.into }, reading);
    this.merge = { when: merged.when, former, surviving };
  }

  changeOf(record: unknown, message: unknown): Change {
    if (!this.merge || !fitsMessage(this.merge.when, record)) return this.records.changeOf(record, message);
    const [from, to] = [this.merge.former, this.merge.surviving].map((each) => each.changeOf(record, message));
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
