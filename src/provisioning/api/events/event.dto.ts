import { isUtf8 } from 'node:buffer';
import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { shown } from '../answers/shown.js';
import type { EventRow } from './event-records.js';

export class ReceivedEventDto extends LinksDto {
  id: string;
  /** The connection that it was sent to. */
  connection_id: string;
  /** Order of receipt. */
  seq: number;
  /** hook: pushed over HTTP. frame: heard on a link. */
  kind: string;
  /**
   * received: waits. absorbed: done. superseded: something newer was known. ignored: about nobody known, or nothing
   * to do. dead: not understood, or failed 12 times.
   */
  @ApiProperty({ enum: ['received', 'absorbed', 'superseded', 'ignored', 'dead'] })
  status: string;
  /** SHA-256 of the message. */
  digest: string;
  /** Bytes of the message as it came. */
  byte_length: number;
  /** False once its retention is over: then it cannot be replayed. */
  has_payload: boolean;
  /** Why it is dead, or failed last; null: nothing is wrong. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  error: Record<string, unknown> | null;
  /** How often it was tried. */
  attempts: number;
  /** When it came in. */
  received_at: string;
  /** When it was done with; null: not yet. */
  absorbed_at: string | null;
}

export class ReceivedEventDetailDto extends ReceivedEventDto {
  /** The message as it arrived, while it is kept. */
  payload: string | null;
  /** How `payload` is written: as text, or in base64 where it is none; null: it is not kept any more. */
  @ApiProperty({ enum: ['utf-8', 'base64'], nullable: true })
  payload_encoding: string | null;
}

class EmbeddedReceivedEventsDto {
  events: ReceivedEventDto[];
}

export class ReceivedEventPageDto extends PageDto {
  _embedded: EmbeddedReceivedEventsDto;
}

export function eventDto({ problem, ...row }: EventRow): Omit<ReceivedEventDto, '_links'> {
  return {
    id: row.id,
    connection_id: row.connection_id,
    seq: row.seq,
    kind: row.kind,
    status: row.status,
    digest: row.digest,
    byte_length: row.byte_length,
    has_payload: row.has_payload,
    error: shown(problem),
    attempts: row.attempts,
    received_at: row.received_at,
    absorbed_at: row.absorbed_at,
  };
}

export function eventDetailDto(row: EventRow, payload: Buffer | null): Omit<ReceivedEventDetailDto, '_links'> {
  const isText = payload !== null && isUtf8(payload);
  return {
    ...eventDto(row),
    payload: payload?.toString(isText ? 'utf8' : 'base64') ?? null,
    payload_encoding: payload && (isText ? 'utf-8' : 'base64'),
  };
}
