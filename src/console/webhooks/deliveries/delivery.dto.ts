import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { eventTypes, type EventType } from '../../events/event-types.js';
import type { Delivery, WebhookDeliveryStatus } from './delivery.js';

export class AttemptDto {
  /** When it was begun. */
  at: string;

  /** Milliseconds until the answer, or until it failed. */
  @ApiProperty({ type: 'integer' })
  duration_ms: number;

  /** HTTP status; null where no answer came, and for syslog and CEF. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;

  /** Why it does not count as delivered. */
  error: string | null;
  /** The answer's beginning, at most 500 characters. */
  response: string | null;
}

export class DeliveryDto extends LinksDto {
  id: string;
  /** The webhook that it is for. */
  webhook_id: string;
  /** The header webhook-id: the same at every attempt, redelivery and replay. */
  event_id: string;

  /** What happened. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType' })
  event: EventType;

  /** Made by POST /webhooks/{id}/test: tried once. */
  test: boolean;

  /** pending: on its way, or tried again later. failed: given up; it can be redelivered. */
  @ApiProperty({ enum: ['pending', 'delivered', 'failed'] })
  status: WebhookDeliveryStatus;

  /** Since it was made, redelivered or replayed. */
  @ApiProperty({ type: 'integer' })
  attempts: number;

  /** Null: not tried yet. */
  last_attempt_at: string | null;
  /** Null once nothing more is tried. */
  next_attempt_at: string | null;

  /** HTTP status of the last answer; null: none came, and for syslog and CEF. */
  @ApiProperty({ type: 'integer', nullable: true })
  response_status: number | null;

  /** The latest attempts, oldest first. */
  log: AttemptDto[];
  created_at: string;
}

class EmbeddedDeliveriesDto {
  deliveries: DeliveryDto[];
}

export class DeliveryPageDto extends PageDto {
  _embedded: EmbeddedDeliveriesDto;
}

export function deliveryDto(delivery: Delivery): Omit<DeliveryDto, '_links'> {
  const { createdAt, dueAt } = delivery;
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event: delivery.event,
    test: delivery.isTest,
    status: delivery.status,
    attempts: delivery.attempts,
    last_attempt_at: delivery.attemptedAt,
    next_attempt_at: delivery.status === 'pending' ? (dueAt > createdAt ? dueAt : createdAt) : null,
    response_status: delivery.responseStatus,
    log: delivery.log.map(({ at, durationMilliseconds, status, error, response }) => ({
      at,
      duration_ms: durationMilliseconds,
      status,
      error,
      response,
    })),
    created_at: createdAt,
  };
}
