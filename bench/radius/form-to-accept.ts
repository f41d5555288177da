import { browse, formsIn } from '../../test/portal/plain-browser.js';
import { sharedSecret } from '../../test/radius/around.js';
import { summary } from '../load.js';
import type { Figure } from '../report.js';
import { pause } from '../service-process.js';
import { ask, type World } from '../world.js';
import { AccessPointLoad } from './access-points.js';
import { accessRequest, codes } from './packets.js';

const guests = 200;
const perSecond = 20;
const gateway = '10.4.0.1';

/** From the form that a guest sends, voucher in hand, to the Access-Accept for the ticket that the page gave. */
export async function formToAccept(world: World, portal: URL, authPort: number): Promise<Figure[]> {
  const codesOfVouchers = await vouchers(world);
  for (let guest = 0; guest < 5; guest += 1) await oneGuest(portal, authPort, codesOfVouchers[guest], guest);
  const begun = performance.now();
  const waits = await Promise.all(
    codesOfVouchers.slice(5).map(async (code, guest) => {
      await pause(Math.max(0, begun + (guest * 1000) / perSecond - performance.now()));
      return oneGuest(portal, authPort, code, 100 + guest);
    }),
  );
  const form = summary(waits.map(({ formMilliseconds }) => formMilliseconds));
  const all = summary(waits.map(({ allMilliseconds }) => allMilliseconds));
  const words = ({ p50Milliseconds, p99Milliseconds }: typeof all) =>
    `p50 ${p50Milliseconds.toFixed(1)} ms, p99 ${p99Milliseconds.toFixed(1)} ms`;
  return [
    { name: `form to admitted, ${perSecond} guests a second: a voucher, then its ticket at RADIUS`, ours: words(all) },
    { name: 'of which the form', ours: words(form) },
  ];
}

async function vouchers(world: World): Promise<string[]> {
  const { id } = await ask(world, 'POST', '/user-groups', { name: 'Guests' });
  const made = await ask(world, 'POST', '/vouchers', { table_id: id, duration: 3600, count: guests + 5 });
  return (made as { _embedded: { vouchers: { code: string }[] } })._embedded.vouchers.map(({ code }) => code);
}

async function oneGuest(
  portal: URL,
  authPort: number,
  code: string,
  guest: number,
): Promise<{ readonly formMilliseconds: number; readonly allMilliseconds: number }> {
  const number = guest.toString(16).padStart(4, '0');
  const mac = `02-00-00-00-${number.slice(0, 2)}-${number.slice(2)}`;
  const redirect = new URLSearchParams({ sip: gateway, client_mac: mac.replaceAll('-', ''), uip: '10.9.0.7' });
  const first = await browse(Number(portal.port), { url: `${portal.href}?${redirect}`, mac });
  const form = formsIn(first.text).find(({ fields }) => fields.by === 'voucher');
  const startedAt = performance.now();
  const fields = { ...form?.fields, code };
  const sent = await browse(Number(portal.port), { url: new URL(form?.action ?? '', portal).href, mac, fields });
  const formMilliseconds = performance.now() - startedAt;
  const { username = '', password = '' } = formsIn(sent.text)[0]?.fields ?? {};
  const point = await AccessPointLoad.open('127.0.0.1');
  const visitor = { username, password, mac: mac.toUpperCase() };
  const answer = await point.ask(authPort, (id) => accessRequest(id, visitor, sharedSecret));
  const allMilliseconds = performance.now() - startedAt;
  point.close();
  if (answer?.[0] !== codes.accessAccept)
    throw new Error(`guest ${guest} was not let in (${sent.status}), so the figures mean nothing`);
  return { formMilliseconds, allMilliseconds };
}
