import type { EventPayload } from '../../events/event-payload.js';
import type { EventType } from '../../events/event-types.js';

/** RFC 5424, 6.2.1: facility 4, security and authorization. */
const facility = 4;

const severities: Readonly<Record<EventType, number>> = {
  'device.connected': 6,
  'device.disconnected': 6,
  'auth.failed': 4,
  'auth.rejected': 4,
  'guest.registered': 6,
  'certificate.expiring': 5,
  'policy.violated': 4,
  'user.created': 6,
  'user.disabled': 6,
  'user.enabled': 6,
  'user.renamed': 6,
  'user.deleted': 6,
  'voucher.created': 6,
  'voucher.redeemed': 6,
  'connection.quarantined': 3,
  'connection.recovered': 5,
  'run.held': 4,
  'portal.guessing': 4,
  'portal.controller_unreachable': 3,
  'portal.gateway_unknown': 4,
};

/**
 * One message of RFC 5424: `<PRI>1 TIMESTAMP HOSTNAME usher - MSGID - MSG`. MSGID is the event's name. Without a byte
 * order mark: `message` is ASCII (JSON), or UTF-8 for receivers that look for its first characters (CEF).
 */
export function syslogMessage(payload: EventPayload, hostname: string, message: string): string {
  const priority = facility * 8 + severities[payload.event];
  return `<${priority}>1 ${payload.timestamp} ${printable(hostname, 255)} usher - ${payload.event} - ${message}`;
}

/** The event as ASCII JSON, beginning with its id, so that receivers can recognize repetitions. */
export function jsonMessage(eventId: string, payload: EventPayload): string {
  return JSON.stringify({ id: eventId, ...payload }).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** RFC 6587, 3.4.1: the length in bytes, a blank, the message; for TCP and TLS (RFC 5425). */
export function octetCounted(message: string): Buffer {
  const bytes = Buffer.from(message, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function printable(text: string, most: number): string {
  return text.replaceAll(/[^\u0021-\u007e]/g, '').slice(0, most) || '-';
}
