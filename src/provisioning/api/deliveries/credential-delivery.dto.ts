import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import type { CredentialDeliveryRow } from './delivery-records.js';

/** One credential on its way to one person, without the credential itself. */
export class SubjectDeliveryDto {
  id: string;
  /** The connection whose credential it is. */
  connection_id: string;
  /** Null when the message that is answered names no record. */
  subject_id: string | null;
  /** Null when nothing was made. */
  @ApiProperty({ enum: ['user', 'voucher', null], type: String, nullable: true })
  kind: string | null;
  /** answer: in the answer to the outside system. */
  @ApiProperty({ enum: ['email', 'sms', 'answer'] })
  via: string;
  /**
   * What is told: a credential, or, to an outside system that waits, that there is none to give (`none`) or that it
   * could not be made (`failed`).
   */
  @ApiProperty({ enum: ['ready', 'none', 'failed'] })
  outcome: string;
  /** Why there is no credential. */
  reason: string | null;
  /** Where it went, once it was tried; null for the answer to the outside system. */
  address: string | null;
  /** ISO 639-1. */
  language: string | null;
  /** pending: on its way, or tried again later. failed: given up. */
  @ApiProperty({ enum: ['pending', 'delivered', 'failed'] })
  status: string;
  /** Attempts since it was made or asked for once more. */
  @ApiProperty({ type: 'integer' })
  attempts: number;
  /** How often somebody asked for it to be sent once more. */
  @ApiProperty({ type: 'integer' })
  redeliveries: number;
  /** A process died between sending it and noting it, so the person may have the same message twice. */
  uncertain: boolean;
  /** Null: not tried yet. */
  last_attempt_at: string | null;
  /** Null once nothing more is tried. */
  next_attempt_at: string | null;
  /** When the mail server, gateway or outside system took it; null: not yet. */
  delivered_at: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  created_at: string;
}

export class CredentialDeliveryDto extends SubjectDeliveryDto {
  _links: LinksDto['_links'];
}

class EmbeddedCredentialDeliveriesDto {
  deliveries: CredentialDeliveryDto[];
}

export class CredentialDeliveryPageDto extends PageDto {
  _embedded: EmbeddedCredentialDeliveriesDto;
}

export function credentialDeliveryDto({
  repeats,
  is_uncertain: uncertain,
  due_at,
  attempted_at: last_attempt_at,
  ...row
}: CredentialDeliveryRow): SubjectDeliveryDto {
  return {
    ...row,
    redeliveries: repeats,
    uncertain,
    last_attempt_at,
    next_attempt_at: row.status === 'pending' ? due_at : null,
  };
}
