import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import { statement } from '../../../src/database/database.js';
import type { JsonBody } from '../../http/http-world.js';
import { AlertWorld, type House, quarantined, smtpAt, subjectId } from './alert-world.js';
import { MailServer } from './mail-server.js';

let mail: MailServer;
let world: AlertWorld;
let house: House;
beforeAll(async () => {
  mail = await MailServer.listening();
  world = await AlertWorld.open(smtpAt(mail.port));
});
afterAll(async () => {
  await world.close();
  await mail.close();
});
beforeEach(async () => {
  house = await world.house();
});

const call = (method: string, path: string, body?: unknown) => world.call(house, method, path, body);
const listed = async (filter = ''): Promise<JsonBody[]> =>
  (await call('GET', `/alerts?sort=subject_name:asc${filter}`)).body._embedded.alerts;

test('whoever takes care of a state is named with what was said, and in the audit; it can be taken back', async () => {
  await world.raise(house, quarantined(1), quarantined(2));
  const [{ id }] = await listed();
  const said = await call('POST', `/alerts/${id}/acknowledge`, { comment: 'The hotel changes its server tonight' });
  expect([said.status, said.body]).toMatchObject([
    200,
    {
      id,
      status: 'acknowledged',
      acknowledged_at: world.clock.instant(),
      comment: 'The hotel changes its server tonight',
      resolved_at: null,
    },
  ]);
  expect(said.body.acknowledged_by).not.toBe('');
  expect((await listed('&filter[status]=acknowledged')).map((each) => each.id)).toEqual([id]);
  expect((await listed('&filter[status]=open')).length).toBe(1);
  const back = await call('POST', `/alerts/${id}/unacknowledge`);
  expect(back.body).toMatchObject({ status: 'open', acknowledged_at: null, acknowledged_by: null, comment: null });
  const [{ before, after }] = await world.http.fresh.database.query<{ before: JsonBody; after: JsonBody }>(
    house.context,
    statement(
      'test_acknowledged',
      "select before, after from audit_entries where organization_id = $1 and resource = 'alerts' order by id",
    ),
    [house.id],
  );
  expect(before).toMatchObject({ acknowledged_at: null });
  expect(after).toMatchObject({ acknowledged_by: said.body.acknowledged_by, comment: said.body.comment });
});

test('what is over cannot be acknowledged; the same record in another state is another alert', async () => {
  await world.raise(house, quarantined(1));
  const [{ id }] = await listed();
  await call('POST', `/alerts/${id}/acknowledge`);
  await world.raise(house, { ...quarantined(1), state: 'another', detail: 'Something else' });
  expect((await listed('&filter[status]=open')).map(({ detail }) => detail)).toEqual(['Something else']);
  for (const verb of ['acknowledge', 'unacknowledge'])
    expect((await call('POST', `/alerts/${id}/${verb}`)).status).toBe(409);
  expect((await call('POST', `/alerts/${subjectId(1)}/acknowledge`)).status).toBe(404);
  expect((await call('POST', `/alerts/${id}/acknowledge`, { comment: 'x'.repeat(501) })).status).toBe(422);
});

test('the digest leaves out an acknowledged alert, and lists it again once nobody takes care of it', async () => {
  const morning = async (date: string) => {
    world.clock.setTo(`${date}T04:59:00.000Z`);
    await world.pass(0);
    mail.mails.length = 0;
    await world.pass(61);
    return mail.mails.map(({ headers }) => /digest, (.*)$/.exec(String(headers.subject))?.[1]);
  };
  world.clock.setTo('2026-06-01T10:00:00.000Z');
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined(1));
  await world.pass();
  await world.pass(61);
  const [{ id }] = await listed();
  await call('POST', `/alerts/${id}/acknowledge`);
  expect(await morning('2026-06-02')).toEqual([]);
  await call('POST', `/alerts/${id}/unacknowledge`);
  expect(await morning('2026-06-03')).toEqual([expect.stringContaining('1 open, 0 ended')]);
  await call('POST', `/alerts/${id}/acknowledge`);
  expect(await morning('2026-06-04')).toEqual([]);
  await world.end(house, 'connection.quarantined', subjectId(1));
  expect(await morning('2026-06-05')).toEqual([expect.stringContaining('0 open, 1 ended')]);
});

test('a state that is snoozed counts again when its time has come, and contacts are told anew', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined(1));
  await world.pass();
  await world.pass(61);
  mail.mails.length = 0;
  const [{ id }] = await listed();
  const until = laterBy(world.clock.instant(), 2 * 3_600);
  const said = await call('POST', `/alerts/${id}/acknowledge`, { comment: 'After lunch', until });
  expect(said.body).toMatchObject({ status: 'acknowledged', acknowledged_until: until });
  await world.pass(3_600);
  expect(await listed()).toMatchObject([{ status: 'acknowledged' }]);
  await world.pass(3_601);
  await world.pass(61);
  expect(await listed()).toMatchObject([
    { status: 'open', acknowledged_at: null, acknowledged_until: null, comment: null },
  ]);
  expect(mail.mails).toHaveLength(1);
  for (const wrong of [world.clock.instant(), laterBy(world.clock.instant(), 32 * 86_400)])
    expect((await call('POST', `/alerts/${id}/acknowledge`, { until: wrong })).status).toBe(422);
});
