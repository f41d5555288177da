import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { Device } from './device.js';

const exampleMac = 'aa:bb:cc:00:11:22';

/** Null empties a field. */
class DeviceFieldsDto {
  /** What people call it. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 200, example: 'Door display 412' })
  name?: string | null;

  /** What it is, in your own words. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 64, example: 'display' })
  type?: string | null;

  /** Its operating system, in your own words. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 64, example: 'android' })
  os?: string | null;

  /** Whose it is. The device is deleted with the user. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  user_id?: string | null;

  /** Id of the group whose policy the device gets. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  table_id?: string | null;

  @ApiProperty({ required: false, type: 'integer', enum: [0, 1], default: 0 })
  disabled?: number;

  /** From then on, the device is not let in; null: no end. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'date-time', example: '2026-05-17T10:00:00Z' })
  valid_until?: string | null;

  /** Your own id of the device; unique in the organization. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    minLength: 1,
    maxLength: 255,
    example: 'inventory 0815',
  })
  external_id?: string | null;
}

@BodyExample({
  mac: 'AA-BB-CC-00-11-22',
  name: 'Door display 412',
  type: 'display',
  os: 'android',
  external_id: 'inventory 0815',
})
export class DeviceInputDto extends DeviceFieldsDto {
  /**
   * In any notation: `aa:bb:cc:00:11:22`, `AA-BB-CC-00-11-22`, `aabb.cc00.1122` or `aabbcc001122`; unique in the
   * organization.
   */
  @ApiProperty({ example: 'AA-BB-CC-00-11-22' })
  mac: string;
}

@BodyExample({ name: 'Door display 412', type: 'display' })
export class DeviceChangeDto extends DeviceFieldsDto {
  /** In any notation; unique in the organization. */
  @ApiProperty({ required: false, example: exampleMac })
  mac?: string;
}

export class DeviceDto extends LinksDto {
  id: string;
  /** Lower case with colons. */
  @ApiProperty({ example: exampleMac })
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

export function deviceDto(device: Device): Omit<DeviceDto, '_links'> {
  return {
    id: device.id,
    mac: macWithColons(device.mac),
    name: device.name,
    type: device.type,
    os: device.os,
    user_id: device.userId,
    table_id: device.groupId,
    disabled: device.disabled ? 1 : 0,
    valid_until: device.validUntil,
    external_id: device.externalId,
    source: device.sourceConnectionId,
    created_at: device.createdAt,
    updated_at: device.updatedAt,
  };
}
