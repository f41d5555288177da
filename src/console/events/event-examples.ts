import { changeEvent } from './change-event.js';
import { type EventPayload, payloadOf } from './event-payload.js';
import { type ConsoleEvent, eventTypes, type EventType } from './event-types.js';
import { radiusEvent, type RadiusFacts } from './radius-event.js';

const at = '2026-05-14T13:00:00.000Z';

/** What radius.publish_event stores about a registered phone. */
const facts: RadiusFacts = {
  at,
  mac: '3c22fb4a109e',
  device: { type: 'phone', os: 'iOS 18' },
  username: 'anna.berger@example.com',
  authMethod: 'PEAP',
  accessPoint: 'lobby-2',
  accessPointMac: 'f09fc2001122',
};

const user = {
  id: '0190a0a1-0000-7000-8000-000000000004',
  username: '412-novakova',
  first_name: 'Jana',
  last_name: 'Nováková',
  email: null,
  valid_until: '2026-05-17T11:00:00.000Z',
  external_id: null,
};
const voucher = {
  id: '0190a0a1-0000-7000-8000-000000000005',
  batch_id: '0190a0a1-0000-7000-8000-000000000006',
  duration_seconds: 28_800,
  max_devices: 2,
  valid_until: null,
  first_used_at: null,
};
const connection = {
  id: '0190a0a1-0000-7000-8000-000000000007',
  name: 'Hotel Lindenhof front desk',
  connector: 'fias',
  status: 'active',
  problem: null,
};
const portal = { id: '0190a0a1-0000-7000-8000-000000000009', name: 'Hotel Lindenhof' };

/**
 * One event of each kind as its producer describes it, sent through the same code as a real one: for the documentation
 * and for test events.
 */
const said: Readonly<Record<EventType, ConsoleEvent>> = {
  'device.connected': radiusEvent('device.connected', facts),
  'device.disconnected': radiusEvent('device.disconnected', facts),
  'auth.failed': radiusEvent('auth.failed', { ...facts, reasonCode: 'wrong_password' }),
  'auth.rejected': radiusEvent('auth.rejected', { ...facts, reasonCode: 'user_disabled' }),
  'guest.registered': radiusEvent('guest.registered', {
    ...facts,
    username: 'K7QF-3M9D',
    authMethod: 'PAP',
    guest: { id: '0190a0a1-0000-7000-8000-000000000001' },
  }),
  'certificate.expiring': {
    at,
    user: { username: 'anna.berger@example.com', authMethod: 'EAP-TLS' },
    event: 'certificate.expiring',
    certificate: {
      id: '0190a0a1-0000-7000-8000-000000000002',
      serial: '4f1d9a3c2794b0e85d6a71c3f2089be4',
      subject: 'CN=anna.berger@example.com',
      usage: 'client',
      expiresAt: '2026-06-13T13:00:00.000Z',
      daysLeft: 30,
    },
  },
  'policy.violated': radiusEvent('policy.violated', {
    ...facts,
    policy: { id: '0190a0a1-0000-7000-8000-000000000003', name: 'No visitors at night' },
    rules: [{ field: 'time', op: 'not_in', value: 'Al0700-1900' }],
  }),
  'user.created': changeEvent('user.created', { at, username: '412-novakova', record: user }),
  'user.disabled': changeEvent('user.disabled', { at, username: '412-novakova', record: user }),
  'user.enabled': changeEvent('user.enabled', { at, username: '412-novakova', record: user }),
  'user.renamed': changeEvent('user.renamed', { at, username: '412-novakova', record: user }),
  'user.deleted': changeEvent('user.deleted', { at, username: '412-novakova', record: user }),
  'voucher.created': changeEvent('voucher.created', { at, record: voucher }),
  'voucher.redeemed': changeEvent('voucher.redeemed', { at, record: { ...voucher, first_used_at: at } }),
  'connection.quarantined': changeEvent('connection.quarantined', {
    at,
    record: { ...connection, status: 'quarantined', problem: 'credentials_refused' },
  }),
  'connection.recovered': changeEvent('connection.recovered', { at, record: connection }),
  'run.held': changeEvent('run.held', {
    at,
    record: { id: '0190a0a1-0000-7000-8000-000000000008', connection_id: connection.id, mode: 'full', held: 42 },
  }),
  'portal.guessing': changeEvent('portal.guessing', {
    at,
    record: { ...portal, problem: 'guessing', detail: 'Rooms and surnames are being guessed at' },
  }),
  'portal.controller_unreachable': changeEvent('portal.controller_unreachable', {
    at,
    record: {
      id: '0190a0a1-0000-7000-8000-000000000010',
      name: 'Lobby',
      problem: 'unreachable',
      detail: 'unifi.example.com did not answer in time',
    },
  }),
  'portal.gateway_unknown': changeEvent('portal.gateway_unknown', {
    at,
    record: {
      ...portal,
      problem: 'unknown',
      detail: 'A gateway like coova at 10.1.0.9 is none of those of the portal',
    },
  }),
};

export const exampleEvents = said as { readonly [Type in EventType]: ConsoleEvent & { readonly event: Type } };

export const examplePayloads = Object.fromEntries(
  eventTypes.map((type) => [type, payloadOf(exampleEvents[type], at)]),
) as Readonly<Record<EventType, EventPayload>>;
