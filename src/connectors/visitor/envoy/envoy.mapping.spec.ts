import { describe, expect, test } from '@jest/globals';
import type { Visit } from '../../../provisioning/facts/facts.js';
import { vendorId, vendorNames, vendorZone } from '../../../provisioning/connector/vendor-record.js';
import { visitOfEntry, visitOfInvite, visitOfListedEntry, envoyVersion } from './envoy.mapping.js';
import { fieldIn, envoyInstant } from './envoy.reading.js';
import type { EnvoyAttributes, EnvoyEntryEvent } from './envoy.wire.js';

const labels = { company_field: 'Your Company', purpose_field: 'Purpose of visit' };
const receivedAt = '2026-11-20T17:00:00.000Z';
const signInAt = '2026-11-20T08:58:41.000Z';

function entry(event: EnvoyEntryEvent, attributes: EnvoyAttributes = {}) {
  const change = visitOfEntry(
    event,
    { id: '1', attributes: { 'full-name': 'Ada Byron', 'signed-in-at': '2026-11-20 08:58:41', ...attributes } },
    {},
    labels,
    receivedAt,
  );
  return change.kind === 'record' ? { ...(change.record.facts as Visit), version: change.record.version } : change;
}

describe('times', () => {
  test.each([
    ['2026-11-20 08:58:41', signInAt],
    ['2026-11-20T08:58:41', signInAt],
    ['2026-11-20 08:58:41.250', '2026-11-20T08:58:41.250Z'],
    ['2026-11-20 08:58:41 UTC', signInAt],
    ['2026-11-20T09:58:41+01:00', signInAt],
    ['2026-11-20T09:58:41+0100', signInAt],
    ['2026-11-20T08:58', '2026-11-20T08:58:00.000Z'],
    ['2026-11-20', undefined],
    ['this morning', undefined],
    ['2026-13-40 08:58:41', undefined],
    [1_763_629_121, undefined],
  ])('%s', (text, instant) => {
    expect(envoyInstant(text)).toBe(instant);
  });
});

describe('an entry', () => {
  test.each<[EnvoyEntryEvent, EnvoyAttributes, Visit['status']]>([
    ['entry_sign_in', {}, 'active'],
    ['entry_sign_in', { 'approval-status': { status: 'approved', 'auto-approved': true } }, 'active'],
    ['entry_sign_in', { 'approval-status': { status: 'review' } }, 'held'],
    ['entry_sign_in', { 'approval-status': { status: 'pending' } }, 'held'],
    ['entry_sign_in', { 'approval-status': { status: 'denied' } }, 'denied'],
    ['entry_sign_in', { 'agreement-refused': true }, 'held'],
    ['entry_sign_in', { 'signed-out-at': '2026-11-20 09:30:00' }, 'ended'],
    ['entry_sign_out', { 'signed-out-at': '2026-11-20 16:31:07' }, 'ended'],
    ['entry_blacklist_review', {}, 'held'],
    ['entry_blacklist_review', { 'approval-status': { status: 'review' } }, 'held'],
    ['entry_blacklist_deny', {}, 'denied'],
    ['entry_blacklist_deny', { 'signed-out-at': '2026-11-20 09:30:00' }, 'denied'],
  ])('%s %j is %s', (event, attributes, status) => {
    expect(entry(event, attributes)).toMatchObject({ status });
  });

  test('that ends or is refused without its times ends all the same', () => {
    expect(entry('entry_sign_out', { 'signed-in-at': null, 'signed-out-at': null })).toMatchObject({
      status: 'ended',
      signOutAt: receivedAt,
      version: '2026-11-20T17:00~2~2026-11-20T17:00:00',
    });
    expect(entry('entry_blacklist_deny', { 'signed-in-at': null })).toMatchObject({
      status: 'denied',
      version: '2026-11-20T17:00~3',
    });
    expect(entry('entry_sign_in', { 'signed-in-at': null })).toMatchObject({
      kind: 'malformed',
      problem: { key: 'entry/1' },
    });
  });

  test("keeps of the answers at sign-in only company and purpose, under the tenant's own labels", () => {
    const answers = [
      { field: 'your company ', value: 'Analytical Ltd' },
      { field: 'Do you feel well?', value: 'yes' },
      null,
      { field: 7 },
    ];
    expect(entry('entry_sign_in', { 'user-data': answers })).toMatchObject({ companyName: 'Analytical Ltd' });
    expect(JSON.stringify(entry('entry_sign_in', { 'user-data': answers }))).not.toContain('well');
    expect(fieldIn({ 'Your Company': 'x' }, 'Your Company')).toBeUndefined();
  });
});

test('what is said of one entry has an order of its own', () => {
  const later = '2026-11-20T09:24:40.000Z';
  const out = '2026-11-20T16:31:07.000Z';
  const ordered = [
    envoyVersion('plain', { signInAt }),
    envoyVersion('held', { signInAt }),
    envoyVersion('approved', { signInAt }),
    envoyVersion('held', { signInAt, reviewedAt: later }),
    envoyVersion('approved', { signInAt, reviewedAt: later }),
    envoyVersion('ended', { signInAt, signOutAt: out }),
    envoyVersion('denied', { signInAt }),
    envoyVersion('plain', { signInAt: out }),
  ];
  expect([...ordered].sort()).toEqual(ordered);
});

test('a list that knows milliseconds speaks of the same sign-in as an event that knows seconds', () => {
  const listed = visitOfListedEntry({ id: '1', signedInAt: '2026-11-20T08:58:41.987Z' }, {}, labels, true);
  expect(listed).toMatchObject({ record: { version: '2026-11-20T08:58~1~2026-11-20T08:58:41~0' } });
  expect(entry('entry_sign_in')).toMatchObject({ version: '2026-11-20T08:58~1~2026-11-20T08:58:41~0' });
});

test('an invite is expected, over when its visitor arrived, cancelled when it is removed', () => {
  const status = (event: Parameters<typeof visitOfInvite>[0], attributes: EnvoyAttributes) => {
    const change = visitOfInvite(event, { id: '1', attributes }, {}, labels);
    return change.kind === 'record' ? change.record.facts.status : change.kind;
  };
  expect([
    status('invite_created', {}),
    status('upcoming_visit', {}),
    status('invite_updated', { arrived: true }),
    status('qr_code_sent', { 'signed-in-at': signInAt }),
    status('invite_removed', { arrived: true }),
  ]).toEqual(['expected', 'expected', 'ended', 'ended', 'cancelled']);
  expect(visitOfInvite('invite_created', {}, {}, labels).kind).toBe('malformed');
});

test('a listed entry starts no visit where the connection says so, but still shows that somebody is there', () => {
  expect(visitOfListedEntry({ id: '1', signedInAt: signInAt }, {}, labels, false)).toEqual({
    kind: 'patch',
    key: 'entry/1',
    version: '2026-11-20T08:58~1~2026-11-20T08:58:41~0',
    facts: { signInAt },
  });
  expect(visitOfListedEntry({ id: '1', signedInAt: signInAt, signedOutAt: 'late' }, {}, labels, true)).toMatchObject({
    kind: 'malformed',
    problem: { key: 'entry/1' },
  });
  expect(visitOfListedEntry({ signedInAt: signInAt }, {}, labels, true).kind).toBe('malformed');
});

test('names, ids and zones as they are, and nothing in place of nonsense', () => {
  expect(vendorNames('Ada King Byron')).toEqual({
    displayName: 'Ada King Byron',
    firstName: 'Ada King',
    lastName: 'Byron',
  });
  expect([vendorNames('Ada'), vendorNames('  '), vendorNames(null)]).toEqual([
    { displayName: 'Ada', lastName: 'Ada' },
    {},
    {},
  ]);
  expect([
    vendorId(42),
    vendorId('42'),
    vendorId('a-b_c'),
    vendorId('../42'),
    vendorId(''),
    vendorId(null),
    vendorId(4.2),
  ]).toEqual(['42', '42', 'a-b_c', undefined, undefined, undefined, undefined]);
  expect([vendorZone('Europe/London'), vendorZone('GMT Standard Time'), vendorZone('')]).toEqual([
    'Europe/London',
    undefined,
    undefined,
  ]);
});
