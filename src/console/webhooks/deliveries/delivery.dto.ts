import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { eventTypes, type EventType } from '../../events/event-types.js';
import type { Delivery, WebhookDeliveryStatus } from './delivery.js';

export class AttemptDto {
  /** Start of the attempt. */
  at: string;

  /** Milliseconds until the answer or the failure. */
  @ApiProperty({ type: 'integer' })
  duration_ms: number;

  /** HTTP status. Null if no answer came, and for syslog and CEF. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;

  /** Why it does not count as delivered. */
  error: string | null;
  /** The first 500 characters of the answer. */
  response: string | null;
}

export class DeliveryDto extends LinksDto {
  id: string;
  /** Id of the webhook. */
  webhook_id: string;
  /** The header `webhook-id`: the same at every attempt, redelivery and replay. */
  event_id: string;

  /** Name of the event. */
  @ApiProperty({ enum: eventTypes, enumName: 'EventType' })
  event: EventType;

  /** Sent by POST /webhooks/{id}/test, and tried once. */
  test: boolean;

  /** `pending`: being sent, or waiting for the next attempt. `failed`: given up; it can be redelivered. */
  @ApiProperty({ enum: ['pending', 'delivered', 'failed'] })
  status: WebhookDeliveryStatus;

  /** Attempts since it was made, redelivered or replayed. */
  @ApiProperty({ type: 'integer' })
  attempts: number;

  /** Time of the last attempt. Null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt. Null when there will be none. */
  next_attempt_at: string | null;

  /** HTTP status of the last answer. Null if none came, and for syslog and CEF. */
  @ApiProperty({ type: 'integer', nullable: true })
  response_status: number | null;

  /** The latest attempts, oldest first. */
  log: AttemptDto[];
  created_at: string;
}

/** A single delivery. */
export class DeliveryWithPayloadDto extends DeliveryDto {
  /**
   * The event as JSON, as sent: the body of a webhook's request, or what a syslog or CEF line is made from. Null once
   * the event is no longer kept, and before the payload is made.
   */
  payload: string | null;
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
