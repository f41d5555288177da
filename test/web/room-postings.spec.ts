import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PaymentSweep } from '../../src/portal/payments/payment-sweep.js';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { axeFindings } from '../portal/axe-findings.js';
import { browse, formsIn, unescaped } from '../portal/plain-browser.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { buildPages, type ConsolePage, consoleWorld, type ConsoleWorld, inBrowser } from './console-world.js';
import { expectNoFindings } from './page-check.js';

/** A hotel system that books what guests pay for on their rooms, and sometimes does not say so. */
inBrowser('charges to rooms that nobody answered', () => {
  let hotel: SimulatedHotel;
  let house: Connected;
  let world: ConsoleWorld;
  let rooms = 300;
  beforeAll(async () => {
    await buildPages();
    hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
    await hotel.start();
    const settings = { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', charge_currency: 'EUR' };
    const limits = { rateLimitPerMinute: 0, consoleRateLimitPerMinute: 0 };
    const connection = { name: 'Front desk', connector: 'fias', settings, access: { preset: 'hotel-enterprise' } };
    house = await connected(connection, limits);
    world = await consoleWorld(house.world);
    await world.operator('anna@example.com');
    const { id: network_id } = await made('/networks', { name: 'Guest' });
    const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' };
    await made('/captive-portals', {
      name: 'Lobby',
      slug: 'lobby',
      network_id,
      methods: ['room_surname'],
      tiers: [tier],
    });
    await made('/gateways', { name: 'chilli', network_id, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
    await eventually('the link is alive', () => hotel.ifc.isAlive);
  });
  afterAll(async () => {
    await world?.browser.close();
    await house?.close();
    await hotel?.stop();
  });

  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
  const call = (path: string, fields?: Record<string, string>) =>
    browse(world.port, { url: `http://127.0.0.1:${world.port}${path}`, mac: '', fields });

  /** Checks in, takes the tier at the portal, and the hotel system says nothing in time. Returns her room. */
  async function leftUnanswered(surname: string): Promise<string> {
    rooms += 1;
    const room = String(rooms);
    hotel.checkIn({ room, lastName: surname, firstName: 'Anna' });
    const account = `${room}-${surname}`.toLowerCase();
    await eventually('the account is there', async () => account in (await house.accounts()));
    hotel.verdictOnCharges = () => null;
    const challenge = '00112233445566778899aabbccddeeff';
    const mac = `AA-BB-CC-00-03-${room.slice(1)}`;
    const arrival = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
    const [signIn] = formsIn((await call(`/p/lobby?${arrival}`)).text);
    const [choice] = formsIn((await call('/p/lobby', { ...signIn!.fields, room, surname })).text);
    const [price] = formsIn((await call(choice!.action, choice!.fields)).text);
    let page = await call((await call(price!.action, price!.fields)).location);
    await eventually('it is charged', () => hotel.charges.some((each) => each.room === room));
    // The time in which the hotel system may answer is over.
    await house.world.fresh.database.query(
      systemContext(everyOrganization, 'test'),
      statement('', "update room_postings set expires_at = now() - interval '1 second' where room = $1"),
      [room],
    );
    await eventually('she is told', async () => {
      const [, next] = /http-equiv="refresh" content="[^"]*url=([^"]+)"/.exec(page.text) ?? [];
      if (next === undefined) return true;
      page = await call(unescaped(next));
      return false;
    });
    return room;
  }

  /** The page as somebody finds it who looks for what is unclear; the charge is open. */
  async function opened(room: string): Promise<ConsolePage> {
    const page = await world.signedIn('anna@example.com', '/console/room-postings?q=status:unclear');
    await page.getByRole('row', { name: new RegExp(`${room} €4\\.90 Fast Front desk Unclear`) }).waitFor();
    await page.getByRole('button', { name: /^\d+$/ }).first().click();
    return page;
  }
  const settled = async (page: ConsolePage, label: string, question: string) => {
    await page.getByRole('button', { name: label }).click();
    const asked = page.getByRole('dialog', { name: question });
    await asked.getByRole('button', { name: label }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: label }).click();
    await asked.waitFor({ state: 'detached' });
  };

  test('one that is found on the bill gives what was paid for; the page of payments says so, too', async () => {
    const room = await leftUnanswered('Gefunden');
    const page = await opened(room);
    const drawer = page.getByRole('dialog', { name: new RegExp(`^Charge \\d+, room ${room}$`) });
    await drawer.getByText('Check it in the hotel system').waitFor();
    await settled(page, 'It is on the bill', 'Is it on the bill?');
    await drawer.getByRole('row', { name: 'Status On the bill' }).waitFor();
    await drawer.getByRole('row', { name: 'Resolved by anna' }).waitFor();
    expect(await drawer.getByRole('button', { name: 'It is on the bill' }).count()).toBe(0);
    await house.world.app.get(PaymentSweep, { strict: false }).sweep();
    await page.goto(`http://127.0.0.1:${world.port}/console/payments?q=room:${room}`);
    await page.getByRole('row', { name: new RegExp(`Fast €4\\.90 Room charge ${room} Lobby Paid`) }).waitFor();
    await page.getByRole('button', { name: /202\d/ }).click();
    await page.getByRole('link', { name: 'Room charge' }).click();
    await drawer.getByRole('row', { name: 'Status On the bill' }).waitFor();
    expect(hotel.charges.filter((each) => each.room === room)).toHaveLength(1);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  test('one that is not on the bill is refused, and nobody is told of it any more', async () => {
    const room = await leftUnanswered('Nochmal');
    const page = await opened(room);
    const drawer = page.getByRole('dialog', { name: new RegExp(`^Charge \\d+, room ${room}$`) });
    await settled(page, 'It is not on the bill', 'Is it not on the bill?');
    await drawer.getByRole('row', { name: 'Status Rejected' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No results match this filter').waitFor();
    await expectNoFindings(page);
    await page.goto(`http://127.0.0.1:${world.port}/console/alerts?q=event:posting.unclear status:open,acknowledged`);
    await page.getByText('No results match this filter').waitFor();
    await page.context().close();
  });
});
