import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../kernel/any-character.js';
import { cpuMilliseconds } from '../kernel/cpu-time.js';
import { FrameReader, framed } from '../../src/connectors/pms/fias/fias.framing.js';
import { changesOfFias } from '../../src/connectors/pms/fias/fias.mapping.js';
import type { FiasReading } from '../../src/connectors/pms/fias/fias.reading.js';
import { encodings } from '../../src/connectors/pms/fias/fias.settings.js';
import { encodingDoubt } from '../../src/connectors/pms/fias/fias.text.js';
import { faultsOf } from '../connector-contract/valid-facts.js';

const readings = fc.record({
  encoding: fc.constantFrom(...encodings),
  mode: fc.constantFrom('guest', 'room'),
  timeZone: fc.constantFrom('Europe/Vienna', 'Pacific/Apia', 'America/St_Johns', 'Asia/Kathmandu'),
  checkOutTime: fc.constantFrom('00:00', '11:00', '23:59'),
  site: fc.constant('lindenhof'),
  languages: fc.constant(new Map<string, string>()),
  own: fc.constant({ email: 'A1', membershipLevel: 'A3' }),
}) as fc.Arbitrary<FiasReading>;

const ids = fc.constantFrom('GI', 'GC', 'GO', 'RE', 'DS', 'DE', 'LS', 'ZZ', '');
const fieldIds = fc.constantFrom(
  'RN',
  'RO',
  'G#',
  'GS',
  'GN',
  'GF',
  'GT',
  'GL',
  'GV',
  'GG',
  'GA',
  'GD',
  'NP',
  'CS',
  'SF',
  'DA',
  'TI',
  'ZZ',
  '',
  'G',
);
const values = fc.oneof(
  fc.constantFrom('', 'Y', 'N', '0', '412', '48211', '260514', '260230', '999999', ',', ', Mr.', 'Mr.'),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);
const records = fc
  .tuple(ids, fc.array(fc.tuple(fieldIds, values), { maxLength: 14 }))
  .map(([id, fields]) => `${id}|${fields.map(([name, value]) => `${name}${value}|`).join('')}`);

function understand(bytes: Buffer, reading: FiasReading) {
  encodingDoubt(bytes, reading.encoding);
  const message = { body: bytes, receivedAt: '2026-05-14T13:12:05.000Z', sequence: '0000000000000001' };
  const changes = changesOfFias(message, reading);
  expect(changes.length).toBeGreaterThan(0);
  expect(faultsOf(changes, 'stay')).toEqual([]);
  expect(changesOfFias(message, reading)).toEqual(changes);
}

test('arbitrary bytes never throw and give only facts that can be stored', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), readings, (bytes, reading) => {
      understand(Buffer.from(bytes), reading);
    }),
    { numRuns: 2_000 },
  );
});

test('records of real and wrong parts never throw and give only facts that can be stored', () => {
  fc.assert(
    fc.property(records, readings, (record, reading) => {
      understand(Buffer.from(record), reading);
    }),
    { numRuns: 4_000 },
  );
});

test('the longest frames are understood in bounded time', () => {
  const slow = ['|', 'GI|', ' ', ',', 'a ', 'Mr. ', '?', '\u00e4', 'GI|RN412|G#1|GN', 'GS|', 'RN|', '\u0000'].map(
    (part) => Buffer.from(part.repeat(4096)).subarray(0, 4096),
  );
  const prefixed = slow.map((bytes) => Buffer.concat([Buffer.from('GI|RN412|G#1|GSN|GN'), bytes]).subarray(0, 4096));
  const reading: FiasReading = {
    encoding: 'utf-8',
    mode: 'guest',
    timeZone: 'Europe/Vienna',
    checkOutTime: '11:00',
    site: 'lindenhof',
    languages: new Map(),
    own: {},
  };
  for (const bytes of [...slow, ...prefixed])
    expect(cpuMilliseconds(() => understand(bytes, reading))).toBeLessThan(500);
});

test('a stream of anything gives frames of bounded size', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 6_000 }),
          records.map((record) => framed(Buffer.from(record))),
        ),
        { maxLength: 12 },
      ),
      readings,
      (packets, reading) => {
        const reader = new FrameReader();
        for (const packet of packets) {
          for (const frame of reader.read(Buffer.from(packet))) {
            if (frame === 'broken') continue;
            expect(frame.length).toBeLessThanOrEqual(4_096);
            understand(frame, reading);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});
