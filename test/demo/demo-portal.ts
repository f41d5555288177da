import { installedBrowser, launchBrowser } from '../browser/installed-browser.js';
import type { RunningService } from '../e2e/service.js';
import { browse, formsIn } from '../portal/plain-browser.js';
import { makes, SmallGateway } from '../portal/small-gateway.js';
import { radclient } from '../radius/radclient.js';
import type { DemoWifi } from './demo-wifi.js';

type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

const [make] = makes;
const anywhere = 'http://example.com/';
const mac = 'aa:bb:cc:00:44:12';

/** What a phone that was led through the hotel's page saw last. */
export interface Seen {
  readonly isOnline: boolean;
  readonly text: string;
}

/** Without FreeRADIUS nobody answers. */
const nowhere = { auth: 0, account: (attributes: readonly string[]) => radclient(0, 'acct', attributes) };

/** The hotel's page and a gateway that sends phones there: a browser's where Chromium is, plain HTTP elsewhere. */
export class DemoPortal {
  private constructor(
    private readonly page: string,
    private readonly gateway: SmallGateway,
    /** FreeRADIUS answers the gateway. */
    readonly leadsOn: boolean,
  ) {}

  static readonly browser = installedBrowser;

  static async open(api: Api, service: RunningService, wifi: DemoWifi | null): Promise<DemoPortal> {
    const networkId = wifi?.networkId ?? (await api('POST', '/networks', { name: 'Lindenhof', ssid: 'Lindenhof' })).id;
    const { slug } = await api('POST', '/captive-portals', {
      name: 'Hotel Lindenhof',
      network_id: networkId,
      methods: ['room_surname', 'voucher'],
      theme: { title: 'Welcome to the Lindenhof', colour: '#1b5e20' },
      terms: { version: '1', texts: { en: 'Be kind to each other.', de: 'Seien Sie nett zueinander.' } },
    });
    const { name, host, secrets } = make;
    await api('POST', '/gateways', {
      name: 'Lobby',
      network_id: networkId,
      vendor: name,
      login_hosts: [host],
      secrets,
    });
    const page = `${service.url}/p/${String(slug)}/${name}`;
    return new DemoPortal(page, await SmallGateway.open(make, page, wifi ?? nowhere, 'Lindenhof'), wifi !== null);
  }

  /** The accounting session of the phone, when it is online. */
  get session(): string | undefined {
    return this.gateway.sessionOf(mac);
  }

  /** A phone opens some page of the web, and fills in what it gets instead. */
  async comesIn(room: string, surname: string): Promise<Seen> {
    return DemoPortal.browser && this.leadsOn ? this.inBrowser(room, surname) : this.byHttp(room, surname);
  }

  close(): void {
    this.gateway.close();
  }

  private async inBrowser(room: string, surname: string): Promise<Seen> {
    const browser = await launchBrowser({
      args: ['--disable-features=HttpsUpgrades'],
      // All of the web lies behind the gateway, but for the hotel's page.
      proxy: { server: `http://127.0.0.1:${this.gateway.port}`, bypass: '127.0.0.1' },
    });
    try {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        extraHTTPHeaders: { 'x-device': mac },
      });
      const page = await context.newPage();
      await page.goto(anywhere);
      await page.locator('#room_surname-room').fill(room);
      await page.locator('#room_surname-surname').fill(surname);
      await page.locator('#room_surname-terms').check();
      await page.locator('form:has(#room_surname-room) button:not(.plain)').click();
      await page.locator('[role=alert], form[action*="/status"]').first().waitFor();
      const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
      await page.goto(anywhere);
      return { isOnline: (await page.content()).includes('the web'), text };
    } finally {
      await browser.close();
    }
  }

  private async byHttp(room: string, surname: string): Promise<Seen> {
    const portal = Number(new URL(this.page).port);
    const { location } = await browse(this.gateway.port, { url: anywhere, mac });
    const first = await browse(portal, { url: location, mac });
    const form = formsIn(first.text).find(({ fields }) => fields.by === 'room_surname');
    const fields = { ...form?.fields, room, surname, terms: '1' };
    const sent = await browse(portal, { url: new URL(form?.action ?? '', location).href, mac, fields });
    const login = sent.location;
    if (!login.startsWith(`http://${make.host}`)) return { isOnline: false, text: sent.text };
    if (!this.leadsOn) return { isOnline: false, text: login };
    const answer = await browse(this.gateway.port, { url: login, mac });
    const status = await browse(portal, { url: answer.location, mac });
    const web = await browse(this.gateway.port, { url: anywhere, mac });
    const text = /<main>([\s\S]*?)<\/main>/.exec(status.text)?.[1] ?? '';
    return { isOnline: web.text === 'the web', text: text.replaceAll(/(?:<[^>]*>|\s)+/g, ' ').trim() };
  }
}
