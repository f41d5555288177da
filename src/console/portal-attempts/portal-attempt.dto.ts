import { ApiProperty } from '@nestjs/swagger';
import { Field, IdField, TextField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { macDigits, macWithColons } from '../../kernel/mac-address.js';
import { attemptKinds, type PortalAttempt } from './portal-attempts.repository.js';

export class PortalAttemptDto extends LinksDto {
  id: string;
  /** The portal where it happened. */
  captive_portal_id: string;
  /**
   * What failures are counted by: the device, the room, the account, or over all devices: of the portal those that
   * guess at rooms, of the portal or one gateway those that guess at vouchers.
   */
  @ApiProperty({ enum: attemptKinds })
  kind: string;
  /** The device's MAC or IP address, the room, the account's name, or the id of the portal or gateway. */
  @ApiProperty({ example: '101' })
  subject: string;
  /** Number of failures since the first. */
  failures: number;
  /** Time of the first failure. */
  first_at: Instant;
  /** Time of the last failure. */
  last_at: Instant;
  /**
   * Locked until then. For a portal: until then room and surname alone are not enough. For vouchers: until then devices
   * wait before each code.
   */
  locked_until: Instant | null;
}

class EmbeddedPortalAttemptsDto {
  portal_attempts: PortalAttemptDto[];
}

export class PortalAttemptPageDto extends PageDto {
  _embedded: EmbeddedPortalAttemptsDto;
}

@BodyExample({ room: '101' })
export class UnlockInputDto {
  /** Id of one of `portal-attempts`. */
  @IdField({ required: false })
  id?: string;

  /** The room in any spelling, at every portal. */
  @TextField(64, { required: false, example: '101' })
  room?: string;

  /** The device, at every portal. */
  @Field(mac, { required: false, example: 'aa:bb:cc:00:11:22' })
  mac?: string;
}

export class UnlockedDto {
  /** Number of locks and counts that were dropped. */
  @ApiProperty({ example: 1 })
  unlocked: number;
}

export function portalAttemptDto(attempt: PortalAttempt): Omit<PortalAttemptDto, '_links'> {
  const { id, captivePortalId, kind, subject, failures, firstAt, lastAt, lockedUntil } = attempt;
  return {
    id,
    captive_portal_id: captivePortalId,
    kind,
    subject: kind === 'device' && /^[0-9a-f]{12}$/.test(subject) ? macWithColons(subject) : subject,
    failures,
    first_at: firstAt,
    last_at: lastAt,
    locked_until: lockedUntil,
  };
}

function mac(value: unknown): unknown {
  const read = typeof value === 'string' ? macDigits(value) : undefined;
  return read ?? new Wrong('must be a MAC address such as aa:bb:cc:dd:ee:ff');
}
