import { expect, test } from '@jest/globals';
import { announcedDays, nextAnnouncement } from './expiry-announcements.js';

const end = '2027-01-31T00:00:00.000Z';

test('a year\'s certificate is announced 30, 7 and 1 days before its end', () => {
  const start = '2026-01-31T00:00:00.000Z';
  expect(nextAnnouncement(start, end, start)).toBe('2027-01-01T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-01T00:00:00.000Z')).toBe('2027-01-24T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-24T05:00:00.000Z')).toBe('2027-01-30T00:00:00.000Z');
  expect(nextAnnouncement(start, end, '2027-01-30T00:00:00.000Z')).toBeNull();
});

test('a short one is not announced before it began', () => {
  expect(nextAnnouncement('2027-01-11T00:00:00.000Z', end, '2027-01-11T00:00:00.000Z')).toBe('2027-01-24T00:00:00.000Z');
  expect(nextAnnouncement('2027-01-30T12:00:00.000Z', end, '2027-01-30T12:00:00.000Z')).toBeNull();
});

test('after a standstill the last mark that was passed counts', () => {
  expect(announcedDays(end, '2027-01-01T00:00:00.000Z')).toBe(30);
  expect(announcedDays(end, '2027-01-23T23:59:59.000Z')).toBe(30);
  expect(announcedDays(end, '2027-01-24T00:00:00.000Z')).toBe(7);
  expect(announcedDays(end, '2027-01-30T18:00:00.000Z')).toBe(1);
});
