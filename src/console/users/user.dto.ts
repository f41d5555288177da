import { PartialType } from '@nestjs/swagger';
import { checkOf } from '../../http/body/dto-check.js';
import {
  Field,
  FlagField,
  IdField,
  InstantField,
  MailboxField,
  ProseField,
  TextField,
  WholeNumberField,
} from '../../http/body/fields.js';
import { hasControl, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { userTable } from './user.entity.js';
import type { User, UserValues } from './user.js';

/** Null clears a field. */
@BodyExample({
  username: 'eva@example.com',
  password: 'novakova',
  valid_from: '2026-05-14T13:00:00Z',
  valid_until: '2026-05-16T11:00:00Z',
  max_devices: 3,
  first_name: 'Eva',
  last_name: 'Nováková',
  email: 'eva@example.com',
  external_id: 'reservation 4711',
})
export class UserInputDto {
  /** Typically an e-mail address. Unique, regardless of case. */
  @TextField(253, { example: 'eva@example.com' })
  username: string;

  /** For PEAP and EAP-TTLS. Stored as hashes and never shown. Null removes it. */
  @Field(password, {
    nullable: true,
    type: String,
    minLength: 1,
    maxLength: 128,
    writeOnly: true,
    example: 'novakova',
  })
  password?: string | null;

  /** Id of the group. */
  @IdField({ nullable: true })
  table_id?: string | null;

  /** 0 = active, 1 = disabled. */
  @FlagField({ required: false, default: 0 })
  disabled?: number;

  /** The user is refused before this time. */
  @InstantField({ nullable: true, example: '2026-05-14T13:00:00Z' })
  valid_from?: string | null;

  /** The user is refused from this time on. */
  @InstantField({ nullable: true, example: '2026-05-16T11:00:00Z' })
  valid_until?: string | null;

  /** Devices that may be online at the same time. */
  @WholeNumberField(1, 10_000, { nullable: true, example: 3 })
  max_devices?: number | null;

  /** Shown in lists and in messages to the user. */
  @ProseField(200, { nullable: true, example: 'Eva' })
  first_name?: string | null;

  /** Shown in lists and in messages to the user. */
  @ProseField(200, { nullable: true, example: 'Nováková' })
  last_name?: string | null;

  /** Where the user receives messages. The user signs in with `username`. */
  @MailboxField(254, { nullable: true, example: 'eva@example.com' })
  email?: string | null;

  /** In any notation; not checked. */
  @ProseField(64, { nullable: true, example: '+43 1 2345678' })
  phone?: string | null;

  /** Your own note; users never see it. */
  @ProseField(2000, { nullable: true, example: 'Vegan, late arrival' })
  comment?: string | null;

  /** Your own id for the user; unique in the organization. */
  @TextField(255, { nullable: true, example: 'reservation 4711' })
  external_id?: string | null;
}

@BodyExample({ valid_until: '2026-05-17T11:00:00Z', max_devices: 5 })
export class UserChangeDto extends PartialType(UserInputDto, { skipNullProperties: false }) {}

/** Only Usher itself sets these. */
class UserValuesDto extends UserChangeDto {
  @IdField({ nullable: true })
  source?: string | null;
}

export const userFields = checkOf<UserValues>(UserValuesDto);

export class UserDto extends LinksDto {
  id: string;
  username: string;
  /** 0 = active, 1 = disabled. */
  disabled: number;
  /** Id of the group. */
  table_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  valid_from: string | null;
  valid_until: string | null;
  max_devices: number | null;
  comment: string | null;
  external_id: string | null;
  /** The connection that manages the user. */
  source: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedUsersDto {
  users: UserDto[];
}

export class UserPageDto extends PageDto {
  _embedded: EmbeddedUsersDto;
}

export const userDto: (user: User) => Omit<UserDto, '_links'> = answerOf(userTable);

/** As typed, blanks included: RADIUS carries at most 128 octets of it (RFC 2865, section 5.2). */
function password(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  if (value.length === 0 || Buffer.byteLength(value) > 128) return new Wrong('must have 1 to 128 bytes as UTF-8');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}
