import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OhipStream } from '../../src/connectors/pms/ohip/ohip.stream.js';
import type { OhipSettings } from '../../src/connectors/pms/ohip/ohip.settings.js';
import { Reach } from '../../src/kernel/reach.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { OhipSimulator } from '../simulators/ohip/ohip-simulator.js';

let simulator: OhipSimulator;
beforeEach(async () => {
  simulator = await OhipSimulator.start();
});
afterEach(() => simulator.stop());

function opened({
  url = simulator.url,
  reach = new Reach({ allowPrivateTargets: true }),
  chain = 'LHG',
  token = 'none',
  clock = new ManualClock(),
} = {}) {
  const heard: string[] = [];
  const settings = { gateway_url: url, app_key: simulator.appKey } as OhipSettings;
  const stream = new OhipStream({ settings, clock, reach }, token, `chainCode: "${chain}"`, {
    subscribed: () => void heard.push('subscribed'),
    heard: () => undefined,
    event: (message) => void heard.push(message.toString()),
  });
  return { stream, heard, clock };
}

async function bearer(): Promise<string> {
  const { clientId, clientSecret, appKey, enterpriseId } = simulator;
  const answer = await fetch(`${simulator.url}/oauth/v1/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'x-app-key': appKey,
      enterpriseid: enterpriseId,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'x' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test('a private address is refused before anything is opened, a name that leads to one while it is', async () => {
  const reach = new Reach({ allowPrivateTargets: false });
  expect(() => opened({ reach })).toThrow(/private or local address/);
  const { stream } = opened({ reach, url: simulator.url.replace('127.0.0.1', 'localhost') });
  expect(await stream.ended).toMatchObject({ code: 1006, detail: expect.stringContaining('EBLOCKED') });
  expect(simulator.stream.upgrades).toBe(0);
});

test('the end says why: a wrong token, another chain, an opening that is refused', async () => {
  expect(await opened().stream.ended).toMatchObject({ code: 4401 });
  expect(await opened({ token: await bearer(), chain: 'OTHER' }).stream.ended).toMatchObject({ code: 4400 });
  simulator.stream.refuses = 429;
  expect(await opened({ token: await bearer() }).stream.ended).toMatchObject({ code: 429 });
});

test('what happens while it is not read waits at OPERA Cloud, and comes afterwards, in order', async () => {
  const { stream, heard, clock } = opened({ token: await bearer() });
  await eventually('it is subscribed', () => simulator.stream.isRead);
  let release = () => {};
  const room = new Promise<void>((resolve) => {
    release = resolve;
  });
  const paused = [stream.pauseUntil(room), stream.pauseUntil(room)];
  const happened = ['1', '2', '3'].map((primaryKey) =>
    simulator.stream.happened({ moduleName: 'Reservation', actionType: 'CHECK IN', primaryKey }),
  );
  // It is still there: pings go out, and their silence is not held against OPERA Cloud.
  for (let seconds = 0; seconds < 120; seconds += 15) await clock.advance(15);
  await eventually('it pings', () => simulator.stream.pings > 3);
  expect(heard).toEqual(['subscribed']);
  release();
  await Promise.all(paused);
  await eventually('all came', () => heard.length === 4);
  expect(heard.slice(1).map((message) => JSON.parse(message).payload.data.newEvent.metadata.offset)).toEqual(
    happened.map(String),
  );
  stream.end();
  expect(await stream.ended).toMatchObject({ code: 1000 });
});

test('it pings, answers pings, and is given up when nothing comes back', async () => {
  const { stream, heard, clock } = opened({ token: await bearer() });
  await eventually('it is subscribed', () => simulator.stream.isRead);
  expect(heard).toEqual(['subscribed']);
  simulator.stream.ping();
  await eventually('the ping is answered', () => simulator.stream.pongs === 1);
  await clock.advance(15);
  await eventually('it pings', () => simulator.stream.pings === 1);
  simulator.stream.isMute = true;
  let isOver = false;
  const ended = stream.ended.finally(() => {
    isOver = true;
  });
  await eventually('it is given up', async () => {
    await clock.advance(60);
    return isOver;
  });
  expect(await ended).toMatchObject({ detail: expect.stringContaining('does not answer') });
});
