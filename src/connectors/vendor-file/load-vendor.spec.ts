import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readVendor } from './load-vendor.js';
import { newVendorFile } from './new-vendor-file.js';

const personio = readFileSync(new URL('../hr/personio/vendor.yaml', import.meta.url), 'utf8');

/** The faults of the file when one text in it is another. */
function faultsOf(before: string, after: string): readonly string[] {
  if (!personio.includes(before)) throw new Error(`The file has no ${before}`);
  return readVendor(personio.replace(before, after)).faults;
}

const cloudbeds = readFileSync(new URL('../pms/cloudbeds/vendor.yaml', import.meta.url), 'utf8');

function lineOf(text: string): number {
  return personio.slice(0, personio.indexOf(text)).split('\n').length;
}

test('a file that is right has no faults', () => {
  expect(readVendor(personio).faults).toEqual([]);
});

test('a member may be merged from another that was said before', () => {
  const merged = personio
    .replace('    record:\n      type: Employee', '    record: &first\n      type: Employee')
    .replace(/\{ type: Employee, attributes: \{ id: \{ value: 9913 \}.*\}\n/, '{ <<: *first }\n')
    .replace('means: { status: terminated }', 'means: { status: prehire, first_name: Jana }');
  expect(merged).toContain('<<: *first');
  expect(readVendor(merged).faults).toEqual([]);
});

test('all faults are named at once, each with its line and what would be right', () => {
  const thrice = personio
    .replace('key: personio', 'key: Per sonio')
    .replace('style: offset', 'style: magic')
    .replace('transform: [email]', 'transform: [email], lenint: true');
  expect(readVendor(thrice).faults).toEqual([
    expect.stringMatching(/^3: key must be a key of lower case/),
    expect.stringMatching(
      new RegExp(`^${lineOf('paging: { style: offset')}: list/paging/style must be one of none, page`),
    ),
    expect.stringMatching(
      new RegExp(`^${lineOf('transform: [email]')}: mapping/fields/email/lenint is not known here`),
    ),
  ]);
  expect(faultsOf('transform: [email]', 'transform: [e-mail]')).toEqual([
    expect.stringMatching(
      new RegExp(`^${lineOf('transform: [email]')}: mapping/fields/email/transform/0 is no transform`),
    ),
  ]);
});

describe('is refused', () => {
  test.each([
    ['no YAML', 'key: personio', 'key: "personio', /^\d+: /],
    ['a name twice', 'name: Personio', 'name: Personio\nname: Other', /^5: name stands twice in one map: say it once$/],
    ['a tab', '  records:', '\trecords:', /^\d+: is indented with a tab: use blanks$/],
    ['another column', '  records:', ' records:', /^\d+: is not indented as its neighbours: /],
    ['a colon in a text', 'name: Personio', 'name: Personio: v1', /^4: has a second ": " on its line, .* in quotes$/],
    ['a brace without quotes', 'url: "{base_url}/v1/auth"', 'url: {base_url}', /request\/url must be a setting/],
    ['no secret', 'secret: true', 'secret: false', /sign_in names no secret setting/],
    ['an unknown member', 'family: hr', 'family: hr\nscript: "rm -rf"', /script is not known here/],
    ['a missing setting', '{base_url}/v1/auth', '{other_url}/v1/auth', /no setting of format uri/],
    ['an address of its own', '"{base_url}/v1/auth"', '"https://elsewhere.example/v1/auth"', /setting of format uri/],
    ['an address that climbs', '{base_url}/v1/auth', '{base_url}/v1/../auth', /setting of format uri/],
    ['an unknown placeholder', 'client_id: "{client_id}"', 'client_id: "{client}"', /there is no such setting/],
    ['a brace of nobody', 'client_id: "{client_id}"', 'client_id: "{client id}"', /brace that belongs to no/],
    ['a secret of the webhook that is sent', '"{client_secret}"', '"{webhook_token}"', /proves the vendor's messages/],
    ['a secret with a default', 'title: Client secret,', 'title: Client secret, default: x,', /a secret has none/],
    ['a slow pattern', '^[A-Za-z0-9_-]{16,}$', '^(a+)+$', /may repeat no group/],
    ['a pattern that is none', '^[A-Za-z0-9_-]{16,}$', '[', /no regular expression/],
    [
      'a transport header',
      'url: "{base_url}/v1/company/employees" }',
      'url: "{base_url}/v1/company/employees", headers: { host: x } }',
      /belongs to the transport/,
    ],
    [
      'a header with a line break',
      'url: "{base_url}/v1/company/employees" }',
      'url: "{base_url}/v1/company/employees", headers: { x-a: "a\\r\\nb" } }',
      /printable ASCII/,
    ],
    ['a webhook that anybody could send', 'type: bearer', 'type: none', /must prove the sender/],
    [
      'a body with GET',
      'url: "{base_url}/v1/company/employees" }',
      'url: "{base_url}/v1/company/employees", body: { a: 1 } }',
      /must be POST/,
    ],
    [
      'a sample that means something else',
      'means: { status: terminated }',
      'means: { status: active }',
      /the mapping says: "terminated"/,
    ],
    ['a message that names somebody else', 'names: "9911"', 'names: "9912"', /the hints say: "9911"/],
    [
      'a filter without its instant',
      'format: iso-bare',
      'text: "changed gt 1", format: iso-bare',
      /must have \{since\}/,
    ],
    [
      'a body and a form at once',
      'body: { client_id',
      'form: { a: b }\n    body: { client_id',
      /stands in place of body: a request has one/,
    ],
    ['a day that is a setting, too', 'limit: {', 'days: { time_zone: 1 }\nlimit: {', /name of a setting, too/],
    ['a setting in a condition', 'value: inactive', 'value: "{time_zone}"', /may name a setting only as day-at/],
    [
      'a time of any form',
      'path: /attributes/position/value',
      'path: /attributes/position/value, transform: ["day-at:{time_zone}"]',
      /one with a pattern of a time|needs a time such as 15:00/,
    ],
    ['a poll without changes', '\nchanges:', '\nchange:', /change is not known here/],
    ['a schedule that is none', '17 2 * * *', 'at night', /cron line of five fields/],
    [
      'a mapping with a list of its own',
      'kind: employment',
      'kind: employment\n  records: /data',
      /said at list\/records/,
    ],
  ])('%s', (_, before, after, fault) => {
    expect(faultsOf(before, after).join('\n')).toMatch(fault);
  });

  test('a file that grows without end when it is read', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x]'];
    for (let depth = 1; depth < 9; depth += 1) {
      const [name, inner] = [String.fromCharCode(97 + depth), String.fromCharCode(96 + depth)];
      bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${inner}`).join(', ')}]`);
    }
    expect(readVendor(bomb.join('\n')).faults).toEqual([expect.stringContaining('alias')]);
    expect(readVendor(`x: ${'y'.repeat(300_000)}`).faults).toEqual([expect.stringContaining('KiB')]);
  });

  test('anything that is no object', () => {
    for (const text of ['', '42', '[]', 'null', '# nothing'])
      expect(readVendor(text).faults).toEqual(['1: the file must be an object']);
  });
});

describe('charges are refused', () => {
  test.each([
    ['without an amount', '"{net}"', '"4.08"', /charges\/request does not say where \{net\} goes/],
    ['where the vendor knows a reference that is not sent', '"{reference}"', '"wifi"', /where \{reference\} goes/],
    ['that only read', 'method: POST', 'method: GET', /request\/method must be POST/],
    [
      'taxed by a setting that must be set',
      'percent: charge_tax_percent }',
      'percent: base_url }',
      /tax\/percent needs/,
    ],
    ['in a currency of any form', 'currency: charge_currency', 'currency: charge_category', /charges\/currency needs/],
    ['with a name that nobody has', '"wifi-{number}"', '"wifi-{count}"', /has \{count\}, and there is no such setting/],
    ['with a setting that has the name of theirs', '  site: {', '  room: {', /settings\/room is what a charge says/],
    [
      'for a reason that no guest is told',
      'code: /data/soldProductID }',
      'code: /data/soldProductID }\n  refused: [{ when: [], reason: tired }]',
      /reason must be one of not_allowed/,
    ],
  ])('%s', (_, before, after, fault) => {
    expect(cloudbeds).toContain(before);
    expect(readVendor(cloudbeds.replace(before, after)).faults.join('\n')).toMatch(fault);
  });
});

test.each([
  ['pms', 'stay'],
  ['hr', 'employment'],
  ['visitor', 'visit'],
  ['access', 'membership'],
  ['billing', 'membership'],
])('a new file of the family %s is right, and about a %s', (family, kind) => {
  const { file, faults } = readVendor(newVendorFile(family, 'new-one'));
  expect([faults, file?.mapping.kind]).toEqual([[], kind]);
});
