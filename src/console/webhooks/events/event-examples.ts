import { type EventPayload, payloadOf } from './event-payload.js';
import { type ConsoleEvent, eventTypes, type EventType } from './event-types.js';

const at = '2026-05-14T13:00:00.000Z';
const device = { mac: '3c:22:fb:4a:10:9e', type: 'phone', os: 'iOS 19' };
const user = { username: 'anna.berger@example.com', authMethod: 'PEAP' };
const accessPoint = { name: 'lobby-2', mac: 'f0:9f:c2:00:11:22' };
const around = { at, device, user, accessPoint };

/** One of each: for the documentation, and for the events that are sent to try an endpoint. */
export const exampleEvents: { readonly [Type in EventType]: ConsoleEvent & { readonly event: Type } } = {
  'device.connected': { ...around, event: 'device.connected' },
  'device.disconnected': { ...around, event: 'device.disconnected' },
  'auth.failed': { ...around, event: 'auth.failed', reason: 'The password is wrong', reasonCode: 'wrong_password' },
  'auth.rejected': { ...around, event: 'auth.rejected', reason: 'The user is disabled', reasonCode: 'user_disabled' },
  'guest.registered': {
    ...around,
    event: 'guest.registered',
    user: { username: 'guest-7f3k', authMethod: 'captive_portal' },
    guest: {
      id: '0190a0a1-0000-7000-8000-000000000001', firstName: 'Anna', lastName: 'Berger', email: 'anna.berger@example.com', phone: '+43 1 234567', captivePortal: 'Lobby',
    },
  },
  'certificate.expiring': {
    at,
    user: { username: 'anna.berger@example.com', authMethod: 'EAP-TLS' },
    event: 'certificate.expiring',
    certificate: {
      id: '0190a0a1-0000-7000-8000-000000000002', serial: '4f1d9a3c27', subject: 'CN=anna.berger@example.com', usage: 'client',
      expiresAt: '2026-06-13T13:00:00.000Z', daysLeft: 30,
    },
  },
  'policy.violated': {
    ...around,
    event: 'policy.violated',
    policy: { id: '0190a0a1-0000-7000-8000-000000000003', name: 'Staff devices in working hours' },
    rule: { field: 'time', op: 'in', value: 'Wk0700-1900' },
  },
};

export const examplePayloads = Object.fromEntries(
  eventTypes.map((type) => [type, payloadOf(exampleEvents[type], at)]),
) as Readonly<Record<EventType, EventPayload>>;
