import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mews } from '../../src/connectors/pms/mews/mews.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { Stay } from '../../src/provisioning/facts/facts.js';
import { open } from '../connector-contract/session.js';
import { eventually } from '../kernel/manual-clock.js';
import type { WebhookPlan, WebhookSender } from '../simulators/mews/webhook-sender.js';
import { outside, webhookToken, type MewsOutside } from './mews-rig.js';

/** Takes what Mews posts as the service would: verified, kept, answered. */
class Hook {
  readonly bodies: Buffer[] = [];
  answers: number[] = [];
  private readonly server: Server;

  constructor(connector: Connector) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void this.take(connector, String(request.url), Buffer.concat(chunks)).then((status) =>
          response.writeHead(status).end(),
        );
      });
    });
  }

  private async take(connector: Connector, url: string, body: Buffer): Promise<number> {
    const status = this.answers.shift() ?? 200;
    try {
      await connector.receives!.verify({
        method: 'POST',
        path: url.slice('/hooks/0190'.length),
        headers: {},
        body,
        remoteAddress: '203.0.113.9',
      });
    } catch {
      return 401;
    }
    if (status === 200) this.bodies.push(body);
    return status;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/0190/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}

const arrival = '2026-05-14T12:00:00Z';
const departure = '2026-05-17T09:00:00Z';
const jana = { firstName: 'Jana', lastName: 'Nováková' };
const sean = { firstName: 'Seán', lastName: "O'Brien" };

let world: MewsOutside;
let connector: Connector;
let hook: Hook;
let hookUrl: string;
let sender: WebhookSender;

beforeEach(async () => {
  world = await outside();
  connector = open(mews as unknown as ConnectorDefinition, world).connector;
  hook = new Hook(connector);
  hookUrl = `${await hook.listen()}${webhookToken}`;
  sender = posting({});
});

afterEach(async () => {
  await hook.stop();
  await world.stop();
});

function posting(plan: Partial<WebhookPlan>): WebhookSender {
  return world.simulator.postWebhooksTo({ url: hookUrl, lagMilliseconds: 60_000, ...plan });
}

function postInstead(plan: Partial<WebhookPlan>): void {
  sender.stop();
  sender = posting(plan);
}

/** What the hooks that came in lead to: hints, then readings. */
async function heard(): Promise<readonly Change[]> {
  await sender.flush();
  const hints = hook.bodies
    .splice(0)
    .flatMap((body) => connector.receives!.interpret({ body, receivedAt: world.clock.instant(), sequence: '1' }))
    .filter((change) => change.kind === 'hint');
  return connector.reads!.read(hints, AbortSignal.timeout(200_000));
}

function guests(changes: readonly Change[]): Record<string, string> {
  return Object.fromEntries(
    changes
      .flatMap((change) => (change.kind === 'group' ? change.records : []))
      .map(({ facts }) => facts as Stay)
      .map(({ lastName, room, status }) => [lastName, `${room} ${status}`]),
  );
}

describe('a hotel day by webhooks', () => {
  test('arrival, move, longer stay, departure: each is read as it is', async () => {
    const { hotel } = world.simulator;
    const id = hotel.book({ guest: jana, companions: [sean], room: '112', arrival, departure });
    expect(guests(await heard())).toEqual({ Nováková: '112 expected', "O'Brien": '112 expected' });
    hotel.checkIn(id);
    expect(guests(await heard())).toEqual({ Nováková: '112 in_house', "O'Brien": '112 in_house' });
    hotel.move(id, '118');
    hotel.extend(id, '2026-05-19T09:00:00Z');
    const [moved] = await heard();
    expect(moved).toMatchObject({
      kind: 'group',
      parentKey: id,
      records: [{ facts: { room: '118', departureAt: '2026-05-19T09:00:00.000Z' } }, { facts: { room: '118' } }],
    });
    hotel.checkOut(id);
    expect(guests(await heard())).toEqual({ Nováková: '118 checked_out', "O'Brien": '118 checked_out' });
    hotel.reinstate(id);
    expect(guests(await heard())).toEqual({ Nováková: '118 in_house', "O'Brien": '118 in_house' });
  });

  test('a no-show, a cancellation and an undone check-in', async () => {
    const { hotel } = world.simulator;
    const [absent, cancelled, undone] = ['Absent', 'Cancelled', 'Undone'].map((lastName, index) =>
      hotel.book({ guest: { lastName }, room: String(110 + index), arrival, departure }),
    );
    hotel.checkIn(undone);
    await heard();
    hotel.noShow(absent);
    hotel.cancel(cancelled);
    hotel.undoCheckIn(undone);
    expect(guests(await heard())).toEqual({
      Absent: '110 no_show',
      Cancelled: '111 cancelled',
      Undone: '112 expected',
    });
  });

  test('a companion who joins without a word about the reservation is found by the profile alone', async () => {
    const { hotel } = world.simulator;
    const id = hotel.book({ guest: jana, room: '112', arrival, departure });
    hotel.checkIn(id);
    const [before] = await heard();
    await world.clock.advance(60);
    const companion = hotel.addCompanion(id, sean);
    const [after] = await heard();
    expect(guests([after])).toEqual({ Nováková: '112 in_house', "O'Brien": '112 in_house' });
    hotel.removeCompanion(id, companion);
    await world.clock.advance(1);
    const [left] = await connector.reads!.read([{ of: 'parent', key: id }], AbortSignal.timeout(200_000));
    expect(guests([left])).toEqual({ Nováková: '112 in_house' });
    const versions = [before, after, left].map((change) => (change.kind === 'group' ? change.version! : ''));
    expect(versions[1] > versions[0] && versions[2] > versions[1]).toBe(true);
  });

  test('in a reservation of a company, the companion named first is the main guest', async () => {
    const { hotel } = world.simulator;
    hotel.book({ companions: [jana, sean], room: '112', arrival, departure });
    const [group] = await heard();
    const roles =
      group.kind === 'group'
        ? group.records.map(({ facts }) => facts as Stay).map(({ lastName, role }) => `${lastName} ${role}`)
        : [];
    expect(roles).toEqual(['Nováková primary', "O'Brien accompanying"]);
  });

  test('a corrected name, a merged profile and a renamed room reach everybody they concern', async () => {
    const { hotel } = world.simulator;
    const id = hotel.book({ guest: { lastName: 'Novakova' }, companions: [sean], room: 'D1-A', arrival, departure });
    hotel.checkIn(id);
    expect(guests(await heard())).toEqual({ Novakova: 'D1 in_house', "O'Brien": 'D1 in_house' });
    hotel.editCustomer(hotel.customerOf(id), { LastName: 'Nováková' });
    expect(guests(await heard())).toEqual({ Nováková: 'D1 in_house', "O'Brien": 'D1 in_house' });
    hotel.renameRoom('D1', 'Attic');
    expect(guests(await heard())).toEqual({ Nováková: 'Attic in_house', "O'Brien": 'Attic in_house' });
    const survivor = hotel.customerOf(
      hotel.book({ guest: { lastName: 'Survivor' }, arrival: '2027-01-01', departure: '2027-01-02' }),
    );
    hotel.mergeCustomer(hotel.customerOf(id), survivor);
    expect(guests(await heard())).toEqual({ Survivor: 'Attic in_house', "O'Brien": 'Attic in_house' });
  });

  test('a parking space is no room, and a stay beyond the expected days is not looked at', async () => {
    const { hotel } = world.simulator;
    hotel.book({ guest: { lastName: 'Driver' }, room: 'P1', service: 'parking', arrival, departure });
    hotel.book({
      guest: { lastName: 'Planner' },
      room: '112',
      arrival: '2026-08-01T13:00:00Z',
      departure: '2026-08-02T09:00:00Z',
    });
    expect(guests(await heard())).toEqual({});
  });

  test('two hundred arrivals in one message are a few requests', async () => {
    const { hotel } = world.simulator;
    const ids = Array.from({ length: 200 }, (_, index) =>
      hotel.book({
        guest: { lastName: `Guest${index}` },
        companions: [sean],
        room: String(100 + (index % 80)),
        arrival,
        departure,
      }),
    );
    for (const id of ids) hotel.checkIn(id);
    await connector.test(AbortSignal.timeout(200_000));
    const before = world.simulator.asked.length;
    const changes = await heard();
    expect(changes).toHaveLength(200);
    expect(sender.sent).toHaveLength(1);
    // Two of them for what the house is like, which a test does not remember.
    expect(world.simulator.asked.length - before).toBeLessThanOrEqual(10);
  });
});

describe('webhooks as they come', () => {
  test('a message that was refused comes again, and nothing is lost', async () => {
    postInstead({ retryMilliseconds: 10 });
    hook.answers = [500];
    world.simulator.hotel.book({ guest: jana, room: '112', arrival, departure });
    await eventually('the message came again', async () => {
      await sender.flush();
      return hook.bodies.length > 0;
    });
    expect(guests(await heard())).toEqual({ Nováková: '112 expected' });
  });

  test('duplicated and in reverse, they lead to the same', async () => {
    postInstead({ duplicated: true, shuffled: true });
    const { hotel } = world.simulator;
    const id = hotel.book({ guest: jana, companions: [sean], room: '112', arrival, departure });
    hotel.checkIn(id);
    hotel.move(id, '118');
    await sender.flush();
    expect(hook.bodies.length).toBe(2);
    const changes = await heard();
    expect(changes).toHaveLength(1);
    expect(guests(changes)).toEqual({ Nováková: '118 in_house', "O'Brien": '118 in_house' });
  });

  test('after too many refusals Mews drops the message, and the next poll finds what it was about', async () => {
    await world.clock.advance(60);
    const since = { since: world.clock.instant() };
    postInstead({ attempts: 1 });
    hook.answers = [503, 503];
    world.simulator.hotel.book({ guest: jana, room: '112', arrival, departure });
    await sender.flush();
    expect(sender.discarded).toBe(1);
    await world.clock.advance(60);
    const found: Change[] = [];
    for await (const { changes } of connector.polls!.changes(since, AbortSignal.timeout(200_000)))
      found.push(...changes);
    expect(guests(found)).toEqual({ Nováková: '112 expected' });
  });

  test('events of another hotel of the same integration are not asked about', () => {
    const single = open(mews as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, enterprise_id: '11111111-2222-4333-8444-555555555555' },
    }).connector;
    const body = Buffer.from(
      JSON.stringify({
        EnterpriseId: world.simulator.hotel.enterpriseId,
        IntegrationId: 'x',
        Events: [{ Discriminator: 'CustomerUpdated', Value: { Id: world.simulator.hotel.enterpriseId } }],
      }),
    );
    expect(single.receives!.interpret({ body, receivedAt: world.clock.instant(), sequence: '1' })).toEqual([
      { kind: 'ignored', reason: 'events of another hotel' },
    ]);
  });
});
