import { ApiProperty, PartialType } from '@nestjs/swagger';
import { checkOf } from '../../http/body/dto-check.js';
import { Field, FlagField, IdField, InstantField, ProseField, TextField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { macDigits, macWithColons } from '../../kernel/mac-address.js';
import { answerOf } from '../crud/answer-of.js';
import { deviceTable } from './device.entity.js';
import type { Device, DeviceFields } from './device.js';

/** Null clears a field. */
@BodyExample({
  mac: 'AA-BB-CC-00-11-22',
  name: 'Door display 412',
  type: 'display',
  os: 'android',
  external_id: 'inventory 0815',
})
export class DeviceInputDto {
  /**
   * In any notation: `aa:bb:cc:00:11:22`, `AA-BB-CC-00-11-22`, `aabb.cc00.1122` or `aabbcc001122`; unique in the
   * organization.
   */
  @Field(readMac, { example: 'AA-BB-CC-00-11-22' })
  mac: string;

  /** The name that people know it by. */
  @ProseField(200, { nullable: true, example: 'Door display 412' })
  name?: string | null;

  /** Kind of device, in your own words. */
  @ProseField(64, { nullable: true, example: 'display' })
  type?: string | null;

  /** Its operating system, in your own words. */
  @ProseField(64, { nullable: true, example: 'android' })
  os?: string | null;

  /** Id of its user. Deleting the user deletes the device. */
  @IdField({ nullable: true })
  user_id?: string | null;

  /** Id of the group whose policy the device gets. */
  @IdField({ nullable: true })
  table_id?: string | null;

  @FlagField({ required: false, default: 0 })
  disabled?: number;

  /** From then on the device is refused. Null: no end. */
  @InstantField({ nullable: true, example: '2026-05-17T10:00:00Z' })
  valid_until?: string | null;

  /** Your own id for the device; unique in the organization. */
  @TextField(255, { nullable: true, example: 'inventory 0815' })
  external_id?: string | null;
}

@BodyExample({ name: 'Door display 412', type: 'display' })
export class DeviceChangeDto extends PartialType(DeviceInputDto, { skipNullProperties: false }) {}

/** Only Usher itself sets these. */
class DeviceValuesDto extends DeviceChangeDto {
  @IdField({ nullable: true })
  source?: string | null;
}

export const deviceFields = checkOf<DeviceFields>(DeviceValuesDto);

export class DeviceDto extends LinksDto {
  id: string;
  /** Lower case with colons. */
  @ApiProperty({ example: 'aa:bb:cc:00:11:22' })
  mac: string;
  name: string | null;
  type: string | null;
  os: string | null;
  user_id: string | null;
  table_id: string | null;
  /** 0 = active, 1 = disabled. */
  disabled: number;
  valid_until: string | null;
  external_id: string | null;
  /** The connection that manages the device. */
  source: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedDevicesDto {
  devices: DeviceDto[];
}

export class DevicePageDto extends PageDto {
  _embedded: EmbeddedDevicesDto;
}

const shown = answerOf<Omit<DeviceDto, '_links'>>(deviceTable);

export function deviceDto(device: Device): Omit<DeviceDto, '_links'> {
  return { ...shown(device), mac: macWithColons(device.mac) };
}

/** As 12 digits. */
export function readMac(value: unknown): unknown {
  const read = typeof value === 'string' ? macDigits(value) : undefined;
  return read ?? new Wrong('must be a MAC address such as aa:bb:cc:dd:ee:ff');
}
