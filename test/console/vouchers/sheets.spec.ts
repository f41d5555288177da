import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type SheetRequest, voucherSheet } from '../../../src/console/vouchers/voucher-sheet.js';
import type { SheetLayout } from '../../../src/console/paper/sheet-layout.js';
import { statement } from '../../../src/database/database.js';
import { VouchersModule } from '../../../src/console/vouchers/vouchers.module.js';
import { systemContext } from '../../../src/kernel/context.js';
import type { Voucher } from '../../../src/console/vouchers/voucher.js';
import { httpWorld, type HttpWorld, type JsonBody } from '../../http/http-world.js';
import { Pdf } from '../pdf.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [VouchersModule, UserGroupsModule] });
});
afterAll(async () => {
  await world.close();
});

function voucher(index: number): Voucher {
  return {
    id: `0190a0e0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    code: `K7QM${String(index).padStart(4, '0')}`,
    batchId: 'b',
    groupId: 'g',
    durationSeconds: 28_800,
    validUntil: '2026-06-01T10:00:00.000Z',
    maxDevices: null,
    comment: null,
    externalId: null,
    sourceConnectionId: null,
    firstUsedAt: null,
    revokedAt: null,
    revision: 1,
    createdAt: '2026-05-14T13:00:00.000Z',
    updatedAt: '2026-05-14T13:00:00.000Z',
  };
}

function printed(count: number, layout: SheetLayout): Promise<Pdf> {
  const house = { name: 'Žluťoučký kůň', timeZone: 'Europe/Vienna' };
  const vouchers = Array.from({ length: count }, (_, index) => voucher(index));
  return pdfOf({ vouchers, house, ssidOf: () => 'Guests', layout, language: 'cs' });
}

async function pdfOf(wanted: SheetRequest): Promise<Pdf> {
  const chunks: Buffer[] = [];
  for await (const chunk of voucherSheet(wanted)) chunks.push(chunk as Buffer);
  return new Pdf(Buffer.concat(chunks));
}

test.each([
  [59, 'en', '59 seconds'],
  [600, 'en', '10 minutes'],
  [3_600, 'en', '1 hour'],
  [5_400, 'de', '1 Stunde und 30 Minuten'],
  [86_400, 'cs', '1 den'],
  [604_800, 'fr', '7 jours'],
] as const)('a card says how long it lasts: %i seconds in %s', async (durationSeconds, language, words) => {
  const house = { name: 'House', timeZone: null };
  const vouchers = [{ ...voucher(1), durationSeconds }];
  const pdf = await pdfOf({ vouchers, house, ssidOf: () => null, layout: 'badge', language });
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(`: ${words} `);
  expect(pdf.text).toContain('UTC');
});

test.each([
  ['a4', 24, 1],
  ['a4', 25, 2],
  ['receipt', 3, 3],
  ['badge', 2, 2],
] as const)('%s: %i vouchers on %i pages, each code in the text', async (layout, count, pages) => {
  const pdf = await printed(count, layout);
  expect(pdf.pages).toBe(pages);
  for (let index = 0; index < count; index += 1) expect(pdf.text).toContain(voucher(index).code);
  expect(pdf.text).toContain('Žluťoučký kůň');
  expect(pdf.text).toContain('12:00');
});

test('a thousand vouchers are drawn as fast as they are read, a few pages at a time', async () => {
  const body = voucherSheet({
    vouchers: Array.from({ length: 1000 }, (_, index) => voucher(index)),
    house: { name: 'House', timeZone: null },
    ssidOf: () => null,
    layout: 'a4',
    language: 'en',
  });
  let bytes = 0;
  let mostWaiting = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    mostWaiting = Math.max(mostWaiting, body.readableLength);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(bytes).toBeGreaterThan(100_000);
  expect(mostWaiting).toBeLessThan(bytes / 4);
});

test('a reader who goes away ends the drawing', async () => {
  const body = voucherSheet({
    vouchers: Array.from({ length: 1000 }, (_, index) => voucher(index)),
    house: { name: 'House', timeZone: null },
    ssidOf: () => null,
    layout: 'receipt',
    language: 'en',
  });
  for await (const _chunk of body) break;
  expect(body.destroyed).toBe(true);
});

test('over HTTP: a batch as PDF, audited, of the own organization only, without revoked vouchers', async () => {
  const house = await world.organization('House');
  const call = (method: string, path: string, body?: unknown, token = house.token) =>
    world.call(method, path, { token, body });
  const group = (await call('POST', '/user-groups', { name: 'Guests' })).body as { id: string };
  const made = (await call('POST', '/vouchers', { table_id: group.id, count: 3 })).body as {
    _embedded: { vouchers: { id: string; batch_id?: string; batch?: string; code: string }[] };
  };
  const [first, ...rest] = made._embedded.vouchers;
  await call('DELETE', `/vouchers/${first.id}`);
  const [{ batch }] = await world.fresh.database.query<{ batch: string }>(
    systemContext(house.id, 'test'),
    statement('test_batch', 'select batch_id as batch from vouchers where organization_id = $1 limit 1'),
    [house.id],
  );
  const answer = await fetch(`${world.url}/vouchers/sheet.pdf?batch=${batch}&layout=badge`, {
    headers: { authorization: `Bearer ${house.token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pdf = new Pdf(Buffer.from(await answer.arrayBuffer()));
  expect(pdf.pages).toBe(2);
  expect(rest.every(({ code }) => pdf.text.includes(code))).toBe(true);
  expect(pdf.text).not.toContain(first.code);
  expect((await call('GET', '/vouchers/sheet.pdf')).status).toBe(400);
  expect((await call('GET', `/vouchers/sheet.pdf?ids=${first.id}`)).status).toBe(409);
  const stranger = await world.organization('Stranger');
  expect((await call('GET', `/vouchers/sheet.pdf?batch=${batch}`, undefined, stranger.token)).status).toBe(409);
  const told = await world.fresh.database.query(
    systemContext(house.id, 'test'),
    statement('test_told', `select after from audit_entries where organization_id = $1 and action = 'download'`),
    [house.id],
  );
  expect(told).toEqual([{ after: { layout: 'badge', count: 2, batch } }]);
});

test('batches are listed with how many are left; printed without those in use; revoked as a whole', async () => {
  const house = await world.organization('Batches');
  const call = async (method: string, path: string, body?: unknown, token = house.token) =>
    (await world.call(method, path, { token, body })) as { status: number; body: JsonBody };
  const group = (await call('POST', '/user-groups', { name: 'Guests' })).body as { id: string };
  const ten = (await call('POST', '/vouchers', { table_id: group.id, count: 10, comment: 'Wedding' })).body;
  const [first, second] = ten._embedded.vouchers as { id: string; code: string; batch: string }[];
  expect(first.batch).toBe(first.id);
  await call('POST', '/vouchers', { table_id: group.id });
  await world.fresh.database.query(
    systemContext(house.id, 'test'),
    statement('test_used', 'update vouchers set first_used_at = now() where organization_id = $1 and id = $2'),
    [house.id, second.id],
  );
  await call('DELETE', `/vouchers/${first.id}`);
  const listed = (await call('GET', '/voucher-batches?sort=created_at:asc')).body;
  expect(listed.total_items).toBe(2);
  const [wedding, single] = listed._embedded.voucher_batches;
  expect(wedding).toMatchObject({ id: first.id, comment: 'Wedding', count: 10, unused: 8, active: 1, revoked: 1 });
  expect(single).toMatchObject({ count: 1, unused: 1, active: 0, expired: 0, revoked: 0 });
  const sheet = await fetch(`${world.url}/vouchers/sheet.pdf?batch=${first.id}&layout=badge&status=unused`, {
    headers: { authorization: `Bearer ${house.token}` },
  });
  const pdf = new Pdf(Buffer.from(await sheet.arrayBuffer()));
  expect([pdf.pages, pdf.text.includes(second.code)]).toEqual([8, false]);
  const stranger = await world.organization('Strange batches');
  expect((await call('DELETE', `/voucher-batches/${first.id}`, undefined, stranger.token)).status).toBe(404);
  expect((await call('DELETE', `/voucher-batches/${first.id}`)).status).toBe(204);
  const { body: after } = await call('GET', `/voucher-batches/${first.id}`);
  expect(after).toMatchObject({ count: 10, unused: 0, active: 0, revoked: 10 });
  expect((await call('DELETE', `/voucher-batches/${second.id}`)).status).toBe(404);
});
