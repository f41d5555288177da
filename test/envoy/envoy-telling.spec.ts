import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { envoy } from '../../src/connectors/visitor/envoy/envoy.connector.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { StoredMessage } from '../../src/provisioning/connector/stored-message.js';
import type { AccessAnswer } from '../../src/provisioning/connector/answers.js';
import { open, type Opened } from '../connector-contract/session.js';
import { envelope, hook, keyedOutside, outside, type EnvoyOutside } from './envoy-rig.js';

let world: EnvoyOutside;
let opened: Opened;
let connector: Connector;
beforeEach(async () => {
  world = await outside({ show_credentials: true });
  opened = open(envoy as unknown as ConnectorDefinition, world);
  connector = opened.connector;
});
afterEach(() => world.stop());

const job = '18d84a69-acd2-4b61-9dd4-f95b3b589283';
const stored = (body: object): StoredMessage => ({
  body: Buffer.from(JSON.stringify(body)),
  receivedAt: '2026-11-20T08:58:42.000Z',
  sequence: '1',
});
const ready: AccessAnswer = {
  key: 'entry/9912041',
  message: stored(envelope('entry_sign_in')),
  outcome: 'ready',
  credentials: {
    username: 'v-7k3m',
    password: 'plum-otter-42',
    networkName: 'Guests',
    validUntil: '2026-11-20T18:00:00.000Z',
  },
};
const tell = (news: AccessAnswer, by: Connector = connector) => by.answers!.answer(news, AbortSignal.timeout(200_000));

describe('what came of a sign-in', () => {
  test('is attached to its job, where reception reads it', async () => {
    expect(await tell(ready)).toBe(true);
    expect(world.simulator.jobs).toEqual([
      {
        id: job,
        status: 'done',
        status_message: 'Wi-Fi access ready until 2026-11-20 18:00 UTC',
        attachments: [
          { type: 'text', label: 'Wi-Fi network', value: 'Guests' },
          { type: 'text', label: 'Wi-Fi user', value: 'v-7k3m' },
          { type: 'password', label: 'Wi-Fi password', value: 'plum-otter-42' },
        ],
      },
    ]);
    expect(opened.log.lines.join('\n')).not.toContain('plum-otter');
  });

  test('is a code, no access or a failure, each in the words of a job', async () => {
    await tell({ ...ready, credentials: { voucherCodes: ['4711-0815'], validUntil: null } });
    await tell({ ...ready, outcome: 'none', credentials: null, reason: 'Deliveries have no Wi-Fi' });
    await tell({ ...ready, outcome: 'failed', credentials: null, reason: 'The console refused the name' });
    expect(world.simulator.jobs).toEqual([
      {
        id: job,
        status: 'done',
        status_message: 'Wi-Fi access ready',
        attachments: [{ type: 'password', label: 'Wi-Fi code', value: '4711-0815' }],
      },
      { id: job, status: 'ignored', status_message: 'Deliveries have no Wi-Fi' },
      { id: job, status: 'failed', failure_reason: 'The console refused the name' },
    ]);
  });

  test('has no place where there is no job, or nobody wants it in Envoy', async () => {
    const { payload } = envelope('entry_sign_in') as { payload: object };
    const quiet = open(envoy as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, show_credentials: false },
    }).connector;
    expect([
      await tell({ ...ready, message: null }),
      await tell({ ...ready, message: stored({ event: 'entry_sign_in', payload }) }),
      await tell(ready, quiet),
    ]).toEqual([false, false, false]);
    expect(world.simulator.jobs).toEqual([]);
  });

  test('meets a job that is gone, an app that Envoy will not have, and a token that ended early', async () => {
    await expect(
      tell({ ...ready, message: stored(envelope('entry_sign_in', {}, { job: 'unknown' })) }),
    ).rejects.toMatchObject({ code: 'gone' });
    world.simulator.faults.tokensRevoked = true;
    expect(await tell(ready)).toBe(true);
    const refused = open(envoy as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, client_secret: 'other' },
    }).connector;
    await expect(tell(ready, refused)).rejects.toMatchObject({ code: 'credentials_refused' });
  });
});

describe('the answer to a request', () => {
  const status = async (event: string, attributes: object = {}, by: Connector = connector) =>
    (await by.receives!.verify(hook(envelope(event, attributes)))).answer?.status ?? 200;

  test('of an app: under way while credentials are to follow, ignored where nothing will, else done', async () => {
    expect([
      await status('entry_sign_in'),
      await status('entry_sign_out'),
      await status('invite_created'),
      await status('entry_sign_in', { 'employee-screening-flow': true }),
      await status('entry_sign_in', { 'is-delivery': true }),
      await status('ticket_created'),
    ]).toEqual([202, 200, 200, 400, 400, 400]);
    const quiet = open(envoy as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, show_credentials: false },
    }).connector;
    expect(await status('entry_sign_in', {}, quiet)).toBe(200);
  });

  test('of the Webhooks app is 200 whatever it is about: anything else would be sent again', async () => {
    await world.stop();
    world = await keyedOutside();
    const by = open(envoy as unknown as ConnectorDefinition, world).connector;
    for (const event of ['entry_sign_in', 'ticket_created']) {
      const { payload } = envelope(event) as { payload: object };
      expect(
        (await by.receives!.verify(hook({ event, payload }, { authorization: 'front-desk:let-me-in' }))).answer,
      ).toBeUndefined();
    }
  });
});

describe('what is stored', () => {
  test('holds neither token nor photo, document, note, block-list reason or further answer', async () => {
    const { office } = world.simulator;
    const bodies: string[] = [];
    const sender = world.simulator.postWebhooksTo({ url: 'http://127.0.0.1:9/', attempts: 1 });
    office.signInForReview({ company: 'Analytical Ltd', purpose: 'Interview' });
    office.invite();
    for (const { body, headers } of await sender.flush()) {
      const accepted = await connector.receives!.verify({
        method: 'POST',
        path: '',
        headers,
        body: Buffer.from(body),
        remoteAddress: '203.0.113.9',
      });
      expect(connector.receives!.interpret({ ...ready.message!, body: accepted.stored! })).toEqual(
        connector.receives!.interpret({ ...ready.message!, body: Buffer.from(body) }),
      );
      bodies.push(String(accepted.stored));
    }
    for (const secret of [
      'LIVE-BEARER',
      'photo.jpg',
      'nda.pdf',
      'prefers tea',
      'Matched block list',
      'feel well',
      'SECRET-TOKEN',
      'EDIT-TOKEN',
      'OPAQUE-QR',
    ])
      expect(bodies.join('\n')).not.toContain(secret);
    expect(bodies.join('\n')).toContain('Analytical Ltd');
  });

  test('is one message for each job, and for each happening where there is no job', async () => {
    const both = open(envoy as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, authorization: 'let-me-in' },
    }).connector;
    const keyOf = async (body: object) =>
      (
        await both.receives!.verify(
          hook(body, { clientSecret: world.simulator.clientSecret, authorization: 'let-me-in' }),
        )
      ).dedupeKey;
    const plain = (event: string, attributes: object) => ({
      event,
      payload: (envelope(event, attributes) as { payload: object }).payload,
    });
    expect(await keyOf(envelope('entry_sign_in'))).toBe(job);
    const [one, same, out, invite] = [
      await keyOf(plain('entry_sign_in', {})),
      await keyOf(plain('entry_sign_in', { host: 'Somebody else' })),
      await keyOf(plain('entry_sign_out', { 'signed-out-at': '2026-11-20 16:31:07' })),
      await keyOf(plain('invite_updated', {})),
    ];
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect([same === one, out === one, invite]).toEqual([true, false, undefined]);
  });
});

describe('connection test', () => {
  const checked = async (settings: object, name: string) => {
    const own = open(envoy as unknown as ConnectorDefinition, {
      ...world,
      settings: { ...world.settings, show_credentials: false, ...settings },
    });
    const checks = await own.connector.test(AbortSignal.timeout(200_000));
    return checks.filter((check) => check.name === name);
  };

  test('tells which of the wanted locations the credentials reach', async () => {
    const here = world.simulator.office.locations.map(({ id }) => String(id));
    expect(await checked({ location_ids: here }, 'location_ids')).toMatchObject([
      { ok: true, detail: `${here.length} of ${here.length}` },
    ]);
    expect(await checked({ location_ids: [here[0], '999'] }, 'location_ids')).toMatchObject([
      { ok: false, detail: 'The credentials reach no location 999', remedy: expect.stringContaining('location_ids') },
    ]);
  });

  test.each([
    [{ client_secret: undefined, client_id: undefined }, 'every request of Envoy is refused'],
    [{ install_id: undefined }, 'no installation is named'],
    [
      { show_credentials: true, client_id: undefined, client_secret: undefined, authorization: 'desk:let-me-in' },
      'needs an app of your own',
    ],
  ])('with %j its webhooks could not be taken', async (settings, detail) => {
    const keyed = { api_key: world.simulator.apiKey };
    expect(await checked({ ...keyed, ...settings }, 'webhooks')).toMatchObject([
      { ok: false, detail: expect.stringContaining(detail), remedy: expect.stringMatching(/^Give /) },
    ]);
  });
});
