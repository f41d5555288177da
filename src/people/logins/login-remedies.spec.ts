import { expect, test } from '@jest/globals';
import { loginRefusals } from './gates.js';
import type { LoginRecord } from './login-records.js';
import { remediesFor } from './login-remedies.js';

const named: LoginRecord = {
  id: 'l',
  at: '2026-05-14T13:00:00.000Z',
  outcome: 'rejected',
  username: 'eva@hotel',
  kind: 'user',
  userId: 'u1',
  authMethod: 'peap',
  reason: null,
  reasonDetail: null,
  mac: 'aabbcc000001',
  deviceType: null,
  ssid: 'Guest',
  accessPoint: null,
  nasAddress: null,
  networkId: 'n1',
  policyId: 'p1',
  policy: 'Nights',
  client: 'lobby',
  deviceId: 'd1',
  voucherId: null,
  source: null,
  repeats: { count: 1, firstAt: '2026-05-14T13:00:00.000Z', lastAt: '2026-05-14T13:00:00.000Z' },
};
/** A login that named no record at all. */
const nobody: LoginRecord = {
  ...named,
  username: null,
  userId: null,
  mac: null,
  networkId: null,
  policyId: null,
  deviceId: null,
};
const asked = (login: LoginRecord) => remediesFor(login).map(({ code, call, fields }) => [code, call, ...fields]);

test.each([
  ['ssid_not_allowed', ['join_other_network', null], ['change_network', 'PATCH /networks/n1', 'ssid']],
  ['method_not_possible', ['change_method', null], ['new_password', 'PATCH /users/u1', 'password']],
  ['tls_failure', ['install_profile', 'POST /profiles', 'ssid', 'eap_type', 'platform']],
  ['unknown_device', ['register_device', 'POST /devices', 'mac', 'user_id']],
  ['unknown_certificate', ['issue_certificate', 'POST /certificates', 'user_id']],
  ['user_disabled', ['enable_user', 'PATCH /users/u1', 'disabled']],
  ['device_disabled', ['enable_device', 'PATCH /devices/d1', 'disabled']],
  ['voucher_disabled', ['new_voucher', 'POST /vouchers', 'table_id', 'duration']],
  ['not_yet_valid', ['extend', 'PATCH /users/u1', 'valid_from'], ['wait', null]],
  ['expired', ['extend', 'PATCH /users/u1', 'valid_until']],
  ['policy_denied', ['change_policy', 'PATCH /policies/p1', 'conditions', 'effect']],
  ['outside_hours', ['wait', null], ['change_group', 'PATCH /users/u1', 'table_id']],
  [
    'device_limit',
    ['disconnect_other', 'GET /online?filter[username]=eva%40hotel'],
    ['raise_device_limit', 'PATCH /users/u1', 'max_devices'],
  ],
  ['a reason of a later version', ['read_detail', null]],
])('%s: what can be done about it, and by which call', (reason, ...remedies) => {
  expect(asked({ ...named, reason })).toEqual(remedies);
});

test('the end of a device that signed in by its address is its own, and not its user’s', () => {
  expect(asked({ ...named, kind: 'device', reason: 'expired' })).toEqual([
    ['extend', 'PATCH /devices/d1', 'valid_until'],
  ]);
});

test.each(Object.keys(loginRefusals))(
  '%s of a login that named no record leads to no call with a gap in it',
  (reason) => {
    for (const { call } of remediesFor({ ...nobody, reason })) expect(call ?? '').not.toMatch(/null|\/$|=$/);
  },
);

test('an account of a connection names the connection, which is where it is changed', () => {
  const login = { ...named, reason: 'device_limit', source: { id: 'c1', name: 'Front desk' } };
  expect(remediesFor(login).map(({ params }) => params)).toEqual([
    {},
    { connection_id: 'c1', connection: 'Front desk' },
  ]);
  expect(remediesFor({ ...login, outcome: 'accepted' })).toEqual([]);
});
