import { ApiProperty } from '@nestjs/swagger';
import { Field, IdField, InstantField, MailboxField, ProseField, TextField } from '../../http/body/fields.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { readMac } from '../../console/devices/device.dto.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';

export class GuestPasswordDto extends LinksDto {
  /** Of the user. */
  id: string;
  /** The name with which the account signs in. */
  username: string;
  /** Shown in this answer only. */
  @ApiProperty({ example: 'K7MP2XWQ' })
  password: string;
}

export class GuestUnlockedDto {
  /** Number of counts and locks that were reset. */
  @ApiProperty({ type: 'integer' })
  unlocked: number;
}

@BodyExample({ mac: 'AA-BB-CC-00-11-22', name: 'Television', type: 'tv' })
export class GuestDeviceInputDto {
  /** In any notation. */
  @Field(readMac, { example: 'AA-BB-CC-00-11-22' })
  mac: string;

  /** The name that people know it by. */
  @ProseField(200, { nullable: true, example: 'Television' })
  name?: string | null;

  /** Kind of device, in your own words. */
  @ProseField(64, { nullable: true, example: 'tv' })
  type?: string | null;
}

@BodyExample({ mac: 'AA-BB-CC-00-11-22' })
export class GuestDeviceAddressDto {
  /** In any notation, of a device that is registered for the account or was seen with it. */
  @Field(readMac, { example: 'AA-BB-CC-00-11-22' })
  mac: string;
}

@BodyExample({
  first_name: 'Ada',
  last_name: 'Lovelace',
  until: '2026-05-16T18:00:00Z',
  note: 'Visits Jana Dvořáková',
})
export class NewGuestDto {
  @ProseField(200, { nullable: true, example: 'Ada' })
  first_name?: string | null;

  @TextField(200, { example: 'Lovelace' })
  last_name: string;

  /** When access ends: at most 31 days from now. */
  @InstantField({ example: '2026-05-16T18:00:00Z' })
  until: Instant;

  /** The host, the company, whatever helps colleagues; the guest never sees it. */
  @ProseField(2000, { nullable: true, example: 'Visits Jana Dvořáková' })
  note?: string | null;

  /** Where a credential can be sent. */
  @MailboxField(254, { nullable: true, example: 'ada@example.com' })
  email?: string | null;

  /** In any notation; not checked. */
  @ProseField(64, { nullable: true, example: '+43 1 2345678' })
  phone?: string | null;

  /** The group, whose policy the guest gets. Takes `users:write`, too. Null: none. */
  @IdField({ nullable: true })
  table_id?: string | null;
}

export interface NewGuest {
  readonly firstName?: string | null;
  readonly lastName: string;
  readonly until: Instant;
  readonly note?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly groupId?: string | null;
}

export interface GuestDeviceValues {
  readonly mac: string;
  readonly name?: string | null;
  readonly type?: string | null;
}

@BodyExample({ until: '2026-05-16T18:00:00Z', reason: 'Waits for the night train' })
export class GuestExtensionInputDto {
  /** At most 31 days from now, and later than access ends by itself. */
  @InstantField({ example: '2026-05-16T18:00:00Z' })
  until: Instant;

  /** Reason, in your own words. */
  @ProseField(200, { nullable: true, example: 'Waits for the night train' })
  reason?: string | null;
}

export class GuestDeviceMadeDto extends LinksDto {
  id: string;
  /** Lower case with colons. */
  @ApiProperty({ example: 'aa:bb:cc:00:11:22' })
  mac: string;
  /** The name that people know it by. */
  name: string | null;
  /** Kind of device. */
  type: string | null;
  /** Whose it is now. */
  user_id: string | null;
  created_at: Instant;
}
