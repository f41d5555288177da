import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/kernel/any-character.js';
import { cpuMilliseconds } from '../../../../test/kernel/cpu-time.js';
import { factStatuses, factTypes } from '../../facts/fact-types.js';
import { type FactKind, snakeCased } from '../../facts/facts.js';
import type { Change } from '../change.js';
import { strictJson } from '../vendor-record.js';
import { faultsOf } from '../../../../test/connector-contract/valid-facts.js';
import type { MappingDocument } from './mapping-document.js';
import { wrongInMapping } from './mapping-rules.js';
import { RecordMapping } from './record-mapping.js';

/** Mappings that are accepted, and messages that know what they look for. */
const names = ['id', 'a', 'b', '0', 'length', 'toString', '~', 'x/y', 'hasOwnProperty', ''];
const pointer = fc
  .tuple(
    fc.constantFrom('', '#'),
    fc.array(fc.constantFrom(...names), { maxLength: 3 }),
    fc.constantFrom('', '/*', '/*/a'),
  )
  .map(
    ([from, tokens, members]) =>
      `${from}${tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}${members}`,
  );
const condition = fc.record({
  field: pointer.map((text) => text || '#'),
  op: fc.constantFrom('eq', 'ne', 'gt', 'lt', 'like'),
  value: fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('%a%', '%_%_%', '%'), fc.integer(), fc.boolean()),
});
const transform = fc.constantFrom(
  'trim',
  'lower',
  'upper',
  'email',
  'phone:GB',
  'phone:HU',
  'datetime:site',
  'datetime:utc',
  'datetime:sql',
  'datetime:epoch-s',
  'datetime:epoch-ms',
  'date:site',
  'date:dmy',
  'date:mdy',
  'date-end:site',
  'split:,',
  'split: ',
  'first',
  'last',
  'lookup:t',
  'default:7',
  'default:2026-05-14',
);
const value = fc.record({
  path: pointer,
  transform: fc.array(transform, { maxLength: 4 }),
  lenient: fc.boolean(),
  find: fc.option(
    fc.tuple(condition, pointer).map(([it, take]) => ({ ...it, take })),
    { nil: undefined },
  ),
});
const kind = fc.constantFrom<FactKind>('visit', 'stay', 'employment', 'presence', 'membership');
const document = kind
  .chain((chosen) =>
    fc.record({
      version: fc.constant(1 as const),
      kind: fc.constant(chosen),
      records: fc.option(fc.constantFrom('', '/a', '/id'), { nil: undefined }),
      match: fc.array(
        fc.oneof(
          fc.record({
            when: fc.array(condition, { maxLength: 2 }),
            status: fc.constantFrom(...factStatuses[chosen]),
            mode: fc.constantFrom('merge', 'replace'),
          }),
          fc.record({ when: fc.array(condition, { maxLength: 2 }), action: fc.constantFrom('ignore', 'remove') }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      key: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
      record_version: fc.option(value, { nil: undefined }),
      fields: fc.dictionary(fc.constantFrom(...Object.keys(snakeCased(factTypes[chosen]))), value, { maxKeys: 8 }),
      tables: fc.constant({ t: { a: 'b', 1: 'x' } }),
    }),
  )
  .map((each) => JSON.parse(JSON.stringify(each)) as MappingDocument);
const leaf = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    'a@b.example',
    '2026-05-14 10:00:00',
    '31.12.2026',
    '1779190000',
    'x'.repeat(3000),
    '\ud800',
    '\u0000',
    1e300,
    -0,
    2 ** 60,
    '9'.repeat(25),
  ),
);
const { message } = fc.letrec((tie) => ({
  message: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('message'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...names), tie('message'), { maxKeys: 6 }),
  ),
}));

/** One of each kind of change, whatever chance finds besides. */
const examples = [
  [{ action: 'ignore' }, { id: 'x' }],
  [{ status: 'in_house', mode: 'replace' }, { id: 'x' }],
  [{ action: 'remove' }, { id: 'x' }],
  [{ status: 'in_house', mode: 'replace' }, {}],
].map(
  ([rule, said]) =>
    [{ version: 1, kind: 'stay', key: { path: '/id' }, match: [rule], fields: {} }, said] as unknown as [
      MappingDocument,
      unknown,
    ],
);

test('no mapping and message together give anything but changes with valid facts', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(document, message, (mapping, said) => {
      expect(wrongInMapping(mapping, '#', { source: 'events' })).toEqual([]);
      for (const source of ['events', 'list'] as const) {
        const changes: readonly Change[] = new RecordMapping(mapping, { timeZone: 'Europe/Vienna', source }).changesOf(
          said,
        );
        for (const each of changes) seen.add(each.kind);
        expect(faultsOf(changes, mapping.kind)).toEqual([]);
        expect(new RecordMapping(mapping, { timeZone: 'Europe/Vienna', source }).changesOf(said)).toEqual(changes);
      }
    }),
    { numRuns: 1500, examples },
  );
  expect([...seen].sort()).toEqual(['ignored', 'malformed', 'patch', 'record']);
});

test('whatever is saved as a mapping is refused with places, or works', () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true }).filter((any) => JSON.stringify(any) !== undefined),
      (any) => {
        expect(wrongInMapping(JSON.parse(JSON.stringify(any)), '#', { source: 'events' }).length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 300 },
  );
});

/** The dearest that can be written: every condition and transform at its limit, over a body of 256 KiB at its limit. */
const long = 'a'.repeat(200);
const dearest = {
  version: 1,
  kind: 'employment',
  records: '/r',
  key: { path: '/i' },
  match: [
    ...Array.from({ length: 10 }, () => ({
      when: Array.from({ length: 15 }, () => ({ field: '#/t', op: 'like', value: `${'%a'.repeat(99)}b` })),
      action: 'ignore',
    })),
    { status: 'active' },
  ],
  fields: Object.fromEntries(
    Object.keys(snakeCased(factTypes.employment)).map((name) => [
      name,
      {
        path: '#/l',
        find: { field: '/k', op: 'in', value: Array.from({ length: 3 }, () => long), take: '/v' },
        transform: ['trim', 'lower', 'upper', 'trim', 'lower', 'upper', 'split:a', 'first', 'last'],
      },
    ]),
  ),
};

/** Just within what a record may cost. */
const dearestAllowed = {
  ...dearest,
  match: [
    {
      when: Array.from({ length: 3 }, () => ({ field: '#/t', op: 'like', value: `${'%a'.repeat(30)}b` })),
      action: 'ignore',
    },
  ],
  fields: {},
};

test.each([
  ['refused', 'malformed', dearest],
  ['allowed', 'ignored', dearestAllowed],
])('the dearest mapping that is %s, over the dearest body of 256 KiB, costs little', (_, meaning, mapping) => {
  expect(wrongInMapping(mapping, '#', { source: 'events' })).toEqual([]);
  const body = Buffer.from(
    JSON.stringify({
      t: long.repeat(10),
      l: Array.from({ length: 5000 }, (_, k) => ({ k, v: long.slice(0, 20) })),
      r: Array.from({ length: 1000 }, (_, i) => ({ i })),
    }),
  );
  expect(body.length).toBeLessThan(256 * 1024);
  let changes: readonly Change[] = [];
  // Tens of milliseconds; what is not bounded would take minutes.
  expect(
    cpuMilliseconds(() => {
      changes = new RecordMapping(mapping as unknown as MappingDocument, { source: 'events' }).changesOf(
        strictJson(body),
      );
    }),
  ).toBeLessThan(3000);
  expect(changes.map(({ kind: said }) => said)).toEqual(Array.from({ length: 1000 }, () => meaning));
});
