import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { ServiceUnderTest } from '../generic/service-under-test.js';
import { eventually } from '../kernel/manual-clock.js';
import { HotelMessages, type HtngStay, type MakerOptions } from '../simulators/htng/hotel-messages.js';
import { jana, sean } from './htng-rig.js';

/** The whole service, and a hotel system that posts SOAP to it: from the message to the account and its end. */
let usher: ServiceUnderTest;
const secret = 'lindenhof-0123456789';
beforeAll(async () => {
  usher = await ServiceUnderTest.start();
});
afterAll(() => usher.stop());

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
let stay: HtngStay;
let counter = 0;
beforeEach(() => {
  counter += 1;
  stay = {
    reservation: `9194${counter}`,
    room: `4${counter}2`,
    arrival: day(0),
    departure: day(3),
    guests: [jana, sean],
  };
});

async function hotel(proof: MakerOptions['proof'], more: Partial<MakerOptions> = {}, graceSeconds = 0) {
  const code = `LIND${counter}`;
  const made = await usher.call('POST', '/connections', {
    name: code,
    connector: 'htng',
    settings: {
      hotel_code: code,
      proof: proof === 'digest' || proof === 'text' ? 'ws-security' : proof,
      time_zone: 'Europe/Vienna',
    },
    secrets: { secret },
    access: { preset: 'hotel-enterprise', ends: { after_check_out_seconds: graceSeconds } },
  });
  expect(made.status).toBe(201);
  const messages = new HotelMessages({ hotel: code, username: 'usher', secret, proof, ...more });
  const post = async (body: string, headers = messages.headers()) => {
    const answer = await fetch(`${usher.url}/hooks/${made.body.id}`, { method: 'POST', headers, body });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const become = (wanted: readonly string[]) =>
    eventually(`accounts are ${wanted.join()}`, async () => {
      const all = await usher.accounts();
      const rooms = all.filter((each) => each.startsWith(`4${counter}2-`) || each.startsWith(`5${counter}8-`));
      return rooms.join() === wanted.join();
    });
  return { messages, post, become, id: made.body.id as string };
}

test('check-in, room move, one guest leaves, then all: by WS-Security digest, answered in SOAP', async () => {
  const { messages, post, become } = await hotel('digest');
  const answer = await post(messages.checkIn(stay));
  expect(answer).toMatchObject({ status: 200, type: 'text/xml; charset=utf-8' });
  expect(answer.text).toMatch(/<HTNG_HotelCheckInNotifRS xmlns="http:\/\/htng.org\/2014B" EchoToken="[\w-]{36}"/);
  expect(answer.text).toContain('<Success/>');
  await become([`4${counter}2-novakova`, `4${counter}2-obrien`]);
  const moved = { ...stay, room: `5${counter}8` };
  const came = arriving('htng');
  await post(messages.move(moved, stay.room));
  await become([`5${counter}8-novakova`, `5${counter}8-obrien`]);
  came();
  await post(messages.checkOut(moved, [sean]));
  await become([`5${counter}8-novakova`, `5${counter}8-obrien (disabled)`]);
  await post(messages.checkOut(moved));
  await become([`5${counter}8-novakova (disabled)`, `5${counter}8-obrien (disabled)`]);
});

test('who leaves keeps access for the hour that the hotel gives, also who had left before and came back', async () => {
  const { messages, post, become } = await hotel('digest', {}, 3600);
  await post(messages.checkIn(stay));
  await become([`4${counter}2-novakova`, `4${counter}2-obrien`]);
  const untilOf = async (name: string) => {
    const { body } = await usher.call('GET', `/users?filter[username]=4${counter}2-${name}`);
    return Date.parse(body._embedded.users[0].valid_until) - Date.now();
  };
  const leave = async (going?: HtngStay['guests']) => {
    await post(messages.checkOut(stay, going));
    await eventually('access ends in an hour', async () => (await untilOf('obrien')) < 3_700_000);
    expect(await untilOf('obrien')).toBeGreaterThan(3_500_000);
  };
  await leave([sean]);
  await post(messages.checkIn(stay));
  await eventually('he is back', async () => (await untilOf('obrien')) > 3_700_000);
  await leave();
  await become([`4${counter}2-novakova`, `4${counter}2-obrien`]);
});

test('protel I/O: SOAP 1.2 and a bearer token; twice is once, and late is late', async () => {
  const { messages, post, become, id } = await hotel('bearer', { soap: '1.2' });
  const arrival = messages.checkIn(stay);
  const again = arrival.replace(' Version=', ' RetransmissionIndicator="true" Version=');
  for (const body of [arrival, arrival, again])
    expect(await post(body)).toMatchObject({ status: 200, type: 'application/soap+xml; charset=utf-8' });
  await become([`4${counter}2-novakova`, `4${counter}2-obrien`]);
  const early = messages.update({ ...stay, room: 'X' });
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  await post(messages.checkOut(stay));
  await become([`4${counter}2-novakova (disabled)`, `4${counter}2-obrien (disabled)`]);
  // Written before the check-out, delivered after it.
  expect((await post(early)).status).toBe(200);
  await eventually('all are understood', async () => {
    const { body } = await usher.call('GET', `/connections/${id}/events?page_size=50`);
    const { events } = body._embedded as { events: { status: string }[] };
    return events.length === 3 && events.every(({ status }) => status !== 'received');
  });
  await become([`4${counter}2-novakova (disabled)`, `4${counter}2-obrien (disabled)`]);
});

test('by a header, a stranger is refused, and the hotel is told of a broken message', async () => {
  const { messages, post, id } = await hotel('bearer', { soap: '1.2' });
  const arrival = messages.checkIn(stay);
  expect(await post(arrival, { ...messages.headers(), authorization: 'Bearer somebody-elses' })).toMatchObject({
    status: 401,
  });
  for (const [body, said] of [
    ['<Envelope', /./],
    ['<Hello/>', /no SOAP envelope/],
  ] as const)
    expect((await post(body)).text).toMatch(said);
  const { body } = await usher.call('GET', `/connections/${id}/events`);
  expect(body.total_items).toBe(2);
});

test('what nobody needs is not stored: no password, no card, no address', async () => {
  const { messages, post, id } = await hotel('text');
  await post(messages.checkIn(stay));
  const { body: listed } = await usher.call('GET', `/connections/${id}/events?page_size=50`);
  const [{ id: event }] = listed._embedded.events;
  const { body } = await usher.call('GET', `/events/${event}`);
  const shown = JSON.stringify(body);
  expect(shown).toContain('Surname');
  for (const hidden of [secret, '4111111111111111', 'Brno', '1990-01-01']) expect(shown).not.toContain(hidden);
});

test('a reservation is no account until it arrives, and none when it is cancelled', async () => {
  const { messages, post, become } = await hotel('basic');
  expect((await post(messages.reserve(stay))).text).toContain('<OTA_HotelResNotifRS');
  await post(messages.checkIn(stay));
  await become([`4${counter}2-novakova`, `4${counter}2-obrien`]);
  await post(messages.cancel(stay.reservation));
  await become([`4${counter}2-novakova (disabled)`, `4${counter}2-obrien (disabled)`]);
});

test('another hotel, a stranger, and XML made to do harm: nothing of it becomes an account', async () => {
  const { messages, post, id } = await hotel('text');
  const neighbour = new HotelMessages({ ...messages.options, hotel: 'OTHER' });
  expect((await post(neighbour.checkIn(stay))).text).toContain('<Success/>');
  const stranger = new HotelMessages({ ...messages.options, secret: 'somebody-elses-0123456789' });
  expect((await post(stranger.checkIn(stay))).status).toBe(401);
  const body = messages.checkIn(stay);
  const [many, more] = ['&a;'.repeat(1000), '&b;'.repeat(1000)];
  const entities = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${many}"><!ENTITY c "${more}">]>`;
  const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  for (const prolog of [entities, outside]) {
    const harmful = body.replace('?>', `?>${prolog}`).replace('Jana', prolog === entities ? '&c;' : '&a;');
    expect((await post(harmful)).status).toBe(401);
  }
  const deep = body.replace('<h:PropertyInfo', `${'<d>'.repeat(50_000)}${'</d>'.repeat(50_000)}<h:PropertyInfo`);
  expect((await post(deep)).status).toBe(401);
  const { body: listed } = await usher.call('GET', `/connections/${id}/events?page_size=50`);
  expect(listed.total ?? listed._embedded?.events?.length ?? 0).toBe(0);
});
