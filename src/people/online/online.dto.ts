import { ApiProperty } from '@nestjs/swagger';
import { sessionRequests } from '../../console/sessions/session-request.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { admitters } from './online.js';
import { whyKinds } from './why.js';

class OnlinePartyDto {
  id: string;
  /** As people know it. */
  name: string | null;
}

class OnlineDeviceDto extends OnlinePartyDto {
  /** Kind of the device, as registered. */
  type: string | null;
  /** Its operating system, as registered. */
  os: string | null;
}

class WhyLinkDto {
  /**
   * What the link is: a record of an outside system, what it entitles to, the account, how it came in, what decides.
   */
  @ApiProperty({ enum: whyKinds, enumName: 'WhyKind' })
  kind: string;
  /** Of the record of that kind; null: it has none. */
  id: string | null;
  /** What a sentence about it needs; the names depend on `kind`. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { room: '412', status: 'in_house' } })
  params: Readonly<Record<string, unknown>>;
}

class OnlineEndingDto {
  /** What somebody asked for; null: nobody has. */
  @ApiProperty({ enum: sessionRequests, nullable: true, type: String })
  request: string | null;
  /** When it was requested; null: it was not. */
  requested_at: Instant | null;
  /**
   * waiting: it is to be asked, or nothing is wrong. acknowledged, refused, unanswered: what the access point or the
   * controller said last.
   */
  @ApiProperty({ enum: ['waiting', 'acknowledged', 'refused', 'unanswered'] })
  state: string;
  /** Why it ends: disconnected, user_disabled, expired …; null: it does not, as things stand. */
  reason: string | null;
  /** Times that it was asked, each with repetitions. */
  @ApiProperty({ type: 'integer' })
  attempts: number;
  /** When it was last asked. */
  asked_at: Instant | null;
  /** RFC 5176, section 3.5: 503 is a session that the access point does not know. */
  @ApiProperty({ type: 'integer', nullable: true, example: 503 })
  error_cause: number | null;
  /** When it is looked at next: at the end of access, or to be asked again; null: not by itself. */
  next_at: Instant | null;
  /** When the session was seen to have stopped. */
  confirmed_at: Instant | null;
}

export class OnlineDto extends LinksDto {
  /** The session's; of a device at a gateway that reports no sessions, its registration's. */
  id: string;
  /**
   * radius: an access point that asked RADIUS. controller: a gateway's controller that was told to. gateway: openNDS or
   * a click-through, which ask nobody: the guest was sent there, and nobody reports whether the device is still there.
   */
  @ApiProperty({ enum: admitters })
  admitted_by: string;
  /** What signed in: user, voucher, device, certificate, or guest (somebody unknown, where a network accepts them). */
  kind: string | null;
  /** As it signed in. */
  username: string | null;
  /** The account; null: a voucher, or unknown. */
  user_id: string | null;
  /** The voucher; null: not a voucher. */
  voucher_id: string | null;
  /** Of the user, else as the outside record says. */
  first_name: string | null;
  /** Of the user, else as the outside record says. */
  last_name: string | null;
  /** Of the stay. */
  @ApiProperty({ nullable: true, type: String, example: '412' })
  room: string | null;
  /** The group whose policy applies. */
  @ApiProperty({ type: OnlinePartyDto, nullable: true })
  group: OnlinePartyDto | null;
  /** Address of the device. */
  @ApiProperty({ nullable: true, type: String, example: 'aa:bb:cc:00:11:22' })
  mac: string | null;
  /** The device registered under this address; null: none. */
  @ApiProperty({ type: OnlineDeviceDto, nullable: true })
  device: OnlineDeviceDto | null;
  /** As last reported; null: the access point did not report it. */
  ip_address: string | null;
  /** The network of the access point; null: it was deleted. */
  @ApiProperty({ type: OnlinePartyDto, nullable: true })
  network: OnlinePartyDto | null;
  /** The network's name, as the access point reported it. */
  ssid: string | null;
  /** Name of the access point or controller, as it says. */
  access_point: string | null;
  /** The access point's own address, as it reports it. */
  access_point_mac: string | null;
  /** Address of the RADIUS client, as it says. */
  nas_address: string | null;
  /** Short name of the RADIUS client in the network. */
  client: string | null;
  /** PEAP, PAP, MAC …; null: unknown. */
  auth_method: string | null;
  /** As given at the sign-in. */
  vlan: string | null;
  /** When the session began. */
  since: Instant;
  /** When accounting was last heard of; of what nobody reports, when it began. */
  last_heard_at: Instant;
  /** Nothing was heard for three interim intervals, or for an hour where the access point was told none. */
  stale: boolean;
  /** Not online yet: the gateway lets it reach nothing but the captive portal's page. */
  waiting_at_portal: boolean;
  /** When it ends as things stand; null: no end is known. */
  until: Instant | null;
  /** Length, as last reported. */
  @ApiProperty({ type: 'integer', nullable: true })
  seconds: number | null;
  /** From the device, as last reported. */
  @ApiProperty({ type: 'integer', nullable: true })
  bytes_up: number | null;
  /** To the device, as last reported. */
  @ApiProperty({ type: 'integer', nullable: true })
  bytes_down: number | null;
  /** Between the last two reports; null: there was one, or they told no times. */
  @ApiProperty({ type: 'integer', nullable: true })
  bits_per_second_up: number | null;
  /** Between the last two reports. */
  @ApiProperty({ type: 'integer', nullable: true })
  bits_per_second_down: number | null;
  /** Why it is let in, from the fact to the rule. */
  why: WhyLinkDto[];
  /** Whether it is to end, and what was said to that; null: nobody has looked at it. */
  @ApiProperty({ type: OnlineEndingDto, nullable: true })
  ending: OnlineEndingDto | null;
  /** When it ended; null: it is open. */
  stopped_at: Instant | null;
  /** Why it ended, as the access point says. */
  terminate_cause: string | null;
}

class EmbeddedOnlineDto {
  online: OnlineDto[];
}

export class OnlinePageDto extends PageDto {
  _embedded: EmbeddedOnlineDto;
}

export class OnlineRequestDto extends OnlineDto {
  /**
   * Who is asked now. access_point: a Disconnect- or CoA-Request, repeated until it is answered. controller: the
   * gateway's controller. GET tells what became of it, in `ending`.
   */
  @ApiProperty({ enum: ['access_point', 'controller'] })
  asks: string;
}
