import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../../provisioning/connector/change.js';
import { brokenFrameMarker, listBrokenMarker } from './fias.marker.js';
import { changesOfFias } from './fias.mapping.js';
import type { FiasReading } from './fias.reading.js';
import { bytesOf } from './fias.text.js';

const hotel: FiasReading = {
  encoding: 'utf-8',
  mode: 'guest',
  timeZone: 'Europe/Vienna',
  checkOutTime: '11:00',
  site: 'lindenhof',
  languages: new Map(),
  own: {},
};
const sequence = '0000000000000042';
const afternoon = '2026-05-14T13:12:05.000Z';

function meaning(record: string, reading: Partial<FiasReading> = {}, receivedAt = afternoon): readonly Change[] {
  const whole = { ...hotel, ...reading };
  return changesOfFias({ body: bytesOf(record, whole.encoding), receivedAt, sequence }, whole);
}

function facts(
  record: string,
  reading: Partial<FiasReading> = {},
  receivedAt = afternoon,
): Readonly<Record<string, unknown>> {
  const change = meaning(record, reading, receivedAt)[0];
  if (change.kind !== 'record') throw new Error(`${change.kind}, not a record`);
  return change.record.facts as unknown as Readonly<Record<string, unknown>>;
}

const kinds = (changes: readonly Change[]) => changes.map(({ kind }) => kind);

describe('guests', () => {
  test('a check-in sets everything that is known of the stay', () => {
    const [stay] = meaning(
      'GI|RN412|G#48211|GSN|GNNováková|GFJana|GTMrs.|GLCS|GV2|GGLIN2605|GA260514|GD260517|NPN|DA260514|TI151204|',
    );
    expect(stay).toMatchObject({ kind: 'record', mode: 'replace', record: { key: '48211', version: sequence } });
    expect(facts('GI|RN412|G#48211|GSN|GNNováková|GFJana|GTMrs.|GLCS|GV2|GGLIN2605|GA260514|GD260517|NPN|')).toEqual({
      kind: 'stay',
      status: 'in_house',
      room: '412',
      role: 'primary',
      lastName: 'Nováková',
      firstName: 'Jana',
      title: 'Mrs.',
      language: 'cs',
      vip: '2',
      groupCode: 'LIN2605',
      noPost: false,
      arrivalAt: '2026-05-13T22:00:00.000Z',
      departureAt: '2026-05-17T09:00:00.000Z',
      checkInAt: afternoon,
      reservationNumber: '48211',
      site: 'lindenhof',
      timeZone: 'Europe/Vienna',
    });
  });

  test('the order of fields does not matter', () => {
    expect(meaning('GI|GD260517|GSN|GNNováková|RN412|GSY|G#48211|')).toEqual(
      meaning('GI|RN412|GSY|G#48211|GNNováková|GD260517|'),
    );
  });

  test('a check-in to a room called empty ends whoever was left there', () => {
    const [, others] = meaning('GI|RN412|G#48211|GSN|GNNováková|');
    expect(others).toEqual({
      kind: 'patch_matching',
      match: { room: '412' },
      exceptKeys: ['48211'],
      facts: { status: 'checked_out', checkOutAt: afternoon },
      reason: expect.stringContaining('Missed check-out'),
    });
  });

  test('a sharer leaves the others alone, as does a check-in that says nothing of the room', () => {
    expect(kinds(meaning("GI|RN412|G#48212|GSY|GNO'Brien|"))).toEqual(['record']);
    expect(facts("GI|RN412|G#48212|GSY|GNO'Brien|").role).toBe('sharer');
    expect(kinds(meaning("GI|RN412|G#48212|GNO'Brien|"))).toEqual(['record']);
  });

  test('a change touches only what it names', () => {
    expect(meaning('GC|RN412|G#48211|GSY|GV4|GN|')).toEqual([
      {
        kind: 'record',
        mode: 'merge',
        record: {
          key: '48211',
          version: sequence,
          facts: {
            kind: 'stay',
            status: 'in_house',
            room: '412',
            vip: '4',
            reservationNumber: '48211',
            site: 'lindenhof',
            timeZone: 'Europe/Vienna',
          },
        },
      },
    ]);
  });

  test('a room move keeps the stay and ends nobody, whatever the share flags say', () => {
    for (const flags of ['GSN', 'GSY']) {
      const changes = meaning(`GC|RN518|${flags}|G#48211|GNNováková|RO412|${flags}|`);
      expect(changes).toMatchObject([
        { kind: 'record', mode: 'merge', record: { key: '48211', facts: { room: '518' } } },
      ]);
    }
  });

  test('a check-out ends that guest only, at once', () => {
    expect(meaning('GO|RN518|G#48211|GSN|')).toEqual([
      { kind: 'patch', key: '48211', version: sequence, facts: { status: 'checked_out', checkOutAt: afternoon } },
    ]);
  });

  test('a direct-dial number is not a guest', () => {
    for (const record of ['GI|RN412|G#0|GSN|', 'GC|RN412|G#0|', 'GO|RN412|G#0|'])
      expect(kinds(meaning(record))).toEqual(['ignored']);
  });

  test('a guest without a name has a stay without a last name', () => {
    expect(facts('GI|RN601|G#49001|GSN|GN|')).not.toHaveProperty('lastName');
  });

  test('rights of a room change for everybody in it and make no guest', () => {
    expect(meaning('RE|RN518|CS1|')).toMatchObject([
      { kind: 'patch_matching', match: { room: '518' }, exceptKeys: [], facts: { classOfService: '1' } },
    ]);
    expect(kinds(meaning('RE|RN518|CS|'))).toEqual(['ignored']);
    expect(kinds(meaning('RE|CS1|'))).toEqual(['malformed']);
  });

  test('an unknown code page byte or a broken time of day costs nothing', () => {
    expect(facts('GI|RN412|G#48211|GSN|GNNováková|DA260514|TI1512041|').lastName).toBe('Nováková');
  });
});

describe('full list', () => {
  test('begins, confirms, and is complete only by its end', () => {
    expect(meaning('DS|DA260516|TI041503|')).toEqual([{ kind: 'snapshot', phase: 'begin' }]);
    expect(meaning('DE|DA260516|TI041507|')).toEqual([{ kind: 'snapshot', phase: 'complete' }]);
    expect(changesOfFias({ body: listBrokenMarker, receivedAt: afternoon, sequence }, hotel)).toEqual([
      { kind: 'snapshot', phase: 'broken' },
    ]);
  });

  test('a listed guest is compared and confirmed, and nobody else in the room is ended', () => {
    const changes = meaning("GI|RN412|G#48212|GSN|GNO'Brien|SF|");
    expect(changes).toMatchObject([
      { kind: 'record', mode: 'merge', record: { key: '48212' } },
      { kind: 'confirm', key: '48212' },
    ]);
    expect(facts("GI|RN412|G#48212|GSN|GNO'Brien|SF|")).not.toHaveProperty('checkInAt');
  });

  test('a listed guest whose record is wrong is still there', () => {
    expect(meaning('GI|RN412|G#48212|GD269999|SF|')).toMatchObject([
      { kind: 'malformed', problem: { key: '48212' } },
      { kind: 'confirm', key: '48212' },
    ]);
    expect(meaning('GI|RN412|GD269999|SF|', { mode: 'room' })).toMatchObject([
      { kind: 'malformed', problem: { key: '412' } },
      { kind: 'confirm', key: '412' },
    ]);
  });

  test("a list with a record about nobody in particular proves nobody's absence", () => {
    expect(kinds(meaning('GI|RN412|GNHuber|SF|'))).toEqual(['malformed', 'snapshot']);
    expect(meaning('GI|GNHuber|SF|', { mode: 'room' })[1]).toEqual({ kind: 'snapshot', phase: 'broken' });
  });

  test('an empty room is no check-out', () => {
    for (const mode of ['guest', 'room'] as const)
      expect(kinds(meaning('GO|RN413|GSN|SF|', { mode }))).toEqual(['ignored']);
  });
});

describe('rooms only', () => {
  const room = (record: string) => meaning(record, { mode: 'room' });

  test('a check-out waits, for it may be the first half of a move', () => {
    expect(room('GO|RN412|')).toEqual([
      {
        kind: 'patch',
        key: '412',
        version: sequence,
        facts: { status: 'checked_out', checkOutAt: afternoon },
        holdSeconds: 20,
      },
    ]);
  });

  test('a check-in goes on with the stay of the same name and dates', () => {
    expect(room('GI|RN518|GNNováková|GA260514|GD260519|')).toMatchObject([
      {
        kind: 'record',
        mode: 'replace',
        record: { key: '518' },
        continues: {
          match: {
            lastName: 'Nováková',
            arrivalAt: '2026-05-13T22:00:00.000Z',
            departureAt: '2026-05-19T09:00:00.000Z',
          },
          withinSeconds: 60,
        },
      },
    ]);
  });

  test('a guest without a name continues nobody', () => {
    expect(room('GI|RN518|GN|GA260514|')[0]).not.toHaveProperty('continues');
  });

  test('who joins a room adds the own surname to it', () => {
    expect(room("GI|RN412|GSY|GNO'Brien|")).toMatchObject([
      { kind: 'record', mode: 'merge', record: { key: '412', facts: { otherLastNames: ["O'Brien"] } } },
    ]);
    expect(room("GI|RN412|GSY|GNO'Brien|")[0]).not.toHaveProperty('record.facts.lastName');
  });

  test('a change that names the old room is a move in one record', () => {
    expect(room('GC|RN518|GNNováková|RO412|')).toMatchObject([
      { kind: 'patch', key: '412', holdSeconds: 20 },
      { kind: 'record', mode: 'merge', record: { key: '518' }, continues: { match: { lastName: 'Nováková' } } },
    ]);
    expect(room('GC|RN518|GD260520|')).toMatchObject([{ kind: 'record', mode: 'merge', record: { key: '518' } }]);
  });

  test('a listed room is confirmed, rights go to the room', () => {
    expect(room('GI|RN518|GNNováková|SF|')).toMatchObject([
      { kind: 'record', mode: 'merge' },
      { kind: 'confirm', key: '518' },
    ]);
    expect(room('RE|RN518|CS0|')).toEqual([
      { kind: 'patch', key: '518', version: sequence, facts: { classOfService: '0' } },
    ]);
  });
});

describe('what is not a guest', () => {
  test.each([
    'LS|DA260514|TI080000|',
    'LA|',
    'LC|PH1|',
    'LE|',
    'NS|DA260516|TI030000|',
    'NE|',
    'XL|G#48211|MTHello|',
    'PA|ASOK|P#1201|',
  ])('%s is passed over', (record) => {
    expect(kinds(meaning(record))).toEqual(['ignored']);
  });

  test.each([
    ['GI|RN412|GNNováková|', 'G#'],
    ['GO|RN412|GSN|', 'G#'],
    ['GI|G#48211|GNNováková|', 'RN'],
    ['GI|RN412|G#48 211|', 'G#'],
    ['GC|RN412|G#48211|GA26051|', 'GA'],
    ['GC|RN412|G#48211|GD260230|', 'GD'],
    ['GI|RN412|G#48211|GNNováková|X|', 'without an id'],
    ['', 'record id'],
  ])('%j is reported with what is wrong, without the name', (record, words) => {
    const [change] = meaning(record);
    expect(change).toMatchObject({
      kind: 'malformed',
      problem: { code: 'record_malformed', detail: expect.stringContaining(words) },
    });
    expect(JSON.stringify(change)).not.toContain('Nov');
  });

  test('a frame that was given up is reported', () => {
    expect(changesOfFias({ body: brokenFrameMarker, receivedAt: afternoon, sequence }, hotel)).toMatchObject([
      { kind: 'malformed' },
      { kind: 'snapshot', phase: 'broken' },
    ]);
  });

  test('nobody can send a marker of ours: it holds a byte that ends a frame', () => {
    expect([listBrokenMarker[0], brokenFrameMarker[0]]).toEqual([0x02, 0x02]);
  });
});

test('a Chinese name whose second byte is the separator stays whole', () => {
  expect(facts('GI|RN412|G#48211|GSN|GN剕伟|', { encoding: 'gbk' }).lastName).toBe('剕伟');
});
