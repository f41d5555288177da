import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { smtpAt } from '../../console/alerts/alert-world.js';
import { MailServer } from '../../console/alerts/mail-server.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually } from '../../kernel/manual-clock.js';
import { guest } from '../reconcile/rig.js';
import { type DeliveryRig, makeDeliveryRig } from './delivery-rig.js';

let fresh: FreshDatabase;
let post: MailServer;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  post = await MailServer.listening();
  context = await fresh.organization('Hotel Lindenhof');
});
afterAll(async () => {
  await post.close();
  await fresh.close();
});

const byMail = { preset: 'hotel-enterprise', password: 'generate', deliver: [{ via: 'email' }] };

describe('without a way', () => {
  const waitingSince = async (id: string) =>
    (
      await fresh.database.query<{ at: string | null; problem: { code: string } | null }>(
        context,
        statement(
          '',
          'select deliveries_waiting_since_at as at, last_problem as problem from connections where id = $1',
        ),
        [id],
      )
    )[0];
  const rounds = async (by: Pick<DeliveryRig, 'deliver' | 'clock'>, count: number) => {
    for (let round = 0; round < count; round += 1) {
      await by.clock.advance(1);
      await by.deliver();
    }
  };

  test('without a mail server credentials wait, count no attempt, and leave one by one once there is one', async () => {
    const without = makeDeliveryRig(fresh, { smtp: null });
    const desk = await without.connection(context, byMail, { connector: 'desk' });
    const guests = Object.fromEntries(
      Array.from({ length: 12 }, (_, place) => [
        `G${place}`,
        guest(`Novak${place}`, `${101 + place}`, { email: `guest${place}@example.com` }),
      ]),
    );
    await without.say(context, desk, guests);
    await without.settleAll(context);
    await rounds(without, 200);
    const waiting = await without.deliveries(context);
    expect(new Set(waiting.map(({ status, attempts, error }) => `${status} ${attempts} ${error}`))).toEqual(
      new Set(['pending 0 No mail server is set (USHER_SMTP_URL)']),
    );
    expect(waiting.every((each) => each.waiting_since_at !== null && each.content_sealed !== null)).toBe(true);
    expect(without.alarms.raised).toMatchObject([
      {
        event: 'delivery.waiting',
        subjectId: desk.id,
        state: 'email',
        detail: 'No mail server is set (USHER_SMTP_URL): credentials wait and reach nobody',
      },
    ]);
    expect(await waitingSince(desk.id)).toMatchObject({ at: expect.any(String), problem: { code: 'undeliverable' } });

    await without.say(context, desk, { G11: { ...guests.G11, status: 'checked_out' } });
    await without.settleAll(context);
    const withMail = makeDeliveryRig(fresh, { smtp: smtpAt(post.port) });
    withMail.clock.setTo(without.clock.instant());
    await withMail.clock.advance(180);
    await withMail.deliver();
    expect(post.mails.length).toBeLessThanOrEqual(1);
    await withMail.say(context, desk, {
      N1: guest('Neu', '301', { email: 'new@example.com' }),
      N2: guest('Neuer', '302', { email: 'newer@example.com' }),
    });
    await withMail.settleAll(context);
    const before = post.mails.length;
    await rounds(withMail, 1);
    expect(
      post.mails
        .slice(before)
        .map(({ to }) => to)
        .flat()
        .filter((to) => to.startsWith('new'))
        .toSorted(),
    ).toEqual(['new@example.com', 'newer@example.com']);
    expect(post.mails.length - before).toBeLessThanOrEqual(3);
    await rounds(withMail, 30);
    expect(post.mails).toHaveLength(13);
    expect(
      (await withMail.deliveries(context))
        .filter(({ status }) => status !== 'delivered')
        .map(({ status, error, content_sealed: content }) => [status, error, content]),
    ).toEqual([['failed', 'The access ended before it could be delivered', null]]);
    expect(await waitingSince(desk.id)).toEqual({ at: null, problem: null });
  });
});

describe('while the database refuses', () => {
  const sql = (text: string) => fresh.database.query(context, statement('', text));

  test('a mail whose delivery cannot be noted is not sent again, and is noted as soon as possible', async () => {
    const rig = makeDeliveryRig(fresh, { smtp: smtpAt(post.port) });
    post.mails.length = 0;
    const desk = await rig.connection(context, byMail, { connector: 'desk' });
    await rig.say(context, desk, { D1: guest('Nachtigall', '401', { email: 'late@example.com' }) });
    await rig.settleAll(context);
    await sql(
      "create function no_room() returns trigger language plpgsql as $$ begin raise exception 'full' using " +
        "errcode = '53100'; end $$",
    );
    await sql(
      'create trigger a_full_disk before update on credential_deliveries for each row when (new.status = ' +
        "'delivered') execute function no_room()",
    );
    const worker = rig.sender();
    await worker.round();
    await eventually('it is sent', () => post.mails.length === 1);
    // Past its lease, twice.
    for (let second = 0; second < 400; second += 5) {
      await rig.clock.advance(5);
      await worker.round();
    }
    expect(post.mails).toHaveLength(1);
    await sql('drop trigger a_full_disk on credential_deliveries');
    await eventually('it is noted', async () => {
      await rig.clock.advance(5);
      const [mine] = (await rig.deliveries(context)).filter(({ address }) => address === 'late@example.com');
      return mine?.status === 'delivered' && mine.attempts === 1;
    });
    expect(post.mails).toHaveLength(1);
  });
});
