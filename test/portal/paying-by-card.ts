import { PaymentSweep } from '../../src/portal/payments/payment-sweep.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { CheckoutSimulator, type SimulatedSession } from '../simulators/stripe/checkout-simulator.js';
import { browse, formsIn, linksIn } from './plain-browser.js';

export interface PayingGuest {
  readonly username: string;
  readonly mac: string;
}

/** A lobby that sells a faster tier by card, and browsers of guests in front of it. */
export class CardLobby {
  private guests = 0;

  private constructor(
    readonly usher: UsherWorld,
    readonly stripe: CheckoutSimulator,
    private readonly slug: string,
    readonly portalId: string,
    readonly providerId: string,
    private readonly groupId: string,
  ) {}

  static async open(): Promise<CardLobby> {
    return CardLobby.of(await usherWorld(), 'lobby');
  }

  /** The same in another organization. */
  async beside(slug: string): Promise<CardLobby> {
    return CardLobby.of(await this.usher.within(slug), slug);
  }

  private static async of(usher: UsherWorld, slug: string): Promise<CardLobby> {
    const stripe = await CheckoutSimulator.start();
    const made = async (path: string, body: object) => String((await usher.made(201, 'POST', path, { body })).id);
    const secrets = { secret_key: stripe.key, webhook_secret: stripe.webhookSecret };
    const provider = await made('/payment-providers', { name: 'Stripe', type: 'stripe', url: stripe.url, secrets });
    const network = await made('/networks', { name: 'Guest' });
    const group = await made('/user-groups', { name: 'Fast guests', policy: {} });
    const tier = { name: 'Fast', price: 490, currency: 'EUR', group, duration: 86_400, pay: 'card' };
    const lobby = { name: 'Lobby', slug, network_id: network, methods: ['username_password'], tiers: [tier] };
    const portal = await made('/captive-portals', lobby);
    await made('/gateways', { name: 'chilli', network_id: network, vendor: 'coova', login_hosts: ['10.1.0.1:3990'] });
    return new CardLobby(usher, stripe, slug, portal, provider, group);
  }

  async close(): Promise<void> {
    await this.usher.close();
    await this.stripe.stop();
  }

  async guest(): Promise<PayingGuest> {
    const username = `payer-${(this.guests += 1)}`;
    const user = { username, password: 'a password of hers', table_id: this.groupId };
    await this.usher.made(201, 'POST', '/users', { body: user });
    return { username, mac: `AA-BB-CC-00-04-${String(this.guests).padStart(2, '0')}` };
  }

  async signsIn({ username, mac }: PayingGuest) {
    const challenge = '00112233445566778899aabbccddeeff';
    const query = new URLSearchParams({ res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge, mac });
    const [form] = formsIn((await this.call(`/p/${this.slug}?${query}`)).text);
    return this.call(`/p/${this.slug}`, { ...form.fields, username, password: 'a password of hers' });
  }

  /** The form by which she accepts the price. */
  async toThePrice(who: PayingGuest): Promise<{ action: string; fields: Record<string, string> }> {
    const [paid] = formsIn((await this.signsIn(who)).text);
    const [accepting] = formsIn((await this.call(paid.action, paid.fields)).text);
    return accepting;
  }

  /** Accepts the price, and stands on the page of the provider. */
  async toThePage(who: PayingGuest): Promise<SimulatedSession> {
    const { action, fields } = await this.toThePrice(who);
    const { text } = await this.call(action, fields);
    return this.stripe.at(linksIn(text).find((url) => url.startsWith(this.stripe.url)) ?? 'nowhere');
  }

  call(path: string, fields?: Record<string, string>) {
    const { port } = this.usher;
    return browse(port, { url: `http://127.0.0.1:${port}${path}`, mac: '', fields });
  }

  payments(): Promise<Record<string, unknown>[]> {
    return this.usher.made(200, 'GET', '/payments').then(({ _embedded }) => _embedded.payments);
  }

  payment({ client_reference_id: id }: SimulatedSession): Promise<Record<string, unknown>> {
    return this.usher.made(200, 'GET', `/payments/${id}`);
  }

  sweep(): Promise<void> {
    return this.usher.app.get(PaymentSweep, { strict: false }).sweep();
  }
}
