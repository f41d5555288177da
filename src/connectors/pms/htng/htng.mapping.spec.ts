import { expect, test } from '@jest/globals';
import { jana, maker, sean, stay } from '../../../../test/htng/htng-rig.js';
import { htngChanges } from './htng.mapping.js';
import { xmlIn } from './htng.xml.js';

const reading = { time_zone: 'Europe/Vienna', arrival_time: '15:00', departure_time: '11:00' };
const receivedAt = '2026-05-14T13:12:04.000Z';
const sequence = '00000000000000000042';
const version = `2026-05-14T13:00:00.000Z~${sequence}`;
const changesOf = (body: string) => htngChanges({ body: Buffer.from(body), receivedAt, sequence }, reading);
const hotel = maker();

test('a check-in is each guest of the reservation, with the room of the message and the block of the guest', () => {
  expect(changesOf(hotel.checkIn(stay))).toEqual([
    {
      kind: 'record',
      mode: 'merge',
      record: {
        key: '919412/G1',
        parentKey: '919412',
        version,
        facts: {
          kind: 'stay',
          status: 'in_house',
          checkInAt: receivedAt,
          room: '412',
          arrivalAt: '2026-05-14T13:00:00.000Z',
          departureAt: '2026-05-17T09:00:00.000Z',
          timeZone: 'Europe/Vienna',
          ratePlan: 'FLEX',
          reservationNumber: '919412',
          role: 'primary',
          firstName: 'Jana',
          lastName: 'Nováková',
          language: 'cs',
          email: 'jana@example.org',
          groupCode: 'LIN2605',
        },
      },
    },
    { kind: 'record', mode: 'merge', record: expect.objectContaining({ key: '919412/G2' }) },
  ]);
});

test('a move takes the room of its destination, an update the dates, in any maker’s namespace', () => {
  const other = maker({ namespace: 'http://htng.org/2010B', soap: '1.2' });
  const moved = changesOf(other.move({ ...stay, room: '518' }, '412'));
  expect(moved).toMatchObject([
    { record: { key: '919412/G1', facts: { room: '518', status: 'in_house' } } },
    { record: { key: '919412/G2', facts: { room: '518', status: 'in_house' } } },
  ]);
  const longer = changesOf(hotel.update({ ...stay, departure: '2026-05-19T10:30:00' }));
  expect(longer).toMatchObject([{ record: { facts: { departureAt: '2026-05-19T08:30:00.000Z' } } }, {}]);
});

test('who is named leaves; without anybody left, or named, the reservation ends', () => {
  expect(changesOf(hotel.checkOut(stay, [sean]))).toEqual([
    { kind: 'patch', key: '919412/G2', version, facts: { status: 'checked_out', checkOutAt: receivedAt } },
  ]);
  const whole = [{ kind: 'group', parentKey: '919412', version, records: [] }];
  expect(changesOf(hotel.checkOut(stay))).toEqual(whole);
  expect(changesOf(hotel.checkOut({ ...stay, guests: [] }))).toEqual(whole);
  expect(changesOf(hotel.cancel('919412'))).toEqual(whole);
});

test('a reservation is expected until it arrives; one that is cancelled in place says so', () => {
  expect(changesOf(hotel.reserve({ ...stay, guests: [jana] }))).toMatchObject([
    { record: { facts: { status: 'expected' } } },
  ]);
  const cancelled = hotel.reserve({ ...stay, guests: [jana] }).replace('"Reserved"', '"Cancelled"');
  expect(changesOf(cancelled)).toMatchObject([{ record: { facts: { status: 'cancelled' } } }]);
});

test.each([
  ['another message', hotel.roomStatus(), 'ignored'],
  ['no time', hotel.checkIn({ ...stay, arrival: 'soon' }), 'malformed'],
  ['no reservation', hotel.checkIn(stay).replaceAll('ID="919412"', ''), 'malformed'],
  ['no XML', '{"a":1}', 'malformed'],
])('%s is %#', (_what, body, kind) => {
  expect(changesOf(body).map((change) => change.kind)).toEqual([kind]);
});

test.each([
  ['a document type', '<!DOCTYPE a><a/>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an entity from elsewhere', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['levels without end', `${'<a>'.repeat(1_000)}`],
  ['elements without end', `<a>${'<b/>'.repeat(30_000)}</a>`],
  ['attributes without end', `<a ${Array.from({ length: 100 }, (_, index) => `a${index}="1"`).join(' ')}/>`],
  ['too much', `<a>${'x'.repeat(1024 * 1024)}</a>`],
  ['a prefix of nothing', '<x:a/>'],
  ['two documents', '<a/><a/>'],
])('XML with %s is refused', (_what, body) => {
  expect(() => xmlIn(Buffer.from(body))).toThrow(/not the XML that is expected/);
});
