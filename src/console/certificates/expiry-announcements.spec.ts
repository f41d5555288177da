import { expect, test } from '@jest/globals';
import { announcedDays, authorityAnnouncementDays, nextAnnouncement } from './expiry-announcements.js';

const end = '2027-01-31T00:00:00.000Z';

test("a year's certificate is announced 30, 7 and 1 days before its end", () => {
  const start = '2026-01-31T00:00:00.000Z';
  expect(nextAnnouncement(start, end, start)).toBe('2027-01-01T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-01T00:00:00.000Z')).toBe('2027-01-24T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-24T05:00:00.000Z')).toBe('2027-01-30T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-30T00:00:00.000Z')).toBeNull();
});

test('an authority is announced a year and three months before its end, too', () => {
  const next = (after: string) => nextAnnouncement('2007-01-31T00:00:00.000Z', end, after, authorityAnnouncementDays);
  expect(['2020-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-11-03T00:00:00.000Z'].map(next)).toEqual([
    '2026-01-31T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ]);
  expect(announcedDays(end, '2026-12-01T00:00:00.000Z', authorityAnnouncementDays)).toBe(90);
});

test('a short one is not announced before it began', () => {
  expect(nextAnnouncement('2027-01-11T00:00:00.000Z', end, '2027-01-11T00:00:00.000Z')).toBe(
    '2027-01-24T00:00:00.000Z',
  );
  expect(nextAnnouncement('2027-01-30T12:00:00.000Z', end, '2027-01-30T12:00:00.000Z')).toBeNull();
});

test('after a standstill the last mark that was passed counts', () => {
  expect(announcedDays(end, '2027-01-01T00:00:00.000Z')).toBe(30);
  expect(announcedDays(end, '2027-01-23T23:59:59.000Z')).toBe(30);
  expect(announcedDays(end, '2027-01-24T00:00:00.000Z')).toBe(7);
  expect(announcedDays(end, '2027-01-30T18:00:00.000Z')).toBe(1);
});
