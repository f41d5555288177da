import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { breakReasons, type Verified } from './chain/verified.js';
import { actorKinds, auditActions, type AuditEntry } from '../audit-trail/audit-entry.js';

export class AuditEntryDto extends LinksDto {
  id: string;
  /** When it happened. */
  at: string;
  /** `database`: somebody at the database itself. `nobody`: a failed sign-in. */
  @ApiProperty({ enum: actorKinds, enumName: 'AuditActorKind', example: 'operator' })
  actor_kind: string;
  /** Id of the key, operator or connection. Null if the actor has none. */
  actor_id: string | null;
  /** Name of the actor at that time. */
  @ApiProperty({ example: 'Eva Nováková' })
  actor_name: string;
  /** The X-Request-Id of the call. */
  request_id: string | null;
  /** The action. */
  @ApiProperty({ enum: auditActions, enumName: 'AuditAction', example: 'update' })
  action: string;
  /** The kind of record, as in its address. */
  @ApiProperty({ example: 'users' })
  resource: string;
  /** Id of the record. Null if it has none, or if there were several. */
  resource_id: string | null;
  /** The name that people know the record by. */
  @ApiProperty({ type: String, nullable: true, example: 'anna@example.com' })
  label: string | null;
  /** For an update, the changed fields. Secrets appear as `(set)`. */
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { disabled: false, password: '(set)' },
  })
  before: object | null;
  /** Secrets appear as `(set)` or `(changed)`. */
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { disabled: true, password: '(changed)' },
  })
  after: object | null;
}

class EmbeddedAuditDto {
  audit: AuditEntryDto[];
}

export class AuditPageDto extends PageDto {
  _embedded: EmbeddedAuditDto;
}

export class NotedBlockDto {
  /** Number of the block, from 1. */
  number: number;
  /** SHA-256, hexadecimal. */
  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  hash: string;
}

export class AuditBreakDto {
  /** What is wrong there. */
  @ApiProperty({ enum: breakReasons, enumName: 'AuditBreakReason', example: 'entry_changed' })
  reason: string;
  /** Position of the entry in the audit, from 1. */
  position: number | null;
  /** Number of the block. Null if unknown. */
  block: number | null;
  /** Id of the entry. Null if no single entry is at fault. */
  entry_id: string | null;
}

export class DroppedAuditDto {
  /** Number of entries. */
  entries: number;
  /** When the newest of them was made. Null if none was dropped. */
  until_at: string | null;
}

export class VerifiedDto {
  /** Whether the whole chain holds. */
  ok: boolean;
  /** When it was verified. */
  verified_at: string;
  /** What was recomputed and found intact. */
  entries: number;
  /** Blocks of entries that were recomputed. */
  blocks: number;
  /** Entries of the last second, which are not in the chain yet. */
  waiting: number;
  /** What retention dropped. */
  dropped: DroppedAuditDto;
  /** Store this outside Usher: `noted=<number>:<hash>` later checks that it is still part of the chain. */
  @ApiProperty({ type: NotedBlockDto, nullable: true })
  head: NotedBlockDto | null;
  /** The first broken place. Null if the chain holds. */
  @ApiProperty({ type: AuditBreakDto, nullable: true })
  broken: AuditBreakDto | null;
}

export function auditEntryDto(entry: AuditEntry): Omit<AuditEntryDto, '_links'> {
  const { id, at, action, resource, label, before, after } = entry;
  return {
    id,
    at,
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    request_id: entry.requestId,
    action,
    resource,
    resource_id: entry.resourceId,
    label,
    before,
    after,
  };
}

export function verifiedDto({
  ok,
  verifiedAt,
  entries,
  blocks,
  waiting,
  dropped,
  head,
  broken,
}: Verified): VerifiedDto {
  return {
    ok,
    verified_at: verifiedAt,
    entries,
    blocks,
    waiting,
    dropped: { entries: dropped.entries, until_at: dropped.untilAt },
    head,
    broken: broken && {
      reason: broken.reason,
      position: broken.position,
      block: broken.block,
      entry_id: broken.entryId,
    },
  };
}
