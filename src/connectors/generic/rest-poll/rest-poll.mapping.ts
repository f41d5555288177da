import { setImmediate } from 'node:timers/promises';
import type { Change } from '../../../provisioning/connector/change.js';
import { RecordMapping } from '../../../provisioning/connector/mapping/record-mapping.js';
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

  constructor({ mapping, time_zone: timeZone }: Pick<RestPollSettings, 'mapping' | 'time_zone'>) {
    // Without `records`, the answer is the list.
    this.records = new RecordMapping({ ...mapping, records: mapping.records ?? '' }, { timeZone, source: 'list' });
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
}
