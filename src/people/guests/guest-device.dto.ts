import { ApiProperty } from '@nestjs/swagger';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { GuestDevice } from './guest.js';

export class GuestDeviceDto {
  /** Null: not registered, only seen. */
  id: string | null;
  /** Lower case with colons. */
  @ApiProperty({ example: 'aa:bb:cc:00:11:22' })
  mac: string;
  /** The name that people know it by. */
  name: string | null;
  /** Kind of device. */
  type: string | null;
  /** 0 = active, 1 = blocked; null: not registered. */
  @ApiProperty({ enum: [0, 1, null], type: Number, nullable: true })
  disabled: number | null;
  /** Last report about one of its sessions; null: never seen. */
  last_seen_at: Instant | null;
}

export function guestDeviceDto({ id, mac, name, type, disabled, lastSeenAt }: GuestDevice): GuestDeviceDto {
  return {
    id,
    mac: macWithColons(mac),
    name,
    type,
    disabled: disabled === null ? null : Number(disabled),
    last_seen_at: lastSeenAt,
  };
}
