import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import { KeptFiles, offered } from '../connector-contract/kept-files.js';
import type { SettingValues } from '../connector-contract/rig.js';
import { header, people, type Person, row, staffFile } from '../simulators/csv/staff-file.js';
import { semicolons, shelved, upload } from './csv-rig.js';

/**
 * Every way in which a file is half, old, shifted or another: what the gate says of it after a good one of 100 people.
 */
const staff = people(100);
const untrailed: SettingValues = { time_zone: 'Europe/Prague', delimiter: 'semicolon' };
const text = (persons: readonly Person[]) => [header, ...persons.map(row), ''].join('\n');
const utf16 = (content: string) => iconv.encode(content, 'utf-16le', { addBOM: true });
const changed = (share: number, change: (person: Person) => Partial<Person>) =>
  staff.map((each, index) => (index < 100 * share ? { ...each, ...change(each) } : each));

async function second(
  content: string | Buffer,
  settings: SettingValues = semicolons,
  changes: Parameters<typeof offered>[1] = {},
  first: string | Buffer = settings === untrailed ? text(staff) : staffFile(staff),
) {
  const files = new KeptFiles();
  const connector = await shelved(files, settings, first);
  expect(files.kept[0].file.status).toBe('accepted');
  const found = await upload(connector, files, content, changes);
  return `${found.status} ${found.findings.map(({ rule, count }) => `${rule}:${count}`).join(' ')}`.trim();
}

describe('causes', () => {
  test.each<[string, () => Promise<string>, string]>([
    [
      'the export was killed between two rows',
      () => second(text(staff.slice(0, 60))),
      'rejected cut_off:1 row_count:40',
    ],
    ['it was killed inside of a row', () => second(staffFile(staff).slice(0, 4000)), 'rejected column_count:1'],
    [
      'it was read while it was written, without a trailer',
      () => second(text(staff).slice(0, -30), untrailed),
      'rejected cut_off:1',
    ],
    [
      'it was read while it was written, in UTF-16',
      () => second(utf16(text(staff).slice(0, -30)), untrailed, {}, utf16(text(staff))),
      'rejected cut_off:1',
    ],
    ['the disk was full: an empty file with a header', () => second(`${header}\n`, untrailed), 'held row_count:100'],
    ['the disk was full: nothing at all', () => second('\n', untrailed), 'rejected header_incomplete:1'],
    [
      'a filter was changed: one site is missing',
      () => second(staffFile(staff.filter(({ site }) => site !== 'DUB'))),
      'held row_count:33 group_loss:1',
    ],
    [
      'a new legal entity came under the same name',
      () => second(staffFile(people(200).slice(100))),
      'held key_overlap:100',
    ],
    ['30 % are missing', () => second(staffFile(staff.slice(0, 70))), 'held row_count:30'],
    [
      'numbers lost their zeros',
      () => second(staffFile(changed(1, ({ number }) => ({ number: String(Number(number)) })))),
      'held key_overlap:100',
    ],
    [
      'a template made all e-mail addresses anew',
      () => second(staffFile(changed(1, ({ last }) => ({ email: `${last}@new.example` })))),
      'held identity_changes:100',
    ],
    [
      'end dates slipped into every row',
      () => second(staffFile(changed(0.5, () => ({ end: '2026-12-31' })))),
      'held distribution:1',
    ],
    [
      'everybody is said to have left',
      () => second(staffFile(changed(1, () => ({ status: 'terminated' })))),
      'held distribution:1',
    ],
    [
      'the trailer counts others',
      () => second(staffFile(staff).replace('#TRAILER;100', '#TRAILER;101')),
      'rejected count_differs:1',
    ],
    [
      'a marker promised more rows',
      () => second(staffFile(changed(0.01, () => ({ last: 'Kral' }))), semicolons, { declared: { rows: 99 } }),
      'rejected count_differs:1',
    ],
    [
      'a marker promised another content',
      () =>
        second(staffFile(changed(0.01, () => ({ last: 'Kral' }))), semicolons, {
          declared: { digest: 'a'.repeat(64) },
        }),
      'rejected digest_differs:1',
    ],
    [
      'a column was shifted',
      () => second(staffFile(staff).replace('\n000001;', '\n;000001;')),
      'rejected column_count:1',
    ],
    ['a header was renamed', () => second(staffFile(staff).replace('department', 'team')), 'held header_changed:1'],
    [
      "the key's header was renamed",
      () => second(staffFile(staff).replace('employee_number', 'badge')),
      'rejected header_incomplete:1',
    ],
    ['another delimiter', () => second(staffFile(staff).replaceAll(';', ',')), 'rejected header_incomplete:1'],
    [
      'one number for two people',
      () => second(staffFile([...staff, { ...staff[0], last: 'Kral' }])),
      'rejected duplicate_key:1',
    ],
    ['the same row twice is no harm', () => second(staffFile([...staff, staff[0]])), 'accepted'],
    ['three dates that are none', () => second(staffFile(changed(0.03, () => ({ start: '2.3.26' })))), 'accepted'],
    ['four of them', () => second(staffFile(changed(0.04, () => ({ start: '2.3.26' })))), 'rejected invalid_rows:4'],
    ['the same file again', () => second(staffFile(staff)), 'repeated'],
    [
      'a file of unknown age',
      () =>
        second(staffFile(changed(0.01, () => ({ last: 'Kral' }))), semicolons, {
          name: 'staff.csv',
          modifiedAt: '2026-03-01T00:00:00.000Z',
        }),
      'accepted',
    ],
    ['an open quote', () => second(staffFile(staff).replace(';Jana;Novak7;', ';"Jana;Novak7;')), 'rejected quoting:1'],
    [
      'CRLF, LF and both',
      () =>
        second(
          staffFile(changed(0.01, () => ({ last: 'Kral' })))
            .replaceAll('\n', '\r\n')
            .replace('\r\n', '\n'),
        ),
      'accepted',
    ],
    [
      'Windows-1252 where UTF-8 is meant',
      () => second(iconv.encode(staffFile(changed(0.01, () => ({ last: 'Müller' }))), 'win1252')),
      'rejected undecodable:1',
    ],
    [
      'Windows-1252 where that is the fallback',
      () =>
        second(iconv.encode(staffFile(changed(0.01, () => ({ last: 'Müller' }))), 'win1252'), {
          ...semicolons,
          fallback_encoding: 'windows-1252',
        }),
      'accepted',
    ],
    [
      'UTF-8 with a mark',
      () =>
        second(
          Buffer.concat([
            Buffer.from([0xef, 0xbb, 0xbf]),
            Buffer.from(staffFile(changed(0.01, () => ({ last: 'Müller' })))),
          ]),
        ),
      'accepted',
    ],
    [
      'UTF-16 from Excel',
      () => second(iconv.encode(staffFile(changed(0.01, () => ({ last: 'Müller' }))), 'utf-16le', { addBOM: true })),
      'accepted',
    ],
  ])('%s', async (_, said, expected) => {
    const [verdict, ...rules] = expected.split(' ');
    const found = (await said()).split(' ');
    expect(found[0]).toBe(verdict);
    expect(found.slice(1)).toEqual(expect.arrayContaining(rules));
  });

  test('a file older than the last one by its name is stale', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, semicolons);
    expect((await upload(connector, files, staffFile(staff), { name: 'staff-2026-03-02.csv' })).status).toBe(
      'accepted',
    );
    const found = await upload(connector, files, staffFile(staff.slice(1)), { name: 'staff-2026-02-23.csv' });
    expect([found.status, found.findings[0].rule]).toEqual(['rejected', 'stale']);
  });

  test('single quotes, doubled inside, and a comma-free world of tabs', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, { time_zone: 'Europe/Prague', delimiter: 'tab', quote: 'single' });
    const found = await upload(connector, files, "employee_number\tlast_name\n000001\t'O''Neil\tjr.'\n");
    expect(found).toMatchObject({ status: 'accepted', rows: 1 });
  });

  test('rows are named, ten at most, and values never', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, semicolons, staffFile(staff));
    const found = await upload(connector, files, staffFile(changed(0.2, () => ({ start: 'soon' }))));
    expect(found.findings[0]).toMatchObject({
      rule: 'invalid_rows',
      count: 20,
      rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    });
    expect(JSON.stringify(found.findings)).not.toMatch(/Novak|soon/);
  });
});

describe('changes', () => {
  const delta = (from: number, ...rows: string[]) =>
    [`action;${header};seq`, ...rows.map((each, index) => `${each};${from + index}`), ''].join('\n');
  const settings = { ...untrailed, mode: 'delta' };
  const update = (index: number) => `U;${row(staff[index])}`;
  const remove = (index: number) => `D;${staff[index].number};;;;;;;;2026-02-28`;
  const verdict = async (connector: Connector, files: KeptFiles, content: string) => {
    const found = await upload(connector, files, content);
    return [found.status, ...found.findings.map(({ rule }) => rule)].join(' ');
  };

  test('count in an unbroken row; a gap stops them until a list of everybody comes', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, settings, text(staff));
    expect(await verdict(connector, files, delta(881, update(0), remove(1)))).toBe('accepted');
    expect(await verdict(connector, files, delta(883, update(2)))).toBe('accepted');
    expect(await verdict(connector, files, delta(885, update(3)))).toBe('rejected sequence_gap');
    expect(await verdict(connector, files, delta(886, update(4)))).toBe('rejected sequence_gap');
    expect(await verdict(connector, files, delta(883, update(5)))).toBe('rejected stale');
    expect(await verdict(connector, files, text(staff.slice(1)))).toBe('accepted');
    expect(await verdict(connector, files, delta(890, update(6)))).toBe('accepted');
  });

  test('a gap inside of a file, and a row without a number, are refused', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, settings, text(staff));
    expect(await verdict(connector, files, delta(1, update(0)).replace(/;1\n$/, ';\n'))).toBe('rejected sequence_gap');
    expect(await verdict(connector, files, `${delta(1, update(0))}${update(1)};3\n`)).toBe('rejected sequence_gap');
  });

  test('more leavers at once than a quarter wait for an operator', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, settings, text(staff));
    expect(await verdict(connector, files, delta(1, ...staff.slice(0, 26).map((_, index) => remove(index))))).toBe(
      'held leavers',
    );
    expect(await verdict(connector, files, delta(1, ...staff.slice(0, 25).map((_, index) => remove(index))))).toBe(
      'accepted',
    );
  });

  test('a list is read together with the changes behind it', async () => {
    const files = new KeptFiles();
    const connector = await shelved(files, settings, text(staff), delta(1, remove(1)));
    const pages = [];
    for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(200_000))) pages.push(page);
    expect(pages.flatMap(({ changes }) => changes)).toHaveLength(101);
    expect(pages.at(-1)).toMatchObject({
      complete: { declaredTotal: 101, listId: 'file-1' },
      changes: [{ kind: 'patch', key: '000002' }],
    });
  });
});
