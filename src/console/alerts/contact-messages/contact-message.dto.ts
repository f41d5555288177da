import { ApiProperty } from '@nestjs/swagger';
import { PageDto, SelfLinkDto } from '../../../http/hal/hal.dto.js';
import { messageWays } from '../../alert-contacts/ways.js';
import { type AlertMessage, messageKinds, messageStatuses } from '../message/alert-message.js';

export class ContactMessageDto {
  /** Also the Message-ID's beginning, or the header webhook-id: the same at every attempt. */
  id: string;

  /** By which it is sent. */
  @ApiProperty({ enum: messageWays })
  way: string;

  /** alerts: at once. digest.daily: what there was in a day. test: asked for. */
  @ApiProperty({ enum: messageKinds })
  kind: string;

  /** The alerts that it names; not all when there were many. */
  alert_ids: string[];

  /** pending: on its way, or tried again later. failed: given up. */
  @ApiProperty({ enum: messageStatuses })
  status: string;

  /** How often it was tried. */
  @ApiProperty({ type: 'integer' })
  attempts: number;

  /** Null: not tried yet. */
  last_attempt_at: string | null;
  /** Null once nothing more is tried. */
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
  /** One for each way. */
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
