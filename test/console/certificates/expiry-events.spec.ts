import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { examplePayloads } from '../../../src/console/events/event-examples.js';
import { formOf } from '../webhooks/form-of.js';
import { ExpiryWatch } from '../../../src/console/certificates/expiry-watch.js';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';

const day = 86_400;

let world: CertificateWorld;
beforeAll(async () => {
  world = await certificateWorld();
});
afterAll(async () => {
  await world.close();
});

interface Told {
  readonly event: string;
  readonly user?: object;
  readonly certificate: {
    readonly id: string;
    readonly serial: string;
    readonly expires_at: string;
    readonly days_left: number;
    readonly usage: string;
  };
}

async function announced(): Promise<Told[]> {
  const rows = await world.rows<{ payload: string }>(
    "select payload from outbox_events where event = 'certificate.expiring' order by created_at, id",
  );
  return rows.map(({ payload }) => JSON.parse(payload) as Told);
}

function alerts(): Promise<{ subject: string; name: string; state: string; open: boolean; ends: boolean }[]> {
  return world.rows(`select subject_id as subject, subject_name as name, state, resolved_at is null as open,
    ends_at = (facts ->> 'expires_at')::timestamptz as ends
    from alerts where event = 'certificate.expiring' order by raised_at`);
}

test('the event names whose certificate ends, the alert nobody; both come at each mark until revoked', async () => {
  const user = (await world.call('POST', '/users', { body: { username: '412-novakova', password: 'novakova!' } })).body;
  const issued = await world.issued({ user_id: user.id, common_name: 'eva.novakova', validity_days: 40 });
  await world.app.get(ExpiryWatch).round();
  expect([await announced(), await alerts()]).toEqual([[], []]);
  await world.clock.advance(10 * day + 1);
  await world.app.get(ExpiryWatch).round();
  await world.app.get(ExpiryWatch).round();
  const [first] = await announced();
  expect(formOf(first)).toEqual(formOf(examplePayloads['certificate.expiring']));
  expect(await announced()).toMatchObject([
    {
      event: 'certificate.expiring',
      user: { username: '412-novakova' },
      certificate: {
        id: issued.id,
        serial: issued.serial,
        expires_at: issued.expires_at,
        days_left: 30,
        usage: 'client',
      },
    },
  ]);
  expect(await alerts()).toEqual([{ subject: issued.id, name: issued.serial, state: '30', open: true, ends: true }]);
  expect(JSON.stringify(await world.rows("select * from alerts where event = 'certificate.expiring'"))).not.toMatch(
    /novakova/i,
  );
  await world.clock.advance(23 * day);
  await world.app.get(ExpiryWatch).round();
  expect((await announced()).map(({ certificate }) => certificate.days_left)).toEqual([30, 7]);
  expect((await alerts()).map(({ state, open }) => [state, open])).toEqual([
    ['30', false],
    ['7', true],
  ]);
  await world.call('DELETE', `/certificates/${issued.id}`);
  expect((await alerts()).filter(({ open }) => open)).toEqual([]);
});

test("the authority's own end is announced a year ahead and at each mark, as event and alert", async () => {
  const { id: organizationId, token } = await world.organization('Annex');
  await world.call('GET', '/certificates/ca', { token });
  const ofAnnex = <Row extends object>(sql: string) =>
    world.rows<Row>(`${sql} and organization_id = '${organizationId}'`);
  const [authority] = await ofAnnex<{ id: string; subject: string; expires: string }>(
    'select id, subject, expires_at as expires from certificate_authorities where true',
  );
  const told = async () =>
    (await ofAnnex<{ payload: string }>("select payload from outbox_events where event = 'certificate.expiring'")).map(
      ({ payload }) => (JSON.parse(payload) as Told).certificate,
    );
  const left = Date.parse(authority.expires) - world.clock.milliseconds();
  await world.clock.advance(left / 1000 - 366 * day);
  await world.app.get(ExpiryWatch).round();
  expect(await told()).toEqual([]);
  await world.clock.advance(day + 1);
  await Promise.all([world.app.get(ExpiryWatch).round(), world.app.get(ExpiryWatch).round()]);
  await world.app.get(ExpiryWatch).round();
  expect(await told()).toMatchObject([
    {
      id: authority.id,
      subject: authority.subject,
      usage: 'authority',
      serial: expect.stringMatching(/^[0-9a-f]{32}$/),
      days_left: 365,
    },
  ]);
  for (const days of [275, 60, 23, 6]) {
    await world.clock.advance(days * day);
    await world.app.get(ExpiryWatch).round();
  }
  expect((await told()).map(({ days_left: days }) => days).sort((one, other) => other - one)).toEqual([
    365, 90, 30, 7, 1,
  ]);
  expect(
    await ofAnnex(
      "select state, facts ->> 'usage' as usage, resolved_at is null as open from alerts where resolved_at is null",
    ),
  ).toEqual([{ state: '1', usage: 'authority', open: true }]);
  await world.clock.advance(2 * day);
  expect(await world.app.get(ExpiryWatch).round()).toBe(0);
});
