import { describe, expect, test } from '@jest/globals';
import type { Membership, Presence } from '../../../src/provisioning/facts/facts.js';
import { grantOf, preset, userOf, voucherOf } from './records.js';

const paid = (changes: Partial<Membership> = {}): Membership => ({
  kind: 'membership',
  status: 'active',
  email: 'Ada@Example.com',
  plan: 'gold',
  startsAt: '2026-05-01T10:00:00.000Z',
  endsAt: '2026-06-01T10:00:00.000Z',
  ...changes,
});
const seen = (changes: Partial<Presence> = {}): Presence => ({
  kind: 'presence',
  status: 'active',
  email: 'ada@example.com',
  seenAt: '2026-05-14T08:59:02.000Z',
  ...changes,
});

describe('membership', () => {
  const access = preset('membership');

  test('is an account to the end of the paid period and three days more, in the group of its plan', () => {
    expect(userOf(access, paid())).toMatchObject({
      username: 'ada@example.com',
      groupName: 'gold',
      validFrom: '2026-05-01T10:00:00.000Z',
      validUntil: '2026-06-04T10:00:00.000Z',
    });
    expect(userOf(access, paid({ plan: undefined })).groupName).toBe('Members');
  });

  test('who is past due keeps it for as long', () => {
    expect(userOf(access, paid({ status: 'past_due' })).validUntil).toBe('2026-06-04T10:00:00.000Z');
  });

  test.each(['paused', 'ended'] as const)('%s gives none', (status) => {
    expect(grantOf(access, paid({ status })).kind).toBe('none');
  });

  test('without an e-mail address it is a problem, not an account without a name', () => {
    expect(grantOf(access, paid({ email: undefined }))).toMatchObject({ kind: 'problem', field: 'username' });
  });
});

test('a pass is a voucher for exactly what was paid', () => {
  expect(voucherOf(preset('pass'), paid({ endsAt: '2026-05-02T10:00:00.000Z' }))).toMatchObject({
    durationSeconds: 86_400,
    validUntil: '2026-05-02T10:00:00.000Z',
  });
  expect(grantOf(preset('pass'), paid({ status: 'past_due' })).kind).toBe('none');
});

test('building is an account as long as the right to enter lasts, with an end or without', () => {
  const access = preset('building');
  expect(userOf(access, paid())).toMatchObject({ groupName: 'Building', validUntil: '2026-06-01T10:00:00.000Z' });
  expect(userOf(access, paid({ startsAt: undefined, endsAt: undefined }))).toMatchObject({ validUntil: null });
  for (const status of ['paused', 'ended'] as const) expect(grantOf(access, paid({ status })).kind).toBe('none');
});

describe('presence', () => {
  const access = preset('presence');

  test('opens when somebody is seen, does not close by itself, and another door changes nothing', () => {
    expect(userOf(access, seen({ seenAt: '2026-05-15T17:00:00.000Z' }))).toEqual(userOf(access, seen()));
    expect(userOf(access, seen())).toMatchObject({ username: 'ada@example.com', validFrom: null, validUntil: null });
  });

  test('nobody has it before the first door, nor after the right to enter is taken away', () => {
    expect(grantOf(access, seen({ seenAt: undefined })).kind).toBe('none');
    expect(grantOf(access, seen({ status: 'removed' })).kind).toBe('none');
  });
});
