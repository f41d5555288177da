import { ApiProperty } from '@nestjs/swagger';
import { InstantField, TextField } from '../../../http/body/fields.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { alarmEvents } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Alert } from './alert.js';

class AlertSubjectDto {
  id: string;
  /** The name that people know it by. */
  @ApiProperty({ example: 'Front desk' })
  name: string;
}

export class AlertDto extends LinksDto {
  id: string;

  /** The kind of state. */
  @ApiProperty({ enum: alarmEvents })
  event: string;

  /** While the state lasts: `open`, or `acknowledged` by a person who takes care of it. */
  @ApiProperty({ enum: ['open', 'acknowledged', 'resolved'] })
  status: string;

  /** The connection, certificate, webhook, portal or operator. */
  subject: AlertSubjectDto;

  /** What is wrong and what to do about it, for people. */
  @ApiProperty({ example: 'The outside system refuses the credentials' })
  detail: string;

  /** Further facts by name, such as the run that waits for a decision. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { code: 'credentials_refused' } })
  facts: Readonly<Record<string, string | number>>;

  /** When the state began. */
  raised_at: string;
  /** When it ended. Null while it lasts. */
  resolved_at: string | null;
  /** When contacts were sent a message about it. Null if none was sent yet, or if only the digest mentions it. */
  told_at: string | null;
  /** When the same contacts were told that it was over. */
  end_told_at: string | null;
  /** Some contact learns of it only from the digest. */
  left_to_digest: boolean;
  /** When it was acknowledged: from then on it is in no count and no digest. Null: it was not. */
  acknowledged_at: string | null;
  /** When it opens again unless it is over by then (snoozed). Null: the acknowledgement lasts as long as the state. */
  acknowledged_until: string | null;
  /** Name of whoever acknowledged it. */
  acknowledged_by: string | null;
  /** Comment of whoever acknowledged it. */
  comment: string | null;
}

@BodyExample({ comment: 'The hotel changes its server tonight' })
export class AcknowledgementDto {
  /** A note for whoever looks at it later. */
  @TextField(500, { required: false, nullable: true, example: 'The hotel changes its server tonight' })
  comment?: string | null;

  /** Only until then, at most 31 days from now: then it is open again, and contacts are told anew. */
  @InstantField({ required: false, nullable: true, example: '2026-05-15T07:00:00Z' })
  until?: Instant | null;
}

class EmbeddedAlertsDto {
  alerts: AlertDto[];
}

export class AlertPageDto extends PageDto {
  _embedded: EmbeddedAlertsDto;
}

export function alertDto(alert: Alert): Omit<AlertDto, '_links'> {
  return {
    id: alert.id,
    event: alert.event,
    status: alert.resolvedAt !== null ? 'resolved' : alert.acknowledgedAt !== null ? 'acknowledged' : 'open',
    subject: { id: alert.subjectId, name: alert.subjectName },
    detail: alert.detail,
    facts: alert.facts,
    raised_at: alert.raisedAt,
    resolved_at: alert.resolvedAt,
    told_at: alert.notifiedAt,
    end_told_at: alert.endNotifiedAt,
    left_to_digest: alert.isInDigest,
    acknowledged_at: alert.acknowledgedAt,
    acknowledged_until: alert.acknowledgedUntil,
    acknowledged_by: alert.acknowledgedBy,
    comment: alert.comment,
  };
}
