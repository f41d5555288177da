import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type SignatureScheme, verifySignature } from '../../../provisioning/connector/signature.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import type { BambooEvent } from './bamboohr.wire.js';

/**
 * Signed: the body and then the timestamp as its header writes it, with nothing between:
 * https://documentation.bamboohr.com/docs/webhooks
 */
const scheme: SignatureScheme = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  header: 'x-bamboohr-signature',
  form: 'whole',
  encoding: 'hex',
  timeHeader: 'x-bamboohr-timestamp',
  signedText: '{body}{time}',
  toleranceSeconds: 300,
};

/**
 * Events come twice, merged, split, and on the wrong day for future entries, so each only says whose record to read.
 */
export class BambooHrWebhooks implements Receives {
  constructor(
    private readonly settings: Pick<BambooHrSettings, 'webhook_key'>,
    private readonly clock: Clock,
  ) {}

  verify(request: InboundRequest): Promise<Accepted> {
    return Promise.resolve().then(() => {
      const { webhook_key: key } = this.settings;
      if (!key) throw new ConnectorProblem('signature_invalid', 'This connection has no webhook key');
      verifySignature(scheme, [key], request, this.clock);
      // There is no event id, and times are in seconds: the same body twice may be two changes, so nothing is dropped.
      // A repetition costs only a second read.
      return {};
    });
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const event = vendorObject<BambooEvent>(body);
    if (!event) return [malformedRecord('The body is not a JSON object')];
    if (Array.isArray(event.employees))
      return hintsOf(event.employees.map((each) => (each as { id?: unknown } | null)?.id));
    if (typeof event.type !== 'string') return [malformedRecord('The event has neither type nor employees')];
    if (!/^employee(_with_fields)?\.(created|updated|deleted)$/.test(event.type))
      return [{ kind: 'ignored', reason: 'an event that is not about an employee' }];
    return hintsOf([event.data?.employeeId]);
  }
}

function hintsOf(ids: readonly unknown[]): readonly Change[] {
  const known = new Set<string>();
  return ids.flatMap((each): Change[] => {
    const key = String(each);
    if (!/^\d{1,12}$/.test(key)) return [malformedRecord('The id of an employee is no number')];
    if (known.has(key)) return [];
    known.add(key);
    return [{ kind: 'hint', of: 'record', key }];
  });
}
