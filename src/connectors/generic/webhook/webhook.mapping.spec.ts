import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wrongInMapping } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { faultsOf } from '../../../../test/connector-contract/valid-facts.js';
import { workedHeadings, workedMapping } from '../../../../test/webhook/worked-mappings.js';
import { WebhookMapping } from './webhook.mapping.js';
import { mostBytes } from './webhook.wire.js';

const desk = new WebhookMapping({
  mapping: workedMapping('A visitor desk that posts arrivals and departures'),
  time_zone: 'Europe/Vienna',
});
const meaning = (body: string | object) =>
  desk.changesOf(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

test('there are three complete mappings in the guide, each saved as it stands and understanding its sample', () => {
  expect(workedHeadings).toHaveLength(3);
  for (const heading of workedHeadings) {
    const mapping = workedMapping(heading);
    expect(wrongInMapping(mapping, '#', { timeZone: 'Europe/Vienna', source: 'events' })).toEqual([]);
    expect(mapping.sample).toBeDefined();
  }
});

test('an arrival is a visit with all that is known of it', () => {
  expect(meaning(workedMapping('A visitor desk that posts arrivals and departures').sample as object)).toEqual([
    {
      kind: 'record',
      mode: 'merge',
      record: {
        key: 'v1',
        version: '2026-11-20T09:00:04.000Z',
        facts: {
          kind: 'visit',
          status: 'active',
          displayName: 'Ada Lovelace',
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          phone: '+447700900123',
          companyName: 'Analytical Engines',
          hostEmail: 'cb@acme.example',
          site: 'headquarters',
          signInAt: '2026-11-20T08:00:00.000Z',
          expectedDepartureAt: '2026-11-20T16:30:00.000Z',
          visitType: 'contractor',
        },
      },
    },
  ]);
});

test('a departure says no more than that, and leaves the rest as it was', () => {
  expect(meaning({ event: { type: 'departure', at: '2026-11-20T16:00:00Z' }, visit: { id: 'v1' } })).toMatchObject([
    { mode: 'merge', record: { key: 'v1', facts: { status: 'ended' } } },
  ]);
});

test('one message with many records means each of them', () => {
  const booking = workedMapping('A booking system that posts whole reservations');
  const stays = new WebhookMapping({ mapping: booking, time_zone: 'Europe/Vienna' }).changesOf(
    Buffer.from(JSON.stringify(booking.sample)),
  );
  expect(stays).toMatchObject([
    {
      mode: 'replace',
      record: {
        key: '90211/1',
        version: '00000000000000000007',
        facts: {
          status: 'in_house',
          room: '012',
          lastName: 'Nováková',
          role: 'primary',
          arrivalAt: '2026-05-14T13:00:00.000Z',
        },
      },
    },
    { mode: 'replace', record: { key: '90211/2', facts: { lastName: 'Novák', role: 'accompanying' } } },
  ]);
});

test.each([
  ['', /not JSON/],
  ['{"visit":{"id":"v1"},"visit":{}}', /twice/],
  ['{"__proto__":{}}', /__proto__/],
  ['[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]', /20 levels/],
  [`"${'x'.repeat(mostBytes)}"`, /256 KiB/],
])('%.40s is reported as it is: not understood', (body, problem) => {
  expect(meaning(body)).toEqual([
    { kind: 'malformed', problem: { code: 'record_malformed', detail: expect.stringMatching(problem) } },
  ]);
});

test('no body, of bytes or of JSON, is more than changes with valid facts', () => {
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({
        event: fc.record({
          type: fc.constantFrom('arrival', 'departure', 'deleted', 'invited'),
          at: fc.oneof(fc.constant('2026-11-20T09:00:04Z'), fc.jsonValue()),
        }),
        site: fc.jsonValue(),
        visit: fc.record(
          {
            id: fc.jsonValue(),
            nda: fc.jsonValue(),
            arrivedAt: fc.jsonValue(),
            leavesAt: fc.jsonValue(),
            guest: fc.oneof(
              fc.jsonValue(),
              fc.record({ name: fc.jsonValue(), email: fc.jsonValue(), mobile: fc.string() }),
            ),
            answers: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      })
      .map((message) => Buffer.from(JSON.stringify(message))),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      const changes = desk.changesOf(body);
      expect(changes.length).toBeGreaterThan(0);
      expect(faultsOf(changes, 'visit')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
