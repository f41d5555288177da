import type { Change } from '../../../provisioning/connector/change.js';
import { RecordMapping } from '../../../provisioning/connector/mapping/record-mapping.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { WebhookSettings } from './webhook.settings.js';
import { messageIn } from './webhook.wire.js';

/**
 * What a body means by the tenant's mapping. Events state what changed: facts are merged unless a rule says otherwise.
 */
export class WebhookMapping {
  private readonly records: RecordMapping;

  constructor({ mapping, time_zone: timeZone }: Pick<WebhookSettings, 'mapping' | 'time_zone'>) {
    this.records = new RecordMapping(mapping, { timeZone, source: 'events' });
  }

  changesOf(body: Buffer): readonly Change[] {
    const read = messageIn(body);
    return 'problem' in read ? [malformedRecord(read.problem)] : this.records.changesOf(read.message);
  }
}
