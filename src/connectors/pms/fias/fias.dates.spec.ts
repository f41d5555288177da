import { expect, test } from '@jest/globals';
import { datesOf } from './fias.dates.js';
import { parseRecord, type FiasRecord } from './fias.record.js';
import type { FiasReading } from './fias.reading.js';

function dates(fields: string, zone = 'Europe/Vienna') {
  const reading: FiasReading = {
    encoding: 'utf-8',
    mode: 'guest',
    timeZone: zone,
    checkOutTime: '11:00',
    site: 'lindenhof',
    languages: new Map(),
    own: {},
  };
  return datesOf(parseRecord(`GI|${fields}`) as FiasRecord, reading);
}

test.each([
  ['a summer stay', 'GA260514|GD260517|', 'Europe/Vienna', '2026-05-13T22:00:00.000Z', '2026-05-17T09:00:00.000Z'],
  ['a winter stay', 'GA260114|GD260117|', 'Europe/Vienna', '2026-01-13T23:00:00.000Z', '2026-01-17T10:00:00.000Z'],
  [
    'a stay over the spring change',
    'GA260328|GD260329|',
    'Europe/Vienna',
    '2026-03-27T23:00:00.000Z',
    '2026-03-29T09:00:00.000Z',
  ],
  [
    'a stay over the autumn change',
    'GA261024|GD261025|',
    'Europe/Vienna',
    '2026-10-23T22:00:00.000Z',
    '2026-10-25T10:00:00.000Z',
  ],
  ['a leap day', 'GA280228|GD280229|', 'Europe/Vienna', '2028-02-27T23:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  [
    'a hotel on the other side of the world',
    'GA260514|GD260515|',
    'Pacific/Auckland',
    '2026-05-13T12:00:00.000Z',
    '2026-05-14T23:00:00.000Z',
  ],
  [
    'an arrival after midnight with the date of the evening before',
    'GA260513|GD260514|',
    'Europe/Vienna',
    '2026-05-12T22:00:00.000Z',
    '2026-05-14T09:00:00.000Z',
  ],
  ['day use', 'GA260514|GD260514|', 'Europe/Vienna', '2026-05-13T22:00:00.000Z', '2026-05-14T09:00:00.000Z'],
] as const)('%s', (_title, fields, zone, arrivalAt, departureAt) => {
  expect(dates(fields, zone)).toEqual({ arrivalAt, departureAt });
});

test('dates that are not told are absent', () => {
  expect(dates('GA|GD|')).toEqual({});
  expect(dates('GD260517|')).toEqual({ departureAt: '2026-05-17T09:00:00.000Z' });
});

test.each(['GA261301|', 'GA26051|', 'GAtoday|', 'GD270229|', 'GD2026-05-17|'])('%s names its field', (fields) => {
  expect(dates(fields)).toBe(`GI: ${fields.slice(0, 2)} is not a date (YYMMDD)`);
});
