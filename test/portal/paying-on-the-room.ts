import { eventually } from '../kernel/manual-clock.js';
import type { Connected } from '../e2e/connected.js';
import { browse, formsIn, unescaped } from './plain-browser.js';

interface ChosenTier {
  readonly tier: string | null;
  readonly price: number | null;
  readonly pay: string | null;
}

/** A hotel whose lobby sells a faster tier, charged to the room; and a guest's browser in front of it. */
export class PaidLobby {
  private constructor(private readonly house: Connected) {}

  /** Once all guests of the hotel system have an account. */
  static async open(house: Connected, guests: number): Promise<PaidLobby> {
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
    return new PaidLobby(house);
  }

  /** Room and surname, the paid tier, and the price accepted: where the page waits. */
  async pays(room: string, surname: string): Promise<string> {
    const [paid] = formsIn((await this.shown(room, surname)).text);
    const confirm = await this.call(paid.action, paid.fields);
    const [accepting] = formsIn(confirm.text);
    return (await this.call(accepting.action, accepting.fields)).location;
  }

  /** Where room and surname lead somebody who has nothing to choose: to what she has paid for. */
  async signsIn(room: string, surname: string): Promise<string> {
    return (await this.shown(room, surname)).location;
  }

  private async shown(room: string, surname: string) {
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

  /** What a guest paid for. */
  async paidBy(lastName: string): Promise<ChosenTier[]> {
    const { _embedded } = await this.house.world.made(200, 'GET', `/registrations?filter[last_name]=${lastName}`);
    return (_embedded.registrations as ChosenTier[]).filter(({ tier }) => tier !== null);
  }

  async postingsOf(room: string): Promise<{ readonly status: string }[]> {
    const { _embedded } = await this.house.world.made(200, 'GET', `/room-postings?filter[room]=${room}`);
    return _embedded.room_postings as { readonly status: string }[];
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
