import { ApiProperty } from '@nestjs/swagger';
import { EventDto } from './event.dto.js';

export class EventAccountDto {
  id: string;
  /** What the user types. */
  username: string;
  /** Null: not known. */
  first_name: string | null;
  /** Null: not known. */
  last_name: string | null;
  /** Null: not known. */
  email: string | null;
  /** When access ends; null: it does not end by itself. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  valid_until: string | null;
  /** What your system calls the user. */
  external_id: string | null;
}

/** user.created, user.disabled */
export class AccountEventDto extends EventDto {
  /** The user as it is now. */
  account: EventAccountDto;
}

/** The code is a credential, and not told. */
export class EventVoucherDto {
  id: string;
  /** The same for vouchers that were made together. */
  batch_id: string;
  /** Counted from the first use; null: only `valid_until` ends it. */
  @ApiProperty({ nullable: true, type: 'integer' })
  duration_seconds: number | null;
  /** How many devices may be online with it at the same time; null: any number. */
  @ApiProperty({ nullable: true, type: 'integer' })
  max_devices: number | null;
  /** When it ends at the latest; null: only its duration ends it. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  valid_until: string | null;
  /** Null: not used yet. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  first_used_at: string | null;
}

/** voucher.created, voucher.redeemed */
export class VoucherEventDto extends EventDto {
  /** The voucher as it is now. */
  voucher: EventVoucherDto;
}

export class EventConnectionDto {
  id: string;
  /** What people call the connection. */
  name: string;
  /** Key of its connector, such as fias. */
  connector: string;
  /** As in `GET /connections/{id}`. */
  status: string;
  /** Why it is quarantined; null: it works. */
  problem: string | null;
}

/** connection.quarantined, connection.recovered */
export class ConnectionEventDto extends EventDto {
  /** The connection as it is now. */
  connection: EventConnectionDto;
}

export class EventRunDto {
  id: string;
  /** Whose list it is. */
  connection_id: string;
  /** As in `GET /runs/{id}`. */
  mode: string;
  /** How many removals wait for a decision. */
  @ApiProperty({ type: 'integer' })
  held: number;
}

/** run.held */
export class RunEventDto extends EventDto {
  /** The run that waits. */
  run: EventRunDto;
}

export class EventTroubleDto {
  id: string;
  /** What people call it. */
  name: string;
  /** For programs: guessing, unknown, or why a controller cannot be asked; more may come. */
  @ApiProperty({ example: 'unreachable' })
  problem: string;
  /** For people. */
  @ApiProperty({ example: 'unifi.example.com did not answer in time' })
  detail: string;
}

/** portal.guessing, portal.gateway_unknown */
export class PortalEventDto extends EventDto {
  /** The portal that it is about. */
  captive_portal: EventTroubleDto;
}

/** portal.controller_unreachable */
export class GatewayEventDto extends EventDto {
  /** The gateway that it is about. */
  gateway: EventTroubleDto;
}
