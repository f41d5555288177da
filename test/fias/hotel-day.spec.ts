import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SimulatedHotel } from '../simulators/fias/hotel.js';
import { inHouse, ledgerOf } from './ledger.js';
import { Scene } from './scene.js';

type Doing = readonly [
  what:
    | 'checkIn'
    | 'share'
    | 'move'
    | 'extend'
    | 'rename'
    | 'checkOut'
    | 'leaveUnnoticed'
    | 'reinstate'
    | 'rights'
    | 'nightAudit'
    | 'directDial',
  who: number,
  where: number,
];

const names = ['Nováková', "O'Brien", 'Müller', 'Иванов', '李', 'García López', 'von der Heide'];
const room = (where: number) => String(401 + (where % 12));

const doings = (whats: readonly Doing[0][]): fc.Arbitrary<Doing[]> =>
  fc.array(fc.tuple(fc.constantFrom(...whats), fc.nat(50), fc.nat(50)), { minLength: 5, maxLength: 60 });

/** Does it if it can be done in this hotel now. */
function act(hotel: SimulatedHotel, gone: string[], [what, who, where]: Doing): void {
  const guests = hotel.house.inHouse();
  const guest = guests.length > 0 ? guests[who % guests.length].reservation : undefined;
  const target = room(where);
  const isFree = hotel.house.inRoom(target).length === 0;
  if (what === 'checkIn' && isFree)
    hotel.checkIn({ room: target, lastName: names[who % names.length], title: who % 3 ? 'Mr.' : undefined });
  if (what === 'nightAudit') hotel.nightAudit();
  if (what === 'directDial') hotel.directDialNumber(target);
  if (what === 'rights') hotel.setClassOfService(target, String(who % 4));
  const former = gone.at(-1);
  if (what === 'reinstate' && former !== undefined && hotel.house.inRoom(hotel.house.former(former).room).length === 0)
    hotel.reinstate(gone.pop() ?? '');
  if (guest === undefined) return;
  if (what === 'share') hotel.share(guest, { lastName: names[where % names.length] });
  if (what === 'move' && hotel.house.guest(guest).room !== target) hotel.move(guest, target);
  if (what === 'extend') hotel.extend(guest, hotel.day(3 + (where % 5)));
  if (what === 'rename') hotel.change(guest, { lastName: names[where % names.length] });
  if (what === 'checkOut') {
    hotel.checkOut(guest);
    gone.push(guest);
  }
  if (what === 'leaveUnnoticed' && hotel.house.inRoom(hotel.house.guest(guest).room).length === 1) {
    const { room: left } = hotel.house.guest(guest);
    hotel.leaveUnnoticed(guest);
    hotel.checkIn({ room: left, lastName: names[where % names.length] });
  }
}

/** A last guest whose frame proves that all before it were stored. */
async function closeOfDay(scene: Scene): Promise<void> {
  const last = scene.hotel.checkIn({ room: '999', lastName: 'Last' });
  await scene.eventually(
    'the last frame is stored',
    () =>
      scene.link.stored.some((frame) => frame.includes(scene.hotel.ifc.lists('GI', 'G#') ? `G#${last}|` : 'RN999|')),
    0,
  );
}

test('after any day, those in house are those whom the hotel has in house', async () => {
  const whats = [
    'checkIn',
    'checkIn',
    'share',
    'move',
    'extend',
    'rename',
    'checkOut',
    'leaveUnnoticed',
    'reinstate',
    'rights',
    'nightAudit',
    'directDial',
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      doings(whats),
      fc.nat(),
      fc.constantFrom('Y', 'N', undefined),
      async (day, seed, shareFlagOfOldRoom) => {
        const scene = await new Scene({ splitPackets: true, noise: true, seed, shareFlagOfOldRoom }).start();
        try {
          await scene.linked();
          const gone: string[] = [];
          for (const doing of day) act(scene.hotel, gone, doing);
          await closeOfDay(scene);
          const truth = scene.hotel.house
            .inHouse()
            .map(({ reservation, room, lastName }) => `${reservation} ${room} ${lastName}`)
            .sort();
          expect(inHouse(ledgerOf(scene.changes))).toEqual(truth);
          expect(scene.changes.filter(({ kind }) => kind === 'malformed')).toEqual([]);
        } finally {
          await scene.stop();
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('in room mode, after any day of single rooms, the rooms are those of the hotel', async () => {
  await fc.assert(
    fc.asyncProperty(
      doings(['checkIn', 'checkIn', 'move', 'extend', 'checkOut', 'reinstate']),
      fc.nat(),
      async (day, seed) => {
        const scene = await new Scene({ splitPackets: true, seed }, { mode: 'room' }).start();
        try {
          await scene.linked();
          const gone: string[] = [];
          const isPossible = ([what, , where]: Doing) =>
            what !== 'move' || scene.hotel.house.inRoom(room(where)).length === 0;
          for (const doing of day) if (isPossible(doing)) act(scene.hotel, gone, doing);
          await closeOfDay(scene);
          const truth = scene.hotel.house
            .inHouse()
            .map(({ room, lastName }) => `${room} ${room} ${lastName}`)
            .sort();
          expect(inHouse(ledgerOf(scene.changes))).toEqual(truth);
        } finally {
          await scene.stop();
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a full list gives the whole house to somebody who knows nothing of it', async () => {
  const scene = new Scene({ splitPackets: true });
  for (let index = 0; index < 120; index += 1)
    scene.hotel.house.add({
      room: room(index),
      lastName: names[index % names.length],
      arrival: '2026-05-13',
      departure: '2026-05-17',
    });
  try {
    await scene.start({ knownRecords: 0, lastFullListAt: null });
    await scene.eventually('complete', () => scene.phases.includes('complete'), 0);
    const truth = scene.hotel.house
      .inHouse()
      .map(({ reservation, room, lastName }) => `${reservation} ${room} ${lastName}`)
      .sort();
    expect(inHouse(ledgerOf(scene.changes))).toEqual(truth);
  } finally {
    await scene.stop();
  }
});
