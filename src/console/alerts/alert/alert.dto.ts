import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { alarmEvents } from '../../../kernel/alarms.js';
import type { Alert } from './alert.js';

class AlertSubjectDto {
  id: string;
  /** What people call it. */
  @ApiProperty({ example: 'Front desk' })
  name: string;
}

export class AlertDto extends LinksDto {
  id: string;

  /** What kind of state. */
  @ApiProperty({ enum: alarmEvents })
  event: string;

  /** open while the state lasts. */
  @ApiProperty({ enum: ['open', 'resolved'] })
  status: string;

  /** The connection, certificate or webhook. */
  subject: AlertSubjectDto;

  /** What is wrong and what would help, for people. */
  @ApiProperty({ example: 'The outside system refuses the credentials' })
  detail: string;

  /** Further facts by name, such as the run to decide about. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { code: 'credentials_refused' } })
  facts: Readonly<Record<string, string | number>>;

  /** Since when. */
  raised_at: string;
  /** Until when; null: it lasts. */
  resolved_at: string | null;
  /** When contacts were told at once; null: nobody is, or not yet, or in the digest only. */
  told_at: string | null;
  /** When those who were told of it were told that it is over. */
  end_told_at: string | null;
  /** Somebody who would have been told at once is told by the digest. */
  left_to_digest: boolean;
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
    status: alert.resolvedAt === null ? 'open' : 'resolved',
    subject: { id: alert.subjectId, name: alert.subjectName },
    detail: alert.detail,
    facts: alert.facts,
    raised_at: alert.raisedAt,
    resolved_at: alert.resolvedAt,
    told_at: alert.notifiedAt,
    end_told_at: alert.endNotifiedAt,
    left_to_digest: alert.isInDigest,
  };
}
