import { ApiProperty } from '@nestjs/swagger';
import { PageDto, SelfLinkDto } from '../../../http/hal/hal.dto.js';
import { messageWays } from '../../alert-contacts/ways.js';
import { type AlertMessage, messageKinds, messageStatuses } from '../message/alert-message.js';

export class ContactMessageDto {
  /** Stays the same for every attempt: the beginning of the Message-ID, or the header `webhook-id`. */
  id: string;

  /** How it is sent. */
  @ApiProperty({ enum: messageWays })
  way: string;

  /** `alerts` is sent at once, `digest.daily` once a day, `test` on request. */
  @ApiProperty({ enum: messageKinds })
  kind: string;

  /** The alerts that it names. A long message does not name all of them. */
  alert_ids: string[];

  /** `pending`: being sent, or waiting for the next attempt. `failed`: given up. */
  @ApiProperty({ enum: messageStatuses })
  status: string;

  /** Number of attempts so far. */
  @ApiProperty({ type: 'integer' })
  attempts: number;

  /** Time of the last attempt. Null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt. Null when there will be none. */
  next_attempt_at: string | null;

  /** Why the last attempt failed. */
  @ApiProperty({ type: String, nullable: true, example: 'The mail server cannot be reached' })
  error: string | null;

  created_at: string;
}

class LinkedMessageDto extends ContactMessageDto {
  _links: SelfLinkDto;
}

class EmbeddedMessagesDto {
  messages: LinkedMessageDto[];
}

export class ContactMessagePageDto extends PageDto {
  _embedded: EmbeddedMessagesDto;
}

export class TestMessagesDto {
  /** One message for each way. */
  messages: ContactMessageDto[];
}

export function messageDto({
  id,
  way,
  kind,
  content,
  status,
  attempts,
  attemptedAt,
  dueAt,
  error,
  createdAt,
}: AlertMessage): ContactMessageDto {
  return {
    id,
    way,
    kind,
    status,
    attempts,
    error,
    alert_ids: [...content.open.alerts, ...(content.ended?.alerts ?? [])].map((each) => each.id),
    last_attempt_at: attemptedAt,
    next_attempt_at: status === 'pending' ? dueAt : null,
    created_at: createdAt,
  };
}
