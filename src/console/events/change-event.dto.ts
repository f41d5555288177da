import { ApiProperty } from '@nestjs/swagger';
import { EventDto } from './event.dto.js';

export class EventAccountDto {
  id: string;
  /** The name to sign in with. */
  username: string;
  /** Null if unknown. */
  first_name: string | null;
  /** Null if unknown. */
  last_name: string | null;
  /** Null if unknown. */
  email: string | null;
  /** When access ends. Null: no end. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  valid_until: string | null;
  /** Your system's id of the user. */
  external_id: string | null;
}

/** user.created, user.disabled, user.enabled, user.renamed */
export class AccountEventDto extends EventDto {
  /** The user after the change. */
  account: EventAccountDto;
}

/** Never includes the code, which is a credential. */
export class EventVoucherDto {
  id: string;
  /** Id of the batch; the same for all vouchers made together. */
  batch_id: string;
  /** Seconds from the first use. Null: only `valid_until` limits it. */
  @ApiProperty({ nullable: true, type: 'integer' })
  duration_seconds: number | null;
  /** Devices that may be online at the same time. Null: any number. */
  @ApiProperty({ nullable: true, type: 'integer' })
  max_devices: number | null;
  /** When it ends at the latest. Null: only its duration limits it. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  valid_until: string | null;
  /** When it was first used. Null if it was not. */
  @ApiProperty({ nullable: true, type: String, format: 'date-time' })
  first_used_at: string | null;
}

/** voucher.created, voucher.redeemed */
export class VoucherEventDto extends EventDto {
  /** The voucher after the change. */
  voucher: EventVoucherDto;
}

export class EventConnectionDto {
  id: string;
  /** Name of the connection. */
  name: string;
  /** Key of its connector, such as fias. */
  connector: string;
  /** As in `GET /connections/{id}`. */
  status: string;
  /** Why it is quarantined. Null if it is not. */
  problem: string | null;
}

/** connection.quarantined, connection.recovered */
export class ConnectionEventDto extends EventDto {
  /** The connection after the change. */
  connection: EventConnectionDto;
}

export class EventRunDto {
  id: string;
  /** The connection that the list came from. */
  connection_id: string;
  /** As in `GET /runs/{id}`. */
  mode: string;
  /** Number of removals that wait for a decision. */
  @ApiProperty({ type: 'integer' })
  held: number;
}

/** run.held */
export class RunEventDto extends EventDto {
  /** The run that waits for a decision. */
  run: EventRunDto;
}

export class EventTroubleDto {
  id: string;
  /** What people call it. */
  name: string;
  /** For programs: guessing, guessing_vouchers, unknown, or why a controller cannot be asked; more may come. */
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
