import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { systemContext } from '../../../kernel/context.js';
import { delivered, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { sequenceText } from '../../absorb/interpreted-event.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { StoredMessage } from '../../connector/connector.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { Payloads } from '../../inbox/payloads.js';
import type { Dispatch } from './dispatch.js';

const eventById = statement('deliver_event_by_id', `
  select seq, payload_sealed as "payloadSealed", received_at as "receivedAt" from inbox_events where organization_id = $1 and id = $2`);

/** Tells the outside system itself, where its people look. */
@Injectable()
export class AnswerCourier {
  constructor(private readonly database: Database, private readonly host: ConnectorHost, private readonly payloads: Payloads) {}

  async send({ letter, connection, content, place }: Dispatch, signal: AbortSignal): Promise<SendOutcome> {
    try {
      const { tells } = this.host.connectorOf(connection);
      if (!tells) return { error: 'This connector has no place for an answer', isFinal: true };
      const { username, password, codes, validUntil } = content;
      const hasTold = await tells.tell({
        key: letter.sourceKey ?? '', message: await this.message(letter), outcome: 'ready',
        credentials: { username: username ?? undefined, password: password ?? undefined, voucherCodes: codes.length > 0 ? codes : undefined, networkName: place.ssid ?? undefined, validUntil },
      }, signal);
      return hasTold ? delivered : { error: 'The outside system has no place for an answer about this record', isFinal: true };
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      return { error: error.message, isFinal: error.action === 'done' || error.action === 'refuse' || error.action === 'report' };
    }
  }

  private async message({ organizationId, eventId }: Dispatch['letter']): Promise<StoredMessage | null> {
    if (eventId === null) return null;
    const row = await this.database.one<{ seq: number; payloadSealed: string | null; receivedAt: string }>(systemContext(organizationId, 'credential deliveries'), eventById, [organizationId, eventId]);
    return row?.payloadSealed ? { body: this.payloads.open(eventId, row.payloadSealed), receivedAt: row.receivedAt, sequence: sequenceText(row.seq) } : null;
  }
}
