import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { statement } from '../../../src/database/database.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { IntakeRig } from './intake-rig.js';
import { fullList, record } from './scripted-connector.js';

let rig: IntakeRig;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(() => rig.close());

type Word = { readonly guest: string; readonly room: string; readonly isIn: boolean };

const history = fc.array(
  fc.record({
    guest: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    room: fc.constantFrom('1', '2', '3'),
    isIn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);
/** For each word: its place in the order of arrival, and how often it comes; never is lost. */
const journey = fc.array(
  fc.record({ place: fc.integer({ min: 0, max: 1000 }), times: fc.constantFrom(0, 1, 1, 1, 2) }),
  { minLength: 20, maxLength: 20 },
);

const told = ({ guest, room, isIn }: Word, index: number): Change =>
  record(guest, { room, status: isIn ? 'in_house' : 'checked_out' }, `v${String(index).padStart(3, '0')}`);

const receiveAgain = statement(
  'test_receive_again',
  "update inbox_events set status = 'received' where organization_id = $1 and connection_id = $2",
);

test('lost, doubled or reordered: two complete lists settle who is there; a repeat changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(history, journey, async (words, journeys) => {
      rig.context = await rig.fresh.organization();
      const engine = rig.engine();
      const hotel = await rig.connection(engine, 'lists', { safety: { max_removals: 100, max_removals_percent: 100 } });
      const changes = words.map(told);
      const arrivals = changes
        .flatMap((change, index) =>
          Array.from({ length: journeys[index].times }, (_, time) => ({
            change,
            place: journeys[index].place + time * 500,
          })),
        )
        .sort((one, other) => one.place - other.place);
      for (const { change } of arrivals) await rig.push(engine, hotel, [change]);

      const latest = new Map(words.map((word, index) => [word.guest, { ...word, index }]));
      const there = [...latest.values()].filter(({ isIn }) => isIn);
      // A list without items is believed by nobody, so somebody who never moves is always on it.
      const list = [record('Z', { room: '9' }, 'v000'), ...there.map(({ index }) => changes[index])];
      for (let time = 0; time < 2; time += 1) {
        await rig.clock.advance(3_600);
        rig.outside.pages = fullList(list, 3);
        expect((await rig.scan(engine, hotel)).status).toBe('done');
      }
      const known = async () =>
        (await rig.subjects(hotel))
          .filter(({ state }) => state === 'present')
          .map(({ sourceKey, room }) => `${sourceKey} ${room}`)
          .sort();
      const truth = ['Z 9', ...there.map(({ guest, room }) => `${guest} ${room}`)].sort();
      expect(await known()).toEqual(truth);

      engine.entitler.forget();
      await rig.fresh.database.query(rig.context, receiveAgain, [rig.context.organizationId, hotel.id]);
      await engine.absorber.drain(rig.context, hotel.id);
      expect(engine.entitler.told).toEqual([]);
      expect(await known()).toEqual(truth);
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
});
