import { type EventPayload, payloadOf } from './event-payload.js';
import { type ConsoleEvent, eventTypes, type EventType } from './event-types.js';
import { radiusEvent, type RadiusFacts } from './radius-event.js';

const at = '2026-05-14T13:00:00.000Z';

/** As radius.emit keeps it of a registered phone. */
const facts: RadiusFacts = {
  at, mac: '3c22fb4a109e', device: { type: 'phone', os: 'iOS 18' }, username: 'anna.berger@example.com', authMethod: 'PEAP', accessPoint: 'lobby-2', accessPointMac: 'f09fc2001122',
};

/** Of each kind what its producer says, from where it goes the way of a real one: for the documentation, and for the events that are sent to try an endpoint. */
const said: Readonly<Record<EventType, ConsoleEvent>> = {
  'device.connected': radiusEvent('device.connected', facts),
  'device.disconnected': radiusEvent('device.disconnected', facts),
  'auth.failed': radiusEvent('auth.failed', { ...facts, reasonCode: 'wrong_password' }),
  'auth.rejected': radiusEvent('auth.rejected', { ...facts, reasonCode: 'user_disabled' }),
  'guest.registered': radiusEvent('guest.registered', { ...facts, username: 'K7QF-3M9D', authMethod: 'PAP', guest: { id: '0190a0a1-0000-7000-8000-000000000001' } }),
  'certificate.expiring': {
    at,
    user: { username: 'anna.berger@example.com', authMethod: 'EAP-TLS' },
    event: 'certificate.expiring',
    certificate: {
      id: '0190a0a1-0000-7000-8000-000000000002', serial: '4f1d9a3c2794b0e85d6a71c3f2089be4', subject: 'CN=anna.berger@example.com', usage: 'client',
      expiresAt: '2026-06-13T13:00:00.000Z', daysLeft: 30,
    },
  },
  'policy.violated': radiusEvent('policy.violated', {
    ...facts, policy: { id: '0190a0a1-0000-7000-8000-000000000003', name: 'No visitors at night' }, rules: [{ field: 'time', op: 'not_in', value: 'Al0700-1900' }],
  }),
};

export const exampleEvents = said as { readonly [Type in EventType]: ConsoleEvent & { readonly event: Type } };

export const examplePayloads = Object.fromEntries(
  eventTypes.map((type) => [type, payloadOf(exampleEvents[type], at)]),
) as Readonly<Record<EventType, EventPayload>>;
