import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { pageInAnswer } from '../../src/connectors/vendor-file/vendor-paging.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { open } from '../connector-contract/session.js';
import { vendorOutside } from '../connector-contract/vendor-file-rig.js';

/** Habits of single vendors, as their pages describe them, and what becomes of them here. */
const fileOf = (place: string) =>
  readVendor(readFileSync(new URL(`../../src/connectors/${place}/vendor.yaml`, import.meta.url), 'utf8')).file!;
const okta = fileOf('hr/okta');
const cloudbeds = fileOf('pms/cloudbeds');
const proxyclick = fileOf('visitor/proxyclick');
const verkada = fileOf('access/verkada');
const officernd = fileOf('billing/officernd');
const forLong = () => AbortSignal.timeout(200_000);

/** https://developer.okta.com/docs/reference/rl-best-practices: no Retry-After, but when the next minute begins. */
test('Okta says when its window ends, and nobody asks before that', async () => {
  const outside = await vendorOutside(okta);
  const { simulator, clock } = outside;
  const { connector } = open(vendorDefinition(okta), outside);
  const list = async () => {
    for await (const { complete } of connector.snapshots!.all(null, forLong())) if (complete) return;
  };
  try {
    Object.assign(simulator.faults, { status: 429, resetsInSeconds: 50 });
    const wanted = new Date(clock.milliseconds() + 50_000).toISOString();
    await expect(list()).rejects.toMatchObject({ code: 'rate_limited', details: { retryAt: wanted } });
    delete simulator.faults.status;
    await clock.advance(49);
    await expect(list()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(simulator.asked).toHaveLength(1);
    await clock.advance(1);
    await list();
  } finally {
    await outside.stop();
  }
});

/** https://developer.okta.com/docs/concepts/event-hooks: `data.events` is a list. */
test('all events of one message of Okta are read, in their order, those about no user are passed over', async () => {
  const outside = await vendorOutside(okta);
  const { connector } = open(vendorDefinition(okta), outside);
  const about = (type: string, id: string) => ({ eventType: 'x', target: [{ id, type }] });
  const message = {
    eventType: 'com.okta.event_hook',
    data: { events: [about('User', 'one'), about('AppInstance', 'two'), about('User', 'three'), { eventType: 'x' }] },
  };
  const { body } = VendorSimulator.message(okta, outside.settings, message, 0);
  try {
    const receivedAt = '2026-05-14T13:12:04.000Z';
    const changes = connector.receives!.interpret({ body: Buffer.from(body), receivedAt, sequence: '1' });
    expect(changes.map((change) => (change.kind === 'hint' ? change.key : change.kind))).toEqual([
      'one',
      'ignored',
      'three',
      'ignored',
    ]);
  } finally {
    await outside.stop();
  }
});

/** https://developers.cloudbeds.com/docs/common-api-errors-in-progress: all of these come as 200. */
test.each([
  ["None of the included property id's match the access_token user's property id", 'settings_invalid'],
  ['User who approved this connection is not active anymore', 'credentials_refused'],
  [
    'Your request could not be fully completed. The property(ies) you are accessing have an invalid status. See ' +
      'details: canceled: 20417',
    'settings_invalid',
  ],
  ['Something went wrong', 'upstream_broken'],
])('Cloudbeds says "%s": %s', async (words, code) => {
  const outside = await vendorOutside(cloudbeds);
  outside.simulator.faults.unhealthy = words;
  const { connector } = open(vendorDefinition(cloudbeds), outside);
  try {
    const pages = connector.snapshots!.all(null, forLong())[Symbol.asyncIterator]();
    await expect(pages.next()).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  } finally {
    await outside.stop();
  }
});

/** https://github.com/svantroyen/slate/blob/master/source/includes/_visit.md: an older list had ten visits a page. */
test('a list without pages that holds less than it counts is no list: nobody is missing from it', async () => {
  const outside = await vendorOutside(proxyclick);
  const { connector } = open(vendorDefinition(proxyclick), outside);
  for (let count = 0; count < 12; count += 1) outside.simulator.records.add();
  const list = async () => (await connector.snapshots!.all(null, forLong())[Symbol.asyncIterator]().next()).value!;
  try {
    outside.simulator.faults.holdsAtMost = 10;
    await expect(list()).rejects.toMatchObject({
      code: 'upstream_broken',
      message: expect.stringContaining('10 of 12'),
    });
    delete outside.simulator.faults.holdsAtMost;
    const whole = await list();
    expect([whole.changes.length, whole.complete !== undefined]).toEqual([12, true]);
  } finally {
    await outside.stop();
  }
});

/** https://developer.officernd.com/docs/building-queries: `cursorNext` is null on the last page. */
test('a next page that is null is none', () => {
  const { list } = officernd;
  const answer = {
    body: { results: [{ _id: '1' }], cursorNext: null },
    headers: {},
    url: 'https://app.officernd.com/',
  };
  expect(pageInAnswer(answer, list, null)).toMatchObject({ records: [{ _id: '1' }], next: null });
  const more = { ...answer, body: { ...answer.body, cursorNext: 'abc' } };
  expect(pageInAnswer(more, list, null)).toMatchObject({ next: { at: 'abc', seen: 1 } });
});

test.each([
  ['counts nothing', proxyclick],
  ['says nothing of a next page', verkada],
])('an answer that %s is whole', async (_what, file) => {
  const outside = await vendorOutside({ ...file, list: { ...file.list, paging: { style: 'none' } } });
  const { connector } = open(vendorDefinition(file), outside);
  for (let count = 0; count < 30; count += 1) outside.simulator.records.add();
  try {
    const pages = [];
    for await (const page of connector.snapshots!.all(null, forLong())) pages.push(page);
    expect(pages.map(({ changes, complete }) => [changes.length, complete !== undefined])).toEqual([[30, true]]);
  } finally {
    await outside.stop();
  }
});

test('a vendor that repeats a secret in a body of 200 does not bring it before anybody', async () => {
  const outside = await vendorOutside(cloudbeds);
  const secret = String(outside.settings.api_key);
  outside.simulator.faults.unhealthy = `The token ${secret} has no permission`;
  const { connector } = open(vendorDefinition(cloudbeds), outside);
  try {
    const checks = await connector.test(forLong());
    expect(JSON.stringify(checks)).not.toContain(secret);
    expect(JSON.stringify(checks)).toContain('The token … has no permission');
  } finally {
    await outside.stop();
  }
});
