import { createHash } from 'node:crypto';
import { listBrokenMarker } from '../../src/connectors/pms/fias/fias.marker.js';
import { dice } from '../simulators/fias/ifc-line.js';
import { MewsSimulator } from '../simulators/mews/mews-simulator.js';
import type { WebhookSender } from '../simulators/mews/webhook-sender.js';
import { RemoteConsoleSimulator } from '../simulators/remote-console/remote-console-simulator.js';
import { brokenStories, differences, type SeenAccount } from './accounts.js';
import { DataFolder, freePort } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { accountsOf, type ExpectedAccount, TrackedHotel } from './tracked-hotel.js';
import { pause, until } from './until.js';

/** Our own note that a list broke off, in its place among the frames. */
const ownMarker = createHash('sha256').update(listBrokenMarker).digest('hex');
const webhookToken = 'kill-webhook-token-0123';
const everyRemoval = { max_removals: 100_000, max_removals_percent: 100 };

/**
 * A service that is killed again and again, and what surrounds it: three FIAS hotels and a Mews one, two remote
 * consoles.
 */
export class KillHouse {
  readonly roll: () => number;
  /** Its accounts are here; those of the other two are at remote consoles. */
  readonly own: TrackedHotel;
  readonly hotels: readonly TrackedHotel[];
  readonly connections = new Map<TrackedHotel, string>();
  service: RunningService;
  private readonly mewsGuests: { readonly id: string; readonly name: string; isIn: boolean }[] = [];
  private sender: WebhookSender;

  private constructor(
    seed: number,
    readonly folder: DataFolder,
    private readonly port: number,
    private readonly mews: MewsSimulator,
    private readonly consoles: readonly RemoteConsoleSimulator[],
  ) {
    this.roll = dice(seed);
    this.hotels = ['a', 'b', 'c'].map((letter) => new TrackedHotel(this.roll, letter));
    this.own = this.hotels[0];
  }

  static async open(seed: number): Promise<KillHouse> {
    const consoles = await Promise.all(
      (['extended', 'plain'] as const).map((mode) => RemoteConsoleSimulator.start({ mode, ratePerMinute: 50_000 })),
    );
    const mews = await MewsSimulator.start({ name: 'Hotel Seeblick', rooms: ['11'] });
    const house = new KillHouse(seed, await DataFolder.make(), await freePort(), mews, consoles);
    try {
      await Promise.all(house.hotels.map(({ hotel }) => hotel.start()));
      await house.start();
      await house.connect();
      return house;
    } catch (error) {
      await house.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.service?.kill();
    await Promise.all([
      ...this.hotels.map(({ hotel }) => hotel.stop()),
      this.mews.stop(),
      ...this.consoles.map((console) => console.close()),
    ]);
    await this.folder.remove();
  }

  async start(): Promise<void> {
    this.service = await startService({ USHER_DATA_DIR: this.folder.path, PORT: String(this.port) });
  }

  async linksAreAlive(): Promise<void> {
    await until('the links are alive', () => this.hotels.every(({ hotel }) => hotel.ifc.isAlive));
  }

  /** Things happen everywhere until the returned function is called. */
  burst(): () => void {
    const timer = setInterval(() => {
      for (let acts = 1 + Math.floor(this.roll() * 3); acts > 0; acts -= 1)
        this.hotels[Math.floor(this.roll() * 3)].act();
      if (this.roll() < 0.02) this.actAtMews();
    }, 8);
    return () => clearInterval(timer);
  }

  /**
   * Both remote consoles take their time over the next changes; the answer tells whether such calls are on their way.
   */
  slowConsoles(): () => boolean {
    for (const console of this.consoles)
      console.fail({ kind: 'slow', milliseconds: 700 }, { times: 12, matches: ({ method }) => method === 'POST' });
    return () => this.consoles.every(({ inFlight }) => inFlight > 0);
  }

  /** Mostly everything at once; now and then only the service, or the database a little earlier. */
  async kill(): Promise<string> {
    const way = ['both', 'both', 'service', 'database first'][Math.floor(this.roll() * 4)];
    if (way === 'database first') {
      await this.folder.killDatabase();
      await pause(this.roll() * 900);
    }
    await this.service.kill();
    if (way === 'both' || ((await this.folder.isDatabaseRunning()) && way !== 'service'))
      await this.folder.killDatabase();
    return way;
  }

  /**
   * Resolves when nothing waits any more: every stored message absorbed, every account looked at, every call settled.
   */
  async isQuiet(): Promise<void> {
    await until('every webhook is taken', () => this.sender.isIdle);
    await until('nothing waits', async () => {
      const text = await (await fetch(`${this.service.url}/metrics`)).text();
      return ['identities_due', 'inbox_waiting', 'operations_unsettled'].every((name) =>
        text.includes(`\nusher_${name} 0\n`),
      );
    });
  }

  /** What is wrong between each console and the frames that were stored. */
  async differencesFromStored(): Promise<string[]> {
    return (
      await Promise.all(
        this.hotels.map(async (told) => {
          const events = await this.events(told);
          const unread = events.filter(({ status }) => status === 'received' || status === 'dead').length;
          const stored = told.storedOf(events.map(({ digest }) => digest));
          if ('wrong' in stored) return [`hotel ${told.letter}: ${stored.wrong}`];
          return [
            ...(unread > 0 ? [`hotel ${told.letter}: ${unread} frames were never understood`] : []),
            ...differences(accountsOf(stored.texts), await this.accountsAt(told)),
          ];
        }),
      )
    ).flat();
  }

  async differencesFromHouses(): Promise<string[]> {
    return (
      await Promise.all(
        this.hotels.map(async (told) => {
          const events = await this.events(told);
          const stored = told.storedOf(events.map(({ digest }) => digest));
          if ('wrong' in stored) return [stored.wrong];
          const inHouse = told.inHouse();
          const names = new Set(inHouse.map(({ username }) => username.split('-')[1]));
          const left = accountsOf(stored.texts)
            .filter(({ username }) => !names.has(username.split('-')[1]))
            .map((account): ExpectedAccount => ({ ...account, disabled: 1 }));
          return differences([...inHouse, ...left], await this.accountsAt(told));
        }),
      )
    ).flat();
  }

  async differencesAtMews(): Promise<string[]> {
    const expected = this.mewsGuests.map(({ name, isIn }): ExpectedAccount => ({
      username: `mews-11-${name}`,
      disabled: isIn ? 0 : 1,
      group: 'Hotel guests',
    }));
    return differences(
      expected,
      (await this.ownAccounts()).filter(({ username }) => username.startsWith('mews-')),
    );
  }

  async brokenStories(): Promise<string[]> {
    return brokenStories(
      await this.folder.rows(
        `select identity_id as identity, kind, before, after from provision_log where status = 'done'
          and identity_id in (select id from identities where target_key = 'built-in') order by at, id`,
      ),
    );
  }

  async summary(): Promise<string> {
    const [row] = await this.folder.rows<Record<string, string>>(
      'select (select count(*) from inbox_events) as events, (select count(*) from users) as users, (select ' +
        'count(*) from provision_log) as log',
    );
    const sent = this.hotels.reduce((sum, { hotel }) => sum + hotel.ifc.said.length, 0);
    const elsewhere = this.consoles.map((each) => each.organization().users.size).join(' and ');
    return (
      `${row.events} messages stored of ${sent} said, ` +
      `${row.users} accounts here, ${elsewhere} elsewhere, ${row.log} changes`
    );
  }

  private async events(told: TrackedHotel): Promise<{ digest: string; status: string }[]> {
    const events = await this.folder.rows<{ digest: string; status: string }>(
      'select digest, status from inbox_events where connection_id = $1 order by seq',
      [this.connections.get(told)],
    );
    return events.filter(({ digest }) => digest !== ownMarker);
  }

  private async accountsAt(told: TrackedHotel): Promise<SeenAccount[]> {
    if (told === this.own) return (await this.ownAccounts()).filter(({ username }) => !username.startsWith('mews-'));
    const { users, groups } = this.consoles[this.hotels.indexOf(told) - 1].organization();
    return [...users.values()].map(({ username, disabled, table_id: group }) => ({
      username: String(username),
      disabled: Number(disabled),
      group: (groups.get(String(group))?.name as string | undefined) ?? null,
    }));
  }

  private ownAccounts(): Promise<SeenAccount[]> {
    return this.folder.rows(
      'select u.username, u.disabled::int as disabled, g.name as group from users u left join user_groups g ' +
        'on g.organization_id = u.organization_id and g.id = u.group_id',
    );
  }

  private actAtMews(): void {
    const { hotel } = this.mews;
    const somebody = this.mewsGuests.find(({ isIn }) => isIn);
    if (somebody && this.roll() < 0.4) {
      hotel.checkOut(somebody.id);
      somebody.isIn = false;
      return;
    }
    const name = `guestm${this.mewsGuests.length + 1}`;
    const id = hotel.book({
      guest: { firstName: 'Alex', lastName: name },
      room: '11',
      arrival: new Date(Date.now() - 600_000),
      departure: new Date(Date.now() + 200_000_000),
    });
    hotel.checkIn(id);
    this.mewsGuests.push({ id, name, isIn: true });
  }

  private async connect(): Promise<void> {
    for (const [index, told] of this.hotels.entries()) {
      const remote = this.consoles[index - 1];
      const target = remote
        ? {
            console: 'remote',
            base_url: remote.address,
            token: remote.token,
            organization_id: 'org-1',
            rate_per_minute: 50_000,
          }
        : { console: 'built-in' };
      const settings = {
        host: '127.0.0.1',
        port: told.hotel.port,
        time_zone: 'Europe/Vienna',
        site: `hotel-${told.letter}`,
      };
      const id = await this.create({
        name: `Hotel ${told.letter}`,
        connector: 'fias',
        settings,
        target,
        access: { preset: 'hotel-enterprise' },
        safety: everyRemoval,
        enabled: true,
      });
      this.connections.set(told, id);
    }
    const { mews } = this;
    const id = await this.create({
      name: 'Hotel Seeblick',
      connector: 'mews',
      settings: { base_url: mews.url },
      schedule: { full: null, incremental: null },
      secrets: { client_token: mews.clientToken, access_token: mews.accessToken, webhook_token: webhookToken },
      access: { preset: 'hotel-enterprise', username: 'mews-{{ room }}-{{ last_name | ascii | downcase }}' },
      target: { console: 'built-in' },
      enabled: true,
    });
    this.sender = mews.postWebhooksTo({
      url: `${this.service.url}/hooks/${id}/${webhookToken}`,
      lagMilliseconds: 20,
      retryMilliseconds: 200,
      attempts: 200,
      duplicated: true,
      shuffled: true,
    });
    await this.linksAreAlive();
    await until('the first, empty lists are done', async () =>
      (await Promise.all(this.hotels.map((told) => this.lastList(told)))).every(Boolean),
    );
  }

  /** Orders a full list of every hotel; resolves when the runs that were answered with are done. */
  async listed(): Promise<void> {
    await Promise.all(
      this.hotels.map(async (told) => {
        const answer = await this.service.call('POST', `/connections/${this.connections.get(told)}/sync`, {
          mode: 'full',
          dry_run: false,
        });
        if (answer.status !== 202)
          throw new Error(`POST sync answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        await until(`the list of hotel ${told.letter} is done`, async () => {
          const { body } = await this.service.call('GET', `/runs/${String(answer.body.id)}`);
          if (body.status === 'failed' || body.status === 'cancelled')
            throw new Error(`the list of hotel ${told.letter} is ${body.status}: ${JSON.stringify(body.problem)}`);
          return body.status === 'done';
        });
      }),
    );
  }

  async lastList(told: TrackedHotel): Promise<string | null> {
    return (await this.service.call('GET', `/connections/${this.connections.get(told)}`)).body.last_full_scan_at as
      string | null;
  }

  private async create(connection: Record<string, unknown>): Promise<string> {
    const answer = await this.service.call('POST', '/connections', connection);
    if (answer.status !== 201)
      throw new Error(`POST /connections answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  }
}
