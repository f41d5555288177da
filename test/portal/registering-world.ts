import { PortalMessageSender } from '../../src/portal/requests/portal-message-sender.js';
import type { Settings } from '../../src/kernel/settings.js';
import { usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { MailServer } from '../console/alerts/mail-server.js';
import { SmsGatewayServer } from '../provisioning/deliver/sms-gateway.js';

/** Where mails lead to: nothing listens there, the tests ask for the same path. */
const base = 'https://wifi.example.com';

/** A service with a mail server and an SMS gateway on real sockets. */
export async function registeringWorld(other: Partial<Settings> = {}) {
  const mails = await MailServer.listening();
  const texts = await SmsGatewayServer.listening();
  const settings: Partial<Settings> = {
    rateLimitPerMinute: 100_000,
    baseUrl: base,
    smtp: smtpAt(mails.port),
    ...other,
  };
  const world = await usherWorld({ settings });
  const sms = { url: texts.url, method: 'POST', json: { to: '{{ to }}', text: '{{ text }}' }, country_code: '43' };
  await world.made(200, 'PATCH', '/delivery-settings', { body: { sms } });
  let count = 0;
  let devices = 0;

  const page = (path: string) => world.ask('GET', path, { token: null });
  function post(path: string, typed: Record<string, string>) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return world.ask('POST', path, { token: null, headers, body: new URLSearchParams(typed).toString() });
  }
  function newMac(): string {
    devices += 1;
    const two = (value: number) => String(value).padStart(2, '0');
    return `aa-bb-cc-11-${two(Math.floor(devices / 100))}-${two(devices % 100)}`;
  }

  async function sent(): Promise<void> {
    const sender = world.app.get(PortalMessageSender, { strict: false });
    await sender.round();
    await sender.settled();
  }

  return {
    world,
    mails,
    texts,
    page,
    post,
    newMac,
    /** A portal behind a gateway. */
    async house(fields: object): Promise<{ readonly id: string; readonly slug: string }> {
      const mark = (count += 1);
      const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: `network ${mark}` } });
      const portal = { name: `House ${mark}`, network_id: networkId, methods: ['self_registration'], ...fields };
      const { id, slug } = await world.made(201, 'POST', '/captive-portals', { body: portal });
      const gateway = { name: `gateway ${mark}`, network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
      await world.made(201, 'POST', '/gateways', { body: gateway });
      return { id: String(id), slug: String(slug) };
    },
    /** The form of that way in, filled in; what follows within the portal, as a browser shows it. */
    async asks(slug: string, by: string, typed: Record<string, string>, mac = newMac()) {
      const { text } = await page(`/p/${slug}?${arrivalOf(mac)}`);
      const answer = await post(`/p/${slug}`, { state: stateIn(text), by, ...typed });
      const next = answer.headers.location ?? '';
      return answer.status === 303 && next.startsWith('/') ? page(next) : answer;
    },
    /** What is due leaves. */
    sent,
    lastLink: () => linkIn(mails.mails.at(-1)?.body ?? ''),
    lastCode: () => codeIn(texts.received.at(-1)?.body),
    /** Of the message to that number, whatever else is on its way. */
    async codeTo(number: string): Promise<string> {
      const toIt = () => texts.received.findLast(({ body }) => (JSON.parse(body) as { to: string }).to === number);
      await eventually(`a message to ${number} arrives`, async () => {
        await sent();
        return toIt() !== undefined;
      });
      return codeIn(toIt()?.body);
    },
    registrations: (slug: string) =>
      world.sql<Record<string, unknown>>(
        `select r.*, u.valid_until as account_until, extract(epoch from r.until_at - r.since_at)::int as seconds
         from registrations r
         join captive_portals p on p.organization_id = r.organization_id and p.id = r.captive_portal_id
         left join users u on u.organization_id = r.organization_id and u.id = r.user_id
         where p.slug = $1 order by r.since_at`,
        [slug],
      ),
    async close(): Promise<void> {
      await world.close();
      await mails.close();
      await texts.close();
    },
  };
}

function codeIn(body = '{}'): string {
  return /\b(\d{6})\b/.exec((JSON.parse(body) as { text: string }).text)?.[1] ?? '';
}

export type RegisteringWorld = Awaited<ReturnType<typeof registeringWorld>>;

export function arrivalOf(mac: string): string {
  const device = `mac=${mac}&nasid=lobby&called=aa-bb-cc-00-00-01`;
  return `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=0123456789abcdef0123456789abcdef&${device}`;
}

export function stateIn(html: string): string {
  return /name="state" value="([^"]*)"/.exec(html)?.[1] ?? '';
}

/** Path of the link of a mail. */
export function linkIn(body: string): string {
  return /https?:\/\/[\w.:-]+(\/p\/[\w-]+\/confirm\/[a-z2-7]+)/.exec(body)?.[1] ?? '';
}

function smtpAt(port: number): Settings['smtp'] {
  const from = { name: 'Usher', address: 'usher@example.com' };
  const plain = { isTlsFirst: false, tls: 'none', user: null, password: null } as const;
  return { host: '127.0.0.1', port, ...plain, from, timeoutSeconds: 5 };
}
