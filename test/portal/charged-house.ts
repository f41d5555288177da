import { type Connected, connected } from '../e2e/connected.js';
import { eventually } from '../kernel/manual-clock.js';
import { browse, formsIn, unescaped } from './plain-browser.js';

/** A guest who is in house, as the login page asks for her. */
export interface PayingGuest {
  readonly room: string;
  readonly surname: string;
}

/** A hotel whose guests may buy a fast tier on their room, from the login page on. */
export class ChargedHouse {
  private constructor(readonly house: Connected) {}

  /** Waits until as many guests have an account. */
  static async open(connection: Readonly<Record<string, unknown>>, guests: number): Promise<ChargedHouse> {
    const house = await connected({ access: { preset: 'hotel-enterprise' }, ...connection });
    await house.scan();
    await eventually('everybody has an account', async () => Object.keys(await house.accounts()).length === guests);
    const made = (path: string, body: object) => house.world.made(201, 'POST', path, { body });
    const { id: networkId } = await made('/networks', { name: 'Guest' });
    const { id: group } = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'room' };
    await made('/captive-portals', {
      name: 'Lobby',
      slug: 'lobby',
      network_id: networkId,
      methods: ['room_surname'],
      tiers: [tier],
    });
    await made('/gateways', { name: 'chilli', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
    return new ChargedHouse(house);
  }

  close(): Promise<void> {
    return this.house.close();
  }

  /** Room and surname, the paid tier, and the price accepted: where the page waits. */
  async pays(guest: PayingGuest): Promise<string> {
    const [paid] = formsIn((await this.shows(guest)).text);
    const confirm = await this.call(paid.action, paid.fields);
    const [accepting] = formsIn(confirm.text);
    return (await this.call(accepting.action, accepting.fields)).location;
  }

  /** Where room and surname lead who has nothing to choose: to what she has paid for. */
  async signsIn(guest: PayingGuest): Promise<string> {
    return (await this.shows(guest)).location;
  }

  private async shows({ room, surname }: PayingGuest) {
    const query = new URLSearchParams({
      res: 'notyet',
      uamip: '10.1.0.1',
      uamport: '3990',
      challenge: '00112233445566778899aabbccddeeff',
      mac: `AA-BB-CC-00-01-${room.slice(1)}`,
    });
    const [form] = formsIn((await this.call(`/p/lobby?${query}`)).text);
    return this.call('/p/lobby', { ...form.fields, room, surname });
  }

  /** Follows the page as its refresh does, until it leads elsewhere. */
  async outcome(location: string) {
    let page = await this.call(location);
    await eventually('the page goes on', async () => {
      if (!/http-equiv="refresh"/.test(page.text)) return true;
      const [, next] = /url=([^"]+)"/.exec(page.text) ?? [];
      page = await this.call(unescaped(next));
      return false;
    });
    return page;
  }

  /** Registrations of hers that were paid for. */
  async paidBy({ surname }: PayingGuest): Promise<readonly { readonly tier: string; readonly pay: string }[]> {
    const path = `/registrations?filter[last_name]=${surname}`;
    const { _embedded } = await this.house.world.made(200, 'GET', path);
    return (_embedded.registrations as { tier: string; pay: string }[]).filter(({ tier }) => tier !== null);
  }

  /** Her charges, as the hotel looks them up. */
  async postingsOf({ room }: PayingGuest): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { _embedded } = await this.house.world.made(200, 'GET', `/room-postings?filter[room]=${room}`);
    return _embedded.room_postings as Readonly<Record<string, unknown>>[];
  }

  /** What the connection test says of charges. */
  async chargeCheck(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { checks } = await this.house.world.made(200, 'POST', `/connections/${this.house.connectionId}/test`);
    return (checks as { name: string }[]).find(({ name }) => name === 'charges');
  }

  private call(path: string, fields?: Record<string, string>) {
    const { port } = this.house.world;
    return browse(port, { url: `http://127.0.0.1:${port}${path}`, mac: '', fields });
  }
}
