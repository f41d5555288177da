import { afterAll, beforeAll, test } from '@jest/globals';
import { WorkingService } from '../e2e/connected.js';
import { dayFromNow, DrivenVendor } from './driven-vendor.js';

/** Days in hotels whose systems are files, each in the vendor's own words. */
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(() => service.stop());

/** What a reception knows of a booking. */
interface Booking {
  readonly name: string;
  readonly room: string;
  readonly state: 'booked' | 'in house' | 'left' | 'cancelled' | 'no-show';
  readonly departure: string;
}

interface HotelWords {
  readonly place: string;
  /** What shows only by being missing from the list. */
  readonly isMissingWhen: readonly Booking['state'][];
  edits(booking: Booking): Readonly<Record<string, unknown>>;
}

const arrival = dayFromNow(-1);
const hotels: readonly HotelWords[] = [
  {
    place: 'pms/rms',
    isMissingWhen: [],
    edits: ({ name, room, state, departure }) => ({
      '/guestSurname': name,
      '/areaName': room,
      '/arrivalDate': `${arrival} 14:00:00`,
      '/departureDate': `${departure} 10:00:00`,
      '/status': {
        booked: 'Confirmed',
        'in house': 'Arrived',
        left: 'Departed',
        cancelled: 'Cancelled',
        'no-show': 'NoShow',
      }[state],
    }),
  },
  {
    place: 'pms/stayntouch',
    isMissingWhen: ['booked', 'left', 'cancelled', 'no-show'],
    edits: ({ name, room, departure }) => ({
      '/guests/1/last_name': name,
      '/room/number': room,
      '/arrival_date': arrival,
      '/departure_date': departure,
    }),
  },
  {
    place: 'pms/beds24',
    isMissingWhen: [],
    edits: ({ name, room, state, departure }) => ({
      '/lastName': name,
      '/room_type/name': room,
      '/arrival': arrival,
      '/departure': departure,
      '/status': state === 'cancelled' ? 'cancelled' : 'confirmed',
      '/subStatus': state === 'no-show' ? 'noShow' : 'none',
      '/infoItems': [
        ...(state === 'in house' || state === 'left' ? [{ id: 1, code: 'CHECKIN' }] : []),
        ...(state === 'left' ? [{ id: 2, code: 'CHECKOUT' }] : []),
      ],
    }),
  },
];

test.each(hotels)('$place', async ({ place, isMissingWhen, edits }) => {
  const vendor = await DrivenVendor.start(service, place, { access: { preset: 'hotel-enterprise' } });
  const { records, house } = vendor;
  const bookings = new Map<string, { record: ReturnType<typeof records.find>; now: Booking }>();
  const book = (name: string, room: string, state: Booking['state'] = 'in house') => {
    const now: Booking = { name, room, state, departure: dayFromNow(3) };
    bookings.set(name, { record: records.find(records.add(edits(now))), now });
    change(name, {});
  };
  const change = (name: string, changes: Partial<Booking>) => {
    const one = bookings.get(name)!;
    one.now = { ...one.now, ...changes };
    const { key } = one.record!;
    if (!records.find(key)) records.all.push(one.record!);
    records.change(key, edits(one.now));
    if (isMissingWhen.includes(one.now.state)) records.remove(key);
  };
  const becomes = async (accounts: Readonly<Record<string, string>>) => {
    await vendor.news();
    if (isMissingWhen.length > 0) await vendor.list();
    await house.become(accounts);
  };
  const isOpenUntil = (username: string, day: string) => vendor.isSeen(username, { valid_until: day });
  try {
    book('Novak', '412');
    book('Obrien', '0518');
    book('Berg', '101A');
    book('Ant', '601', 'booked');
    book('Bee', '602', 'booked');
    await vendor.list();
    await becomes({ '412-novak': 'enabled', '0518-obrien': 'enabled', '101A-berg': 'enabled' });
    const berg = await vendor.person('101A-berg');

    // Two swap rooms, one checks in by mistake, one does not come, one is cancelled.
    change('Novak', { room: '0518', departure: dayFromNow(5) });
    change('Obrien', { room: '412', departure: dayFromNow(1) });
    change('Berg', { state: 'booked' });
    change('Ant', { state: 'no-show' });
    change('Bee', { state: 'cancelled' });
    await becomes({ '0518-novak': 'enabled', '412-obrien': 'enabled', '101A-berg': 'disabled' });
    await vendor.isSeen('0518-novak', { last_name: 'Novak' });
    await isOpenUntil('0518-novak', dayFromNow(5));
    await isOpenUntil('412-obrien', dayFromNow(1));

    // The one who came by mistake comes, in another room; a name is corrected; one leaves early.
    change('Berg', { state: 'in house', room: '102B' });
    change('Novak', { name: 'Novak-Kral' });
    change('Obrien', { state: 'left' });
    change('Ant', { state: 'in house' });
    const after = { '0518-novak-kral': 'enabled', '102B-berg': 'enabled', '601-ant': 'enabled' };
    await becomes({ ...after, '412-obrien': 'disabled' });
    await vendor.isSeen('102B-berg', { id: berg.id });

    // A check-out is taken back, and another guest of the same name stays on by a second booking.
    change('Obrien', { state: 'in house' });
    book('Berg', '102B');
    await becomes({ ...after, '412-obrien': 'enabled' });
  } finally {
    await vendor.stop();
  }
});
