import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AccessPresets } from '../../../src/provisioning/access/access-presets.js';
import { employment, grantOf, preset, presets, stay, userOf, visit, voucherOf } from './records.js';

test('every preset of the design is there and whole', () => {
  expect(presets.names).toEqual([
    'building',
    'holiday-let',
    'hotel',
    'hotel-enterprise',
    'hotel-room',
    'membership',
    'pass',
    'presence',
    'staff',
    'visitor',
    'visitor-user',
  ]);
});

test('a preset with a wrong value stops the start and names the file and the place', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'presets-'));
  writeFileSync(path.join(folder, 'odd.yaml'), 'grant: users\nper: guest\n');
  expect(() => AccessPresets.load(folder)).toThrow(
    /odd\.yaml: .*#\/username is required.*#\/grant must be one of user, voucher, none/,
  );
});

test('a key beside the preset overrides it, and a window may change one member only', () => {
  const access = presets.resolve({ preset: 'hotel', max_devices: 2, ends: { offset_seconds: 0 } });
  expect(access).toMatchObject({
    preset: 'hotel',
    max_devices: 2,
    ends: { at: 'departure', offset_seconds: 0, after_check_out_seconds: 0 },
  });
});

describe('hotel-enterprise', () => {
  const access = preset('hotel-enterprise');

  test('makes the account of the design from one stay', () => {
    expect(grantOf(access, stay())).toEqual({
      kind: 'user',
      username: '412-novakova',
      accountKey: '412-novakova',
      password: { kind: 'value', value: 'novakova' },
      groupName: 'Hotel guests',
      groupRank: 1,
      maxDevices: 5,
      firstName: 'Jana',
      lastName: 'Nováková',
      email: null,
      phone: null,
      onEnd: 'disable',
      deleteAfterSeconds: 86_400,
      onConflict: 'dispute',
      validFrom: '2026-05-14T13:02:00.000Z',
      validUntil: '2026-05-17T11:00:00.000Z',
    });
  });

  test.each([
    ['Nováková', '412-novakova'],
    ['Müller', '412-mueller'],
    ['Straße', '412-strasse'],
    ['王', '412-wang'],
    ['Đorđević', '412-dordevic'],
    ['Иванова', '412-ivanova'],
    ['Παπαδόπουλος', '412-papadopoylos'],
    ["O'Brien", '412-obrien'],
  ])('%s becomes the account %s', (lastName, username) => {
    expect(userOf(access, stay({ lastName })).username).toBe(username);
  });

  test('a name in composed and in decomposed letters is one account', () => {
    const composed = userOf(access, stay({ lastName: 'M\u00fcller' }));
    expect(userOf(access, stay({ lastName: 'Mu\u0308ller' })).accountKey).toBe(composed.accountKey);
  });

  test('two sharers named alike share one account, others have their own', () => {
    const [first, second, third] = [stay(), stay({ firstName: 'Karel' }), stay({ lastName: 'Svoboda' })].map(
      (facts, index) => userOf(access, facts, { key: `90${index}` }).accountKey,
    );
    expect(second).toBe(first);
    expect(third).toBe('412-svoboda');
  });

  test.each([
    ['2', 'VIP guests', 0],
    ['3', 'VIP guests', 0],
    ['1', 'Hotel guests', 1],
    [undefined, 'Hotel guests', 1],
  ])('VIP code %s puts a guest into %s', (vip, groupName, groupRank) => {
    expect(userOf(access, stay({ vip }))).toMatchObject({ groupName, groupRank });
  });

  test('a guest without a surname is a problem, not the account 412-', () => {
    expect(grantOf(access, stay({ lastName: undefined }))).toEqual({
      kind: 'problem',
      field: 'username',
      detail: 'needs last_name, which this record does not have',
    });
    expect(grantOf(access, stay({ room: ' ' }))).toMatchObject({ kind: 'problem', field: 'username' });
  });

  test.each(['expected', 'checked_out', 'cancelled', 'no_show'] as const)(
    'a stay that is %s has no access',
    (status) => {
      expect(grantOf(access, stay({ status, checkOutAt: '2026-05-16T08:00:00.000Z' })).kind).toBe('none');
    },
  );
});

test('hotel names the account after site and record, so a room move and a new name change nothing', () => {
  const access = preset('hotel');
  const before = userOf(access, stay(), { key: 'r-77' });
  expect(before).toMatchObject({ username: 'lindenhof-r-77', password: { kind: 'generate' } });
  expect(userOf(access, stay({ room: '101', lastName: 'Svobodová' }), { key: 'r-77' }).username).toBe(before.username);
});

test('a site of the record comes before the site of the connection', () => {
  expect(userOf(preset('hotel'), stay({ site: 'annex' })).username).toBe('annex-9001');
});

test('hotel-room gives sharers the one nameless account of their room', () => {
  const access = preset('hotel-room');
  expect(userOf(access, stay({ email: 'jana@example.com' }))).toMatchObject({
    username: '412',
    password: { kind: 'generate' },
    firstName: null,
    lastName: null,
    email: null,
  });
  expect(userOf(access, stay({ lastName: 'Svoboda' })).accountKey).toBe('412');
  expect(grantOf(access, stay({ room: undefined }))).toMatchObject({ kind: 'problem', field: 'room' });
});

test.each([
  [{}, 'Front Office'],
  [{ department: undefined }, 'Staff'],
  [{ workerType: 'contractor' as const }, 'Contractors'],
])('staff with %j belongs to the group %s', (changes, groupName) => {
  expect(userOf(preset('staff'), employment(changes))).toMatchObject({
    username: 'petr.dvorak@example.com',
    password: { kind: 'generate' },
    groupName,
  });
});

test('staff without a work e-mail is a problem that names the field', () => {
  expect(grantOf(preset('staff'), employment({ email: undefined }))).toEqual({
    kind: 'problem',
    field: 'username',
    detail: 'needs email, which this record does not have',
  });
});

test('visitor is a voucher for the expected length of the visit', () => {
  expect(voucherOf(preset('visitor'), visit())).toEqual({
    kind: 'voucher',
    groupName: 'Visitors',
    count: 1,
    durationSeconds: 7 * 3600 + 120,
    maxDevices: 2,
    validFrom: '2026-11-20T08:58:00.000Z',
    validUntil: '2026-11-20T16:00:00.000Z',
  });
});

test('visitor-user is an account named by e-mail, and nothing before sign-in or after sign-out', () => {
  const access = preset('visitor-user');
  expect(userOf(access, visit())).toMatchObject({ username: 'ada@example.com', groupName: 'Visitors' });
  for (const status of ['expected', 'held', 'denied', 'ended', 'cancelled'] as const)
    expect(grantOf(access, visit({ status })).kind).toBe('none');
});

test('nothing a mapping says gives access to a cancelled stay, a held visitor or a suspended employee', () => {
  expect(grantOf(preset('hotel', { when: [] }), stay({ status: 'cancelled' }))).toEqual({
    kind: 'none',
    reason: 'status cancelled',
  });
  expect(grantOf(preset('visitor', { when: [] }), visit({ status: 'held' }))).toEqual({
    kind: 'none',
    reason: 'status held',
  });
  expect(grantOf(preset('staff', { when: [] }), employment({ status: 'suspended' }))).toEqual({
    kind: 'none',
    reason: 'status suspended',
  });
});

test('a status that the connector does not know is a problem, so present access stays', () => {
  expect(grantOf(preset('staff'), employment({ status: 'unknown' }))).toMatchObject({
    kind: 'problem',
    field: 'status',
  });
});

test('no group rule that holds is no access', () => {
  const group = [{ when: [{ field: 'vip', op: 'eq' as const, value: '9' }], name: 'Nine' }];
  expect(grantOf(preset('hotel', { group }), stay())).toEqual({ kind: 'none', reason: 'no group rule holds' });
});

test('a template that writes what a RADIUS server cannot carry is a problem', () => {
  expect(grantOf(preset('hotel-enterprise', { username: 'a\u0000{{ room }}' }), stay())).toMatchObject({
    kind: 'problem',
    field: 'username',
    detail: 'would contain control characters',
  });
});

test('holiday-let gives a voucher from the day before the booked arrival to two hours after the departure', () => {
  const access = preset('holiday-let');
  const booked = stay({ status: 'expected', checkInAt: undefined, email: 'jana@example.com' });
  expect(voucherOf(access, booked)).toMatchObject({
    groupName: 'Holiday guests',
    validFrom: '2026-05-13T13:00:00.000Z',
    validUntil: '2026-05-17T11:00:00.000Z',
  });
  for (const status of ['cancelled', 'no_show', 'checked_out'] as const)
    expect(grantOf(access, { ...booked, status }).kind).toBe('none');
});
