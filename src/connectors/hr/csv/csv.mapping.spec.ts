import { describe, expect, test } from '@jest/globals';
import { columnsOf } from './csv.columns.js';
import { csvDay, CsvMapping } from './csv.mapping.js';
import { compareAge, dateIn } from './csv.order.js';
import { CsvSettings } from './csv.settings.js';
import type { CsvRow, DateFormat } from './csv.wire.js';

const settings = (changes: Partial<CsvSettings> = {}) =>
  Object.assign(new CsvSettings(), {
    mode: 'full',
    date_format: 'YYYY-MM-DD',
    delimiter: 'comma',
    columns: [],
    statuses: [],
    worker_types: [],
    site_time_zones: [],
    time_zone: 'Europe/Prague',
    ...changes,
  }) as CsvSettings;
const meaning = (row: CsvRow, changes: Partial<CsvSettings> = {}) =>
  new CsvMapping(settings(changes)).understand({ employee_number: '000417', ...row });
const facts = (row: CsvRow, changes: Partial<CsvSettings> = {}) => {
  const understood = meaning(row, changes);
  if ('invalid' in understood || understood.change.kind !== 'record') throw new Error(JSON.stringify(understood));
  return understood.change.record.facts;
};
const wrong = (row: CsvRow, changes: Partial<CsvSettings> = {}) => {
  const understood = meaning(row, changes);
  return 'invalid' in understood ? `${understood.invalid.field} ${understood.invalid.key ?? 'nobody'}` : 'understood';
};

describe('dates', () => {
  test.each<[string, DateFormat, unknown]>([
    ['2026-03-02', 'YYYY-MM-DD', { day: '2026-03-02' }],
    ['2.3.2026', 'DD.MM.YYYY', { day: '2026-03-02' }],
    ['02/03/2026', 'DD/MM/YYYY', { day: '2026-03-02' }],
    ['03/02/2026', 'MM/DD/YYYY', { day: '2026-03-02' }],
    ['20260302', 'YYYYMMDD', { day: '2026-03-02' }],
    ['46083', 'excel', { day: '2026-03-02' }],
    ['9999-12-31', 'YYYY-MM-DD', 'open'],
    ['31.12.2099', 'DD.MM.YYYY', 'open'],
    ['0000-00-00', 'YYYY-MM-DD', 'open'],
    ['0', 'excel', 'open'],
    ['2026-02-30', 'YYYY-MM-DD', null],
    ['02.03.2026', 'YYYY-MM-DD', null],
    ['13/13/2026', 'MM/DD/YYYY', null],
    ['tomorrow', 'excel', null],
    ['2026-03-02T00:00', 'YYYY-MM-DD', null],
  ])('%s as %s', (text, format, expected) => expect(csvDay(text, format)).toEqual(expected));
});

describe('employee numbers', () => {
  test.each<[string, Partial<CsvSettings>, string]>([
    ['000417', {}, '000417'],
    ['417', {}, '417'],
    ['417', { key_width: 6 }, '000417'],
    ['C-2208', { key_width: 8 }, 'C-2208'],
    ['12E4', {}, '12E4'],
  ])('%s %j is %s', (number, changes, key) =>
    expect(meaning({ employee_number: number }, changes)).toMatchObject({ key }),
  );

  test.each(['4,17E+05', '4.17E+05', '4E+5', '', 'two words', 'x'.repeat(65)])("%j is nobody's", (number) =>
    expect(wrong({ employee_number: number })).toBe('employee_number nobody'),
  );
});

describe('rows', () => {
  test.each<[string, CsvRow, string]>([
    ['a date in another format', { start_date: '2.3.2026' }, 'start_date 000417'],
    ['no e-mail address', { email: 'jana' }, 'email 000417'],
    ['control characters', { last_name: 'No\u0000vak' }, 'last_name 000417'],
    ['an unknown action', { action: 'X' }, 'action 000417'],
    ['a leaver with a day in another format', { action: 'D', effective_date: '2.3.2026' }, 'effective_date 000417'],
    ['a novel', { department: 'x'.repeat(501) }, 'department 000417'],
  ])('%s makes the row invalid, and says whose it is', (_, row, expected) => expect(wrong(row)).toBe(expected));

  test.each<[CsvRow, Partial<CsvSettings>, object]>([
    [{}, {}, { status: 'active' }],
    [{ status: 'Terminated' }, {}, { status: 'terminated' }],
    [{ status: 'sabbatical' }, {}, { status: 'unknown' }],
    [{ status: 'Sabbatical' }, { statuses: ['sabbatical=leave'] }, { status: 'leave' }],
    [{ worker_type: 'External' }, {}, { workerType: 'contractor' }],
    [{ worker_type: 'board' }, {}, { workerType: 'other' }],
    [{ site: 'DUB' }, { site_time_zones: ['DUB=Europe/Dublin'] }, { site: 'DUB', timeZone: 'Europe/Dublin' }],
    [{}, { site: 'PRG' }, { site: 'PRG', timeZone: 'Europe/Prague' }],
    [{ first_name: 'Jana', preferred_name: 'Janka' }, {}, { firstName: 'Janka' }],
    [{ end_date: '9999-12-31', start_date: '2026-03-02' }, {}, { startDate: '2026-03-02' }],
  ])('%j %j is %j', (row, changes, expected) => {
    const said = facts(row, changes);
    expect(said).toMatchObject(expected);
    expect(said).not.toHaveProperty('endDate');
  });
});

describe('headers', () => {
  const wrongWith = (header: string[], columns: string[] = []) =>
    columnsOf(header, { columns, delimiter: 'comma' }).wrong;
  test('are known by many names, and by those that are set', () => {
    const { places, ignored } = columnsOf(['Personalnummer', 'E-Mail', 'Geburtsdatum', 'Werk'], {
      columns: ['site=Werk'],
      delimiter: 'comma',
    });
    expect(places).toEqual([
      ['employee_number', 0],
      ['email', 1],
      ['site', 3],
    ]);
    expect(ignored).toEqual(['Geburtsdatum']);
  });

  test.each<[string[], string[], RegExp | null]>([
    [['employee_number'], [], null],
    [['name', 'mail'], [], /employee_number/],
    [['employee_id;name'], [], /delimiter/],
    [['empno', 'employee_id'], [], /two columns/],
    [['empno'], ['site=Werk'], /site/],
    [['empno'], ['birthday=Werk'], /not/],
  ])('%j with %j', (header, columns, expected) => {
    if (expected) expect(wrongWith(header, columns)).toMatch(expected);
    else expect(wrongWith(header, columns)).toBeNull();
  });
});

test.each<[string, string | null]>([
  ['staff-2026-03-01.csv', '20260301000000'],
  ['staff_20260301_0415.csv', '20260301041500'],
  ['staff.csv', null],
  ['order-123456789.csv', null],
  ['2026-02-01 to 2026-03-01.csv', '20260301000000'],
])('the date in %s', (name, date) => expect(dateIn(name)).toBe(date));

test('a date in the name counts before the time of the file', () => {
  const file = (name: string, modifiedAt: string | null) => ({
    name,
    modifiedAt,
    receivedAt: '2026-03-06T00:00:00.000Z',
  });
  const older = file('staff-2026-03-01.csv', '2026-03-05T00:00:00.000Z');
  expect(compareAge(older, file('staff-2026-03-02.csv', '2026-03-02T00:00:00.000Z'))).toBe(-1);
  expect(compareAge(older, file('staff.csv', '2026-03-02T00:00:00.000Z'))).toBe(1);
  expect(compareAge(older, file('staff.csv', null))).toBe(0);
});
