import type { Instant } from '../../kernel/clock.js';
import { macDigits, macWithColons } from '../../kernel/mac-address.js';
import type { ConsoleEvent, EventType, CertificateInEvent, RegisteredGuest } from './event-types.js';
import { reasonOf } from './refusals.js';

/** The JSON that is sent: the common fields, then those of the event. */
export interface EventPayload {
  readonly event: EventType;
  readonly timestamp: Instant;
  readonly device: { readonly mac: string | null; readonly type: string | null; readonly os: string | null };
  readonly user: { readonly username: string | null; readonly auth_method: string | null };
  readonly access_point: { readonly name: string | null; readonly mac: string | null };
  readonly [specific: string]: unknown;
}

export function payloadOf(event: ConsoleEvent, now: Instant): EventPayload {
  const { at = now, device = {}, user = {}, accessPoint = {} } = event;
  return {
    event: event.event,
    timestamp: at,
    device: { mac: shownMac(device.mac), type: device.type ?? null, os: device.os ?? null },
    user: { username: user.username ?? null, auth_method: user.authMethod ?? null },
    access_point: { name: accessPoint.name ?? null, mac: shownMac(accessPoint.mac) },
    ...specificsOf(event),
  };
}

function specificsOf(event: ConsoleEvent): Readonly<Record<string, unknown>> {
  switch (event.event) {
    case 'device.connected':
    case 'device.disconnected':
      return {};
    case 'auth.failed':
    case 'auth.rejected':
      return { reason: reasonOf(event.reasonCode), reason_code: event.reasonCode };
    case 'guest.registered':
      return { guest: guestOf(event.guest) };
    case 'certificate.expiring':
      return { certificate: certificateOf(event.certificate) };
    case 'policy.violated':
      return { policy: event.policy, rule: event.rules[0] ?? null, rules: event.rules };
    case 'user.created':
    case 'user.disabled':
    case 'user.enabled':
    case 'user.renamed':
    case 'user.deleted':
      return { account: event.record };
    case 'voucher.created':
    case 'voucher.redeemed':
      return { voucher: event.record };
    case 'connection.quarantined':
    case 'connection.recovered':
      return { connection: event.record };
    case 'run.held':
      return { run: event.record };
    case 'portal.guessing':
    case 'portal.gateway_unknown':
      return { captive_portal: event.record };
    case 'portal.controller_unreachable':
      return { gateway: event.record };
  }
}

/** `aa:bb:cc:dd:ee:ff`, whatever the spelling. */
function shownMac(mac: string | null | undefined): string | null {
  const digits = mac ? macDigits(mac) : undefined;
  return digits ? macWithColons(digits) : (mac ?? null);
}

function guestOf({ id, firstName, lastName, email, phone, captivePortal }: RegisteredGuest): object {
  return {
    id,
    first_name: firstName ?? null,
    last_name: lastName ?? null,
    email: email ?? null,
    phone: phone ?? null,
    captive_portal: captivePortal ?? null,
  };
}

function certificateOf({ id, serial, subject, usage, expiresAt, daysLeft }: CertificateInEvent): object {
  return { id, serial, subject, usage, expires_at: expiresAt, days_left: daysLeft };
}
