import { expect, test } from '@jest/globals';
import type { LogRow, StateRow } from './change-rows.repository.js';
import { Watched } from './watched.js';

const organizationId = 'o';
const login = (id: string, place: string): LogRow => ({
  organizationId,
  source: 'logins',
  id,
  place,
  resource: null,
  resourceId: null,
});
const entry = (id: string, resource: string, resourceId: string): LogRow => ({
  ...login(id, id),
  source: 'audit',
  resource,
  resourceId,
});
const bulk = (version: string): StateRow => ({ organizationId, topic: 'bulk', id: 'j', version, resource: 'users' });
const uuid = (count: number) => `0190a0a0-0000-7000-8000-${String(count).padStart(12, '0')}`;

test('the first look tells nothing, and a row is told once although it is read again', () => {
  const watched = new Watched(organizationId);
  const old = login('1', '2026-05-14T13:00:00.000000Z');
  expect(watched.changes([old], [])).toEqual([]);
  expect(watched.logPlaces.find(({ source }) => source === 'logins')?.since).toBe('2026-05-14T12:59:55.000Z');
  const late = login('2', '2026-05-14T12:59:58.000000Z');
  expect(watched.changes([late, old], [])).toEqual([{ organizationId, topic: 'logins', ids: ['2'] }]);
  expect(watched.changes([late, old], [])).toEqual([]);
});

test('an empty log keeps its place, so that its first row is told', () => {
  const watched = new Watched(organizationId);
  watched.changes([], []);
  const first = login('1', '2026-05-14T13:00:00.000000Z');
  expect(watched.changes([first], [])).toEqual([{ organizationId, topic: 'logins', ids: ['1'] }]);
});

test('more than fifty at once are told as many, and so is everything of the audit that may hide behind them', () => {
  const watched = new Watched(organizationId);
  watched.changes([], []);
  const rows = Array.from({ length: 51 }, (_, count) => entry(uuid(count), 'vouchers', uuid(count)));
  const told = watched.changes(rows, []);
  expect(told).toContainEqual({ organizationId, topic: 'vouchers', ids: 'many' });
  expect(told).toContainEqual({ organizationId, topic: 'devices', ids: 'many' });
});

test('a bulk job is told as it goes on, and its end tells of everything that it wrote', () => {
  const watched = new Watched(organizationId);
  watched.changes([], [bulk('running|0')]);
  expect(watched.changes([], [bulk('running|0')])).toEqual([]);
  expect(watched.changes([], [bulk('running|5')])).toEqual([{ organizationId, topic: 'bulk', ids: ['j'] }]);
  expect(watched.changes([], [])).toEqual([
    { organizationId, topic: 'bulk', ids: ['j'] },
    { organizationId, topic: 'users', ids: 'many' },
  ]);
});

test('a session that begins is told by its id, one that ends as many', () => {
  const watched = new Watched(organizationId);
  const open = (version: string): StateRow => ({ organizationId, topic: 'online', id: '', version, resource: null });
  const session: LogRow = { ...login('1', '2026-05-14T13:00:00.000000Z'), source: 'sessions' };
  watched.changes([], [open('7')]);
  expect(watched.changes([session], [open('8')])).toEqual([{ organizationId, topic: 'online', ids: ['1'] }]);
  expect(watched.changes([session], [open('8')])).toEqual([]);
  expect(watched.changes([session], [open('7')])).toEqual([{ organizationId, topic: 'online', ids: 'many' }]);
});

test('where shards count their own sessions, none is open where no count is', () => {
  const watched = new Watched(organizationId);
  const open = (version: string): StateRow => ({ organizationId, topic: 'online', id: '', version, resource: null });
  const session: LogRow = { ...login('1', '2026-05-14T13:00:00.000000Z'), source: 'sessions' };
  watched.changes([], []);
  expect(watched.changes([session], [open('1')])).toEqual([{ organizationId, topic: 'online', ids: ['1'] }]);
  expect(watched.changes([session], [])).toEqual([{ organizationId, topic: 'online', ids: 'many' }]);
  expect(watched.changes([session], [])).toEqual([]);
});
