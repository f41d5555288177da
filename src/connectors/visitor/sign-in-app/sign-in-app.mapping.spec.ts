import { expect, test } from '@jest/globals';
import type { Visit } from '../../../provisioning/facts/facts.js';
import { vendorId, vendorLine, vendorZone } from '../../../provisioning/connector/vendor-record.js';
import { siteIn, signInAppVersion, visitOfEvent, visitOfVisitor } from './sign-in-app.mapping.js';
import { answerFor, signInAppInstant } from './sign-in-app.reading.js';
import type { ListedVisitor } from './sign-in-app.wire.js';

const labels = { host_field: 'visiting', company_field: 'company', group_field: 'group' };
const inAt = '2026-11-20T09:03:11Z';

function outcome(visitor: ListedVisitor): string {
  const change = visitOfVisitor({ id: 1, ...visitor }, 'Visitors', { id: '12' }, labels, '2026-11-20T08:00:00.000Z');
  return change.kind === 'record'
    ? (change.record.facts as Visit).status
    : change.kind === 'malformed'
      ? change.problem.detail
      : change.kind;
}

test.each<[ListedVisitor, string]>([
  [{ status: 'signed_in', in_datetime: inAt }, 'active'],
  [{ status: 'signed_in', in_datetime: inAt, out_datetime: '2026-11-20T23:59:59Z' }, 'ended'],
  [{ status: 'signed_out', in_datetime: inAt, out_datetime: '2026-11-20T15:48:02Z' }, 'ended'],
  [{ status: 'signed_out', in_datetime: inAt, out_datetime: null }, 'out_datetime is not a time'],
  [{ status: 'signed_in', in_datetime: 'this morning' }, 'in_datetime is not a time'],
  [{ status: 'signed_in', in_datetime: inAt, rejected_sign_in: true }, 'denied'],
  [{ status: 'expected', in_datetime: null, expected_datetime: inAt }, 'expected'],
  [{ status: 'expected', in_datetime: null, expected_datetime: 'soon' }, 'expected_datetime is not a time'],
  [{ status: 'unknown', in_datetime: inAt }, 'status is not one that is known'],
  [{ id: 'no id', status: 'signed_in', in_datetime: inAt }, 'a visitor of the list has no id'],
])('%j is %s', (visitor, expected) => {
  expect(outcome(visitor)).toBe(expected);
});

test('times order what is said of one visit; to be expected comes before everything', () => {
  const [nine, four, five] = ['2026-11-20T09:00:00.000Z', '2026-11-20T16:00:00.000Z', '2026-11-20T17:00:00.000Z'];
  const ordered = [
    signInAppVersion('expected', five),
    signInAppVersion('active', nine),
    signInAppVersion('active', four),
    signInAppVersion('ended', four),
    signInAppVersion('denied', four),
    signInAppVersion('active', five),
  ];
  expect([...ordered].sort()).toEqual(ordered);
});

test("the zone of a visit is the webhook's, else the setting's", () => {
  const zoneOf = (timezone: unknown) => {
    const change = visitOfEvent(
      'visitor.signin',
      { event_at: inAt, site: { id: 12, timezone }, visitor: { id: 1 } },
      labels,
      siteIn('12 Europe/Vienna'),
    );
    return change.kind === 'record' ? change.record.facts.timeZone : change.kind;
  };
  expect([zoneOf('Europe/London'), zoneOf('GMT Standard Time'), zoneOf(undefined)]).toEqual([
    'Europe/London',
    'Europe/Vienna',
    'Europe/Vienna',
  ]);
  expect(visitOfEvent('visitor.signin', { event_at: inAt }, labels, undefined).kind).toBe('malformed');
});

test('a site is an id and, behind a blank, its zone', () => {
  expect([
    siteIn('12'),
    siteIn(' 12  Europe/London '),
    siteIn('12 Nowhere/Else'),
    siteIn(''),
    siteIn('12/today Europe/London'),
  ]).toEqual([{ id: '12' }, { id: '12', timeZone: 'Europe/London' }, undefined, undefined, undefined]);
});

test('texts, ids, times and answers as they are, and nothing in place of nonsense', () => {
  expect([vendorLine(' a\u0000b '), vendorLine(''), vendorLine(7)]).toEqual(['a b', undefined, undefined]);
  expect([vendorId(7), vendorId('7'), vendorId(7.5), vendorId('7/8')]).toEqual(['7', '7', undefined, undefined]);
  expect([
    signInAppInstant('2026-11-20T10:03:11+01:00'),
    signInAppInstant('2026-11-20T09:03:11'),
    signInAppInstant('2026-99-20T09:03:11Z'),
  ]).toEqual(['2026-11-20T09:03:11.000Z', undefined, undefined]);
  expect([
    answerFor({ ' Visiting ': 'Alan Tate' }, 'visiting'),
    answerFor([], 'visiting'),
    answerFor(null, 'visiting'),
    vendorZone('Mars/Base'),
  ]).toEqual(['Alan Tate', undefined, undefined, undefined]);
});
