import { expect, test } from '@jest/globals';
import { datesOf } from './fias.dates.js';
import { parseRecord, type FiasRecord } from './fias.record.js';
import type { Reading } from './fias.reading.js';

function dates(fields: string, receivedAt: string, zone = 'Europe/Vienna') {
  const reading: Reading = { encoding: 'utf-8', mode: 'guest', timeZone: zone, checkOutTime: '11:00', site: 'lindenhof', languages: new Map() };
  return datesOf(parseRecord(`GI|${fields}`) as FiasRecord, reading, receivedAt);
}

const noon = '2026-05-14T10:00:00.000Z';

test.each([
  ['a summer stay', 'GA260514|GD260517|', noon, 'Europe/Vienna', '2026-05-13T22:00:00.000Z', '2026-05-17T09:00:00.000Z'],
  ['a winter stay', 'GA260114|GD260117|', '2026-01-14T14:00:00.000Z', 'Europe/Vienna', '2026-01-13T23:00:00.000Z', '2026-01-17T10:00:00.000Z'],
  ['a stay over the spring change', 'GA260328|GD260329|', '2026-03-28T14:00:00.000Z', 'Europe/Vienna', '2026-03-27T23:00:00.000Z', '2026-03-29T09:00:00.000Z'],
  ['a stay over the autumn change', 'GA261024|GD261025|', '2026-10-24T14:00:00.000Z', 'Europe/Vienna', '2026-10-23T22:00:00.000Z', '2026-10-25T10:00:00.000Z'],
  ['a leap day', 'GA280228|GD280229|', '2028-02-28T14:00:00.000Z', 'Europe/Vienna', '2028-02-27T23:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['a hotel on the other side of the world', 'GA260514|GD260515|', noon, 'Pacific/Auckland', '2026-05-13T12:00:00.000Z', '2026-05-14T23:00:00.000Z'],
  ['an arrival after midnight with the date of the evening before', 'GA260513|GD260514|', '2026-05-13T23:30:00.000Z', 'Europe/Vienna', '2026-05-12T22:00:00.000Z', '2026-05-14T09:00:00.000Z'],
  ['day use ends with the day', 'GA260514|GD260514|', '2026-05-14T07:00:00.000Z', 'Europe/Vienna', '2026-05-13T22:00:00.000Z', '2026-05-14T22:00:00.000Z'],
  ['day use after midnight with the date of the day before', 'GA260513|GD260513|', '2026-05-13T23:30:00.000Z', 'Europe/Vienna', '2026-05-12T22:00:00.000Z', '2026-05-14T22:00:00.000Z'],
  ['a late check-out that is still in house', 'GA260512|GD260514|', '2026-05-14T12:00:00.000Z', 'Europe/Vienna', '2026-05-11T22:00:00.000Z', '2026-05-14T22:00:00.000Z'],
] as const)('%s', (_title, fields, receivedAt, zone, arrivalAt, departureAt) => {
  expect(dates(fields, receivedAt, zone)).toEqual({ arrivalAt, departureAt });
});

test('dates that are not told are absent', () => {
  expect(dates('GA|GD|', noon)).toEqual({});
  expect(dates('GD260517|', noon)).toEqual({ departureAt: '2026-05-17T09:00:00.000Z' });
});

test.each(['GA261301|', 'GA26051|', 'GAtoday|', 'GD270229|', 'GD2026-05-17|'])('%s names its field', (fields) => {
  expect(dates(fields, noon)).toBe(`GI: ${fields.slice(0, 2)} is not a date (YYMMDD)`);
});
