import { setImmediate } from 'node:timers/promises';
import type { Change } from '../../../provisioning/connector/change.js';
import type { MappingDocument } from '../../../provisioning/connector/mapping/mapping-document.js';
import { mappingTrial } from '../../../provisioning/connector/mapping/mapping-trial.js';
import type { RecordTrial } from '../../../provisioning/connector/record-trial.js';
import { type MappingOptions, RecordMapping } from '../../../provisioning/connector/mapping/record-mapping.js';
import { NotJson } from '../../../kernel/json/read-json.js';
import { malformedRecord, strictJson } from '../../../provisioning/connector/vendor-record.js';
import type { RestPollSettings } from './rest-poll.settings.js';
import type { VendorAnswer } from './rest-poll.wire.js';

const recordsAtOnce = 200;

/**
 * What records mean by the tenant's mapping. A list states what is: each record is the whole truth unless a rule says
 * otherwise.
 */
export class ListMapping {
  private readonly records: RecordMapping;
  private readonly document: MappingDocument;
  private readonly options: MappingOptions;

  constructor({ mapping, time_zone: timeZone }: Pick<RestPollSettings, 'mapping' | 'time_zone'>) {
    // Without `records`, the answer is the list.
    this.document = { ...mapping, records: mapping.records ?? '' };
    this.options = { timeZone, source: 'list' };
    this.records = new RecordMapping(this.document, this.options);
  }

  /** Yields one change per record, so that other work runs in between. */
  async changesOf(
    { records, body }: Pick<VendorAnswer, 'records' | 'body'>,
    signal: AbortSignal,
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (let start = 0; start < records.length; start += recordsAtOnce) {
      if (start > 0) await setImmediate(undefined, { signal });
      for (const record of records.slice(start, start + recordsAtOnce))
        changes.push(this.records.changeOf(record, body));
    }
    return changes;
  }

  /** For previews: a pasted answer of the system. */
  pasted(body: Buffer): readonly Change[] {
    try {
      return this.records.changesOf(strictJson(body));
    } catch (error) {
      if (error instanceof NotJson) return [malformedRecord(error.message)];
      throw error;
    }
  }

  /** Value by value, for whoever writes the mapping. */
  trialsOf(body: Buffer, most: number): readonly RecordTrial[] {
    try {
      return mappingTrial(this.document, this.options, strictJson(body), most);
    } catch (error) {
      if (error instanceof NotJson) return [{ change: malformedRecord(error.message), values: [] }];
      throw error;
    }
  }
}
