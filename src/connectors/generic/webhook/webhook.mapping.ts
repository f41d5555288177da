import type { Change } from '../../../provisioning/connector/change.js';
import { mappingTrial } from '../../../provisioning/connector/mapping/mapping-trial.js';
import type { RecordTrial } from '../../../provisioning/connector/record-trial.js';
import { RecordMapping } from '../../../provisioning/connector/mapping/record-mapping.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { WebhookSettings } from './webhook.settings.js';
import { messageIn } from './webhook.wire.js';

/**
 * What a body means by the tenant's mapping. Events state what changed: facts are merged unless a rule says otherwise.
 */
export class WebhookMapping {
  private readonly records: RecordMapping;

  constructor(private readonly settings: Pick<WebhookSettings, 'mapping' | 'time_zone'>) {
    const { mapping, time_zone: timeZone } = settings;
    this.records = new RecordMapping(mapping, { timeZone, source: 'events' });
  }

  changesOf(body: Buffer): readonly Change[] {
    const read = messageIn(body);
    return 'problem' in read ? [malformedRecord(read.problem)] : this.records.changesOf(read.message);
  }

  /** Value by value, for whoever writes the mapping. */
  trialsOf(body: Buffer, most: number): readonly RecordTrial[] {
    const read = messageIn(body);
    if ('problem' in read) return [{ change: malformedRecord(read.problem), values: [] }];
    const { mapping, time_zone: timeZone } = this.settings;
    return mappingTrial(mapping, { timeZone, source: 'events' }, read.message, most);
  }
}
