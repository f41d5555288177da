import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { SubjectDeliveryDto } from '../../provisioning/api/deliveries/credential-delivery.dto.js';
import {
  BindingDto,
  EntitlementDto,
  IdentityDto,
  type SubjectDetailDto,
} from '../../provisioning/api/subjects/subject.dto.js';
import { loginRefusalOf, remedies } from '../logins/gates.js';
import type { Guest, GuestMore } from './guest.js';
import { GuestDeviceDto, guestDeviceDto } from './guest-device.dto.js';
import { guestKinds, guestStatuses } from './guest-list.js';

class GuestConnectionDto {
  id: string;
  /** As people know it. */
  name: string;
  /** Key of the connector. */
  @ApiProperty({ example: 'fias' })
  connector: string;
}

class GuestAccountDto {
  /** The user's id in the built-in console; null: the account is at a remote console. */
  user_id: string | null;
  /** The name with which it signs in. */
  username: string;
  /** 0 = active, 1 = disabled; null: only the remote console knows. */
  @ApiProperty({ enum: [0, 1, null], type: Number, nullable: true })
  disabled: number | null;
  /** Refused before this time; null: no beginning. */
  valid_from: Instant | null;
  /** Refused from this time on; null: no end. */
  valid_until: Instant | null;
  /** Most devices online at the same time; null: no limit of its own. */
  @ApiProperty({ type: 'integer', nullable: true })
  max_devices: number | null;
}

class GuestOnlineDto {
  /** Beginning of the longest open session. */
  since: Instant;
  /** Devices with an open session. */
  @ApiProperty({ type: 'integer' })
  devices: number;
}

class GuestHeldDto {
  /**
   * plan: a list's plan would remove it and waits for a decision. leavers: too many left at once. quarantine: the
   * connection was refused by its vendor, so none of its accounts change.
   */
  @ApiProperty({ enum: ['plan', 'leavers', 'quarantine'] })
  by: string;
  /** The run that waits for a decision; null: none. */
  run_id: string | null;
}

export class GuestDto extends LinksDto {
  /** Id of the outside record (GET /subjects/{id}); for a user made by hand or by a portal, the user's. */
  id: string;
  /** The kind of record; user: there is only an account. */
  @ApiProperty({ enum: guestKinds })
  kind: string;
  /** The same words for all kinds. suspended: known, but without access for now. */
  @ApiProperty({ enum: guestStatuses })
  status: string;
  /** As shown to people. */
  @ApiProperty({ nullable: true, type: String, example: 'Eva Nováková' })
  name: string | null;
  /** As the outside record or the user says. */
  first_name: string | null;
  /** As the outside record or the user says. */
  last_name: string | null;
  /** Of the stay. */
  @ApiProperty({ nullable: true, type: String, example: '412' })
  room: string | null;
  /** The booking number of the stay, as the hotel system shows it to its people. */
  @ApiProperty({ nullable: true, type: String, example: '500123' })
  reservation_number: string | null;
  /** As the outside record or the user says. */
  email: string | null;
  /** As the outside record or the user says. */
  phone: string | null;
  /** The host of a visitor, as the outside system says. */
  @ApiProperty({ nullable: true, type: String, example: 'Jana Dvořáková' })
  host: string | null;
  /** The note on the account, for colleagues. */
  @ApiProperty({ nullable: true, type: String, example: 'Visits Jana Dvořáková' })
  note: string | null;
  /** When access begins; null: at once, or there is none. */
  from: Instant | null;
  /** When access ends; null: never by itself, or there is none. */
  until: Instant | null;
  /** Where it comes from; null: made by hand or by a portal. */
  @ApiProperty({ type: GuestConnectionDto, nullable: true })
  connection: GuestConnectionDto | null;
  /** Null: none was made, or it has been removed. */
  @ApiProperty({ type: GuestAccountDto, nullable: true })
  account: GuestAccountDto | null;
  /** Devices registered for the account. */
  @ApiProperty({ type: 'integer' })
  devices_count: number;
  /** Null: not online. */
  @ApiProperty({ type: GuestOnlineDto, nullable: true })
  online: GuestOnlineDto | null;
  /** Why its end waits for a decision; null: it does not. */
  @ApiProperty({ type: GuestHeldDto, nullable: true })
  held: GuestHeldDto | null;
}

class EmbeddedGuestsDto {
  guests: GuestDto[];
}

export class GuestPageDto extends PageDto {
  _embedded: EmbeddedGuestsDto;
}

class GuestSessionDto {
  /** As in GET /online/{id}. */
  id: string;
  /** When it began. */
  since: Instant;
  /** Address of the device. */
  mac: string | null;
  /** Name of the Wi-Fi. */
  ssid: string | null;
  /** Name of the access point, as it says. */
  access_point: string | null;
}

class GuestTroubleDto {
  /** As in GET /logins/{id}/explanation. */
  id: string;
  /** When it was refused. */
  at: Instant;
  /** Address of the device. */
  mac: string | null;
  /** Why it was refused. */
  @ApiProperty({ nullable: true, type: String, example: 'wrong_password' })
  reason: string | null;
  /** The server's message. */
  reason_detail: string | null;
  /** What to do, the likeliest first. */
  @ApiProperty({ enum: remedies, enumName: 'LoginRemedy', isArray: true })
  remedies: readonly string[];
}

class GuestLockDto {
  /** As in GET /portal-attempts. */
  id: string;
  /** The portal where it happened. */
  captive_portal_id: string;
  /** room or account. */
  @ApiProperty({ enum: ['room', 'account'] })
  kind: string;
  /** The room in its compared form, or the account's name. */
  @ApiProperty({ example: '412' })
  subject: string;
  /** Number of failures since the first. */
  @ApiProperty({ type: 'integer' })
  failures: number;
  /** When the lock ends; null: not locked yet. */
  locked_until: Instant | null;
}

class GuestExtensionDto {
  /** Access lasts at least until then. */
  until: Instant;
  /** When it was given. */
  given_at: Instant;
  /** Reason, as reception wrote it. */
  @ApiProperty({ nullable: true, type: String, example: 'Waits for the night train' })
  reason: string | null;
}

export class GuestDetailDto extends GuestDto {
  /** Access that reception gave beyond what the outside system says; null: none. */
  @ApiProperty({ type: GuestExtensionDto, nullable: true })
  extension: GuestExtensionDto | null;
  /** The account as the engine keeps it; null: no connection keeps it. */
  @ApiProperty({ type: IdentityDto, nullable: true })
  identity: IdentityDto | null;
  /** The access to which the record entitles the account. */
  entitlements: EntitlementDto[];
  /** The users or vouchers in the console that stand for the account. */
  bindings: BindingDto[];
  /** Devices registered for the account or seen with it, the latest first. */
  devices: GuestDeviceDto[];
  /** Open ones. */
  sessions: GuestSessionDto[];
  /** The last three refused logins of the account. */
  trouble: GuestTroubleDto[];
  /** Failed attempts that portals count against the room and the account. */
  locks: GuestLockDto[];
  /** Of a visit that is not over: an outside system says that the host works here no longer. */
  host_left: boolean;
  /** The newest twenty, with addresses masked. */
  deliveries: SubjectDeliveryDto[];
}

export function guestDto({ id, kind, status, detail }: Guest): Omit<GuestDto, '_links'> {
  const { account, online, held, connection } = detail;
  const names = [detail.firstName, detail.lastName].filter(Boolean).join(' ');
  return {
    id,
    kind,
    status,
    name: names || detail.displayName,
    first_name: detail.firstName,
    last_name: detail.lastName,
    room: detail.room,
    reservation_number: detail.reservationNumber,
    email: detail.email,
    phone: detail.phone,
    host: detail.host,
    note: detail.note,
    from: detail.from,
    until: detail.until,
    connection,
    account: account && {
      user_id: account.userId,
      username: account.username,
      disabled: flag(account.disabled),
      valid_from: account.validFrom,
      valid_until: account.validUntil,
      max_devices: account.maxDevices,
    },
    devices_count: detail.devices,
    online,
    held: held && { by: held.by, run_id: held.runId },
  };
}

export function guestDetailDto(
  guest: Guest,
  more: GuestMore,
  record: Pick<SubjectDetailDto, 'identity' | 'entitlements' | 'bindings' | 'deliveries'> | null,
  hasHostLeft: boolean,
): Omit<GuestDetailDto, '_links'> {
  return {
    ...guestDto(guest),
    extension: more.extension && {
      until: more.extension.until,
      given_at: more.extension.givenAt,
      reason: more.extension.reason,
    },
    identity: record?.identity ?? null,
    entitlements: record?.entitlements ?? [],
    bindings: record?.bindings ?? [],
    devices: more.devices.map(guestDeviceDto),
    sessions: more.sessions.map(({ id, since, mac, ssid, accessPoint }) => ({
      id,
      since,
      mac: mac && macWithColons(mac),
      ssid,
      access_point: accessPoint,
    })),
    trouble: more.refusals.map(({ id, at, mac, reason, reasonDetail }) => ({
      id,
      at,
      mac: mac && macWithColons(mac),
      reason,
      reason_detail: reasonDetail,
      remedies: loginRefusalOf(reason).remedies,
    })),
    locks: more.locks.map(({ id, captivePortalId, kind, subject, failures, lockedUntil }) => ({
      id,
      captive_portal_id: captivePortalId,
      kind,
      subject,
      failures,
      locked_until: lockedUntil,
    })),
    host_left: hasHostLeft,
    deliveries: (record?.deliveries ?? []).map((each) => ({ ...each, address: masked(each.address) })),
  };
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value);
}

/** `eva.novak@example.com` → `e…@example.com`, `+420 777 123 456` → `…456`. */
function masked(address: string | null): string | null {
  if (address === null) return null;
  const at = address.lastIndexOf('@');
  return at > 0 ? `${Array.from(address)[0]}…${address.slice(at)}` : `…${address.slice(-3)}`;
}
