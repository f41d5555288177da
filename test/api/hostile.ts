import fc from 'fast-check';
import { anyCharacter } from '../kernel/any-character.js';

/** Values that broke somebody's service once. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'half \udc00 pair',
  '\u202Etxt',
  '\u{1F469}\u200D\u{1F680}',
  '\uFFFE',
  'x'.repeat(300),
  'ü'.repeat(70_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
  '2026-02-30T10:00:00Z',
  '2026-05-14T24:00:00Z',
  '2026-05-14T10:00:60Z',
  '2026-05-14',
  '2026-05-14T10:00:00.123456789Z',
  '-000001-01-01T00:00:00Z',
  'infinity',
  'now',
  'NaN',
  '-1',
  '1e400',
  '99999999999999999999',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$1',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '"',
  '../../etc/passwd',
  '{{',
  '{{ key }}',
  '{% raw %}',
  '{% for x in (1..1000000000) %}x{% endfor %}',
  "{{ 'x' | append: last_name | times: 1e300 }}",
  "{{ '' | date: '%s' }}",
  '{{ constructor.constructor }}',
  '{{ a.b.c | split: "" | join: "x" }}',
  'http://[::1',
  'http://user:pass@127.0.0.1/',
  'javascript:alert(1)',
  '* * * * *',
  '99 99 * * *',
  '0 0 30 2 *',
  'Europe/Nowhere',
  '\r\nX-Evil: 1',
  'a,b',
  '[]',
  '{}',
];

export const hostileText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  -(2 ** 63),
  1e15,
];

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [null],
      [[]],
      [{}],
      { length: 1 },
      { toJSON: 1 },
      { constructor: { prototype: 1 } },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested(50),
      Array.from({ length: 2000 }, (_, index) => index),
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) },
);

/** One hostile thing done at a place in a body: value replaced, member added or taken away. */
interface Harm {
  readonly at: number;
  readonly how: 'replace' | 'add' | 'remove' | 'wrap' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

const harm: fc.Arbitrary<Harm> = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'add', 'remove', 'wrap', 'repeat'),
  name: hostileText,
  value: hostileValue,
});

type Path = readonly (string | number)[];

function placesIn(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) =>
      placesIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  if (path.length === 0) return change(value);
  const [name, ...rest] = path;
  const inner = (value as Record<string | number, unknown>)[name];
  const next = changed(inner, rest, change);
  if (Array.isArray(value)) return value.map((each, index) => (index === name ? next : each));
  return withMember(value as object, String(name), next);
}

/** As own members, whatever the name: an assignment to __proto__ would not be one. */
function withMember(value: object, name: string, inner: unknown): object {
  return Object.fromEntries([
    ...Object.entries(value).filter(([each]) => each !== name),
    ...(inner === undefined ? [] : [[name, inner]]),
  ]);
}

function harmed(body: unknown, { at, how, name, value }: Harm): unknown {
  const places = placesIn(body);
  return changed(body, places[at % places.length], (old) => {
    switch (how) {
      case 'replace':
        return value;
      case 'remove':
        return undefined;
      case 'wrap':
        return [old];
      case 'repeat':
        return Array.from({ length: 50 }, () => old);
      case 'add':
        return typeof old === 'object' && old !== null && !Array.isArray(old) ? withMember(old, name, value) : value;
    }
  });
}

/** JSON texts: one of `starts` with one to three hostile changes, or something of no use at all. */
export function hostileJson(starts: readonly unknown[]): fc.Arbitrary<string> {
  const near = fc
    .tuple(fc.constantFrom(...starts), fc.array(harm, { minLength: 0, maxLength: 3 }))
    .map(
      ([start, harms]) => JSON.stringify(harms.reduce<unknown>((body, each) => harmed(body, each), start)) ?? 'null',
    );
  const far = fc.oneof(
    hostileValue.map((value) => JSON.stringify(value) ?? ''),
    fc.constantFrom(
      '',
      '{',
      'null',
      '[',
      '{"a":1,}',
      '{"a":1}{"b":2}',
      'NaN',
      '\u{FEFF}{}',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"username":"a","username":"b"}',
      '-',
      '"\\u',
      `${'['.repeat(30_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    ),
    fc.string({ unit: anyCharacter, maxLength: 60 }),
  );
  return fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: far });
}

/** Percent-encoded, or nearly. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?').slice(0, 2000));
export const hostileSegment = fc.oneof(
  hostileText.map(encoded),
  fc.constantFrom(
    '%',
    '%00',
    '%ff',
    '%2e%2e',
    '..%2f..',
    '%E0%A4%A',
    '%c0%ae',
    ';',
    '*',
    ':id',
    '0',
    '-1',
    'null',
    '[object%20Object]',
    '%20',
    "'",
    '%0d%0a',
    'a'.repeat(150),
    'a'.repeat(5000),
  ),
);

export function hostileQuery(names: readonly string[]): fc.Arbitrary<string> {
  const operator = fc.constantFrom(
    '',
    '[eq]',
    '[ne]',
    '[gt]',
    '[lte]',
    '[like]',
    '[in]',
    '[nope]',
    '[__proto__]',
    '[',
    '[][]',
  );
  const filterName = fc
    .tuple(fc.constantFrom(...names, '__proto__', 'nope'), operator)
    .map(([name, op]) => `filter[${name}]${op}`);
  const json = fc
    .dictionary(
      fc.constantFrom(...names),
      fc.oneof(hostileValue, fc.dictionary(fc.constantFrom('eq', 'in', 'like', 'gt', '__proto__'), hostileValue)),
      { maxKeys: 3 },
    )
    .map((value) => JSON.stringify(value));
  const sort = fc
    .array(
      fc
        .tuple(fc.constantFrom(...names, 'nope'), fc.constantFrom('', ':asc', ':desc', ':up', ':desc:x'))
        .map((parts) => parts.join('')),
      { maxLength: 4 },
    )
    .map((parts) => parts.join(','));
  const parameter = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(filterName, hostileText.map(encoded)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('filter'), fc.oneof(json, hostileText).map(encoded)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('sort'), fc.oneof(sort, hostileText).map(encoded)) },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom('page', 'page_size', 'table', 'userid', 'accounts', 'result', 'change_of_authorization'),
        fc.oneof(hostileText.map(encoded), fc.constantFrom('1', '100', '9999999', '10000000')),
      ),
    },
    { weight: 1, arbitrary: fc.tuple(hostileText.map(encoded), hostileSegment) },
  );
  return fc
    .array(
      parameter.map(([name, value]) => `${name}=${value}`),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join('&'));
}

/** What Node lets into a header; the rest goes over a bare socket in socket-fuzz.spec.ts. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').slice(0, 4000));
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'if-match',
    'if-none-match',
    'idempotency-key',
    'x-organization-id',
    'x-request-id',
    'content-type',
    'accept',
    'content-encoding',
    'origin',
    'x-forwarded-for',
    'range',
    'cookie',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      '*',
      '"1"',
      'W/"1"',
      '"1", "2"',
      '"999999999"',
      'application/json',
      'application/json; charset=utf-16',
      'application/merge-patch+json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'gzip',
    ),
  ),
  { minKeys: 1, maxKeys: 4 },
);
