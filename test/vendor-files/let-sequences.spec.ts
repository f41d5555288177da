import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../e2e/until.js';
import { WorkingService } from '../e2e/connected.js';
import { dayFromNow, DrivenVendor } from './driven-vendor.js';

/** Bookings of holiday lets, which nobody checks in: dates move, bookings are cancelled and come back. */
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

interface LetWords {
  readonly place: string;
  readonly status: Readonly<Record<'asked' | 'booked' | 'changed' | 'cancelled', string>>;
  days(arrival: string, departure: string): object;
  guest(name: string, email: string | null): object;
}

const lets: readonly LetWords[] = [
  {
    place: 'pms/hostaway',
    status: { asked: 'pending', booked: 'new', changed: 'modified', cancelled: 'cancelled' },
    days: (arrival, departure) => ({ '/arrivalDate': arrival, '/departureDate': departure }),
    guest: (name, email) => ({ '/guestName': name, '/guestLastName': name, '/guestEmail': email }),
  },
  {
    place: 'pms/guesty',
    status: { asked: 'reserved', booked: 'confirmed', changed: 'confirmed', cancelled: 'canceled' },
    days: (arrival, departure) => ({
      '/checkIn': `${arrival}T15:00:00.000Z`,
      '/checkOut': `${departure}T09:00:00.000Z`,
    }),
    guest: (name, email) => ({ '/guest/fullName': name, '/guest/lastName': name, '/guest/email': email }),
  },
];

test.each(lets)('$place', async ({ place, status, days, guest }) => {
  const vendor = await DrivenVendor.start(service, place);
  const { records, house } = vendor;
  /** Each voucher that opens, or will: the day on which it ends. */
  const opensUntil = async (...wanted: string[]) => {
    let seen = '';
    await until(`vouchers end on ${wanted.join()}`, async () => {
      const open = (await house.vouchers()).filter(({ status: each }) => ['unused', 'active'].includes(each));
      seen = open
        .map(({ valid_until: end }) => String(end).slice(0, 10))
        .sort()
        .join();
      return seen === [...wanted].sort().join();
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; they end on ${seen}`);
    });
  };
  try {
    const asked = records.add({
      '/status': status.asked,
      ...days(dayFromNow(0), dayFromNow(4)),
      ...guest('Ask', null),
    });
    const stays = records.add({
      '/status': status.booked,
      ...days(dayFromNow(-2), dayFromNow(2)),
      ...guest('Stay', null),
    });
    const moved = records.find(
      records.add({ '/status': status.booked, ...days(dayFromNow(0), dayFromNow(5)), ...guest('Moved', null) }),
    )!;
    await vendor.list();
    await opensUntil(dayFromNow(2), dayFromNow(5));

    records.change(stays, { '/status': status.changed, ...days(dayFromNow(-2), dayFromNow(3)) });
    records.change(asked, { '/status': status.booked, ...guest('Real', 'real@post.example') });
    records.change(moved.key, { '/status': status.cancelled });
    await vendor.news();
    await opensUntil(dayFromNow(3), dayFromNow(4));

    // Booked again; another is cancelled; the third moves to the next season, outside the list.
    records.change(moved.key, { '/status': status.booked });
    records.change(stays, { '/status': status.cancelled });
    const away = records.find(asked)!;
    records.remove(asked);
    await vendor.news();
    await vendor.list();
    await vendor.weekPasses();
    await vendor.list();
    await opensUntil(dayFromNow(5));
    records.all.push(away);
    records.change(asked, { '/status': status.changed, ...days(dayFromNow(0), dayFromNow(7)) });
    await vendor.news();
    await opensUntil(dayFromNow(5), dayFromNow(7));
    expect(away.key).toBe(asked);
  } finally {
    await vendor.stop();
  }
});
