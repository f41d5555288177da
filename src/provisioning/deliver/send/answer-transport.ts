import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { systemContext } from '../../../kernel/context.js';
import { delivered, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { sequenceText } from '../../inbox/message.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConnectorProblem } from '../../connector/connector-problem.js';
import type { StoredMessage } from '../../connector/stored-message.js';
import type { AccessAnswer } from '../../connector/answers.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { Payloads } from '../../inbox/payloads.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { Dispatch } from './dispatch.js';

const eventById = statement(
  'deliver_event_by_id',
  `
  select seq, payload_sealed as "payloadSealed", received_at as "receivedAt" from inbox_events
    where organization_id = $1 and id = $2`,
);

type Said = Pick<AccessAnswer, 'outcome' | 'credentials' | 'reason'>;

/** Sends the answer to the outside system, where its people look. */
@Injectable()
export class AnswerTransport {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
    private readonly payloads: Payloads,
  ) {}

  send({ delivery, connection, content, place }: Dispatch, signal: AbortSignal): Promise<SendOutcome> {
    const { username, password, codes, validUntil } = content;
    const hasCredential = username !== null || codes.length > 0;
    return this.tell(
      delivery,
      connection,
      {
        outcome: 'ready',
        credentials: hasCredential
          ? {
              username: username ?? undefined,
              password: password ?? undefined,
              voucherCodes: codes.length > 0 ? codes : undefined,
              networkName: place.ssid ?? undefined,
              validUntil,
            }
          : null,
      },
      signal,
    );
  }

  /** That there is nothing to give, and why. */
  async withhold(delivery: ClaimedDelivery, signal: AbortSignal): Promise<SendOutcome> {
    const connection = await this.connections.load(
      systemContext(delivery.organizationId, 'credential deliveries'),
      delivery.connectionId,
    );
    const { outcome, reason } =
      delivery.outcome === 'ready' ? { outcome: 'none' as const, reason: 'The time of access is over' } : delivery;
    return this.tell(delivery, connection, { outcome, credentials: null, reason: reason ?? undefined }, signal);
  }

  private async tell(
    delivery: ClaimedDelivery,
    connection: StoredConnection,
    said: Said,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    try {
      const { answers: tells } = this.host.connectorOf(connection);
      if (!tells) return { error: 'This connector has no place for an answer', isFinal: true };
      const hasTold = await tells.answer(
        { key: delivery.sourceKey ?? '', message: await this.message(delivery), ...said },
        signal,
      );
      return hasTold
        ? delivered
        : { error: 'The outside system has no place for an answer about this record', isFinal: true };
    } catch (error) {
      if (!(error instanceof ConnectorProblem)) throw error;
      return {
        error: error.message,
        isFinal: error.action === 'done' || error.action === 'refuse' || error.action === 'report',
        retryAt: error.details.retryAt,
      };
    }
  }

  private async message({ organizationId, eventId }: ClaimedDelivery): Promise<StoredMessage | null> {
    if (eventId === null) return null;
    const row = await this.database.one<{ seq: number; payloadSealed: string | null; receivedAt: string }>(
      systemContext(organizationId, 'credential deliveries'),
      eventById,
      [organizationId, eventId],
    );
    return row?.payloadSealed
      ? {
          body: this.payloads.open(eventId, row.payloadSealed),
          receivedAt: row.receivedAt,
          sequence: sequenceText(row.seq),
        }
      : null;
  }
}
