import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Receiver } from '../../console/webhooks/receiver.js';
import { ServiceUnderTest } from '../../generic/service-under-test.js';
import { eventually } from '../../kernel/manual-clock.js';

/** Guests whose names are too short to be searched for, have marks that JSON escapes, or become a number. */
const mapping = {
  version: 1,
  kind: 'stay',
  match: [{ status: 'in_house' }],
  key: { path: '/id' },
  fields: {
    first_name: { path: '/first' },
    last_name: { path: '/last' },
    room: { path: '/room' },
    departure_at: { path: '/until' },
  },
};
const secret = 'a-secret-of-the-hotel-system';
const until = '2047-01-31T09:00:00Z';

let usher: ServiceUnderTest;
let endpoint: Receiver;
let connectionId: string;
beforeAll(async () => {
  usher = await ServiceUnderTest.start();
  endpoint = await Receiver.listening();
  connectionId = (
    await usher.call('POST', '/connections', {
      name: 'Hotel',
      connector: 'webhook',
      settings: { verifier: { type: 'header', header: 'x-key' }, mapping },
      secrets: { secret },
      access: { preset: 'hotel-enterprise', deliver: [] },
    })
  ).body.id;
  await usher.call('POST', '/webhooks', { url: endpoint.url(), events: ['user.created', 'user.deleted'] });
});
afterAll(async () => {
  await usher.stop();
  await endpoint.close();
});

interface SentEvent {
  readonly event: string;
  readonly user: { readonly username: string | null };
  readonly account: { readonly id: string };
}
const sent = (event: string, id: string) =>
  (endpoint.bodies as unknown as SentEvent[]).filter((each) => each.event === event && each.account.id === id);

async function arrives(guest: { id: string; first: string; last: string; room: string }) {
  await fetch(`${usher.url}/hooks/${connectionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': secret },
    body: JSON.stringify({ ...guest, until }),
  });
  const account = async () => {
    const { body } = await usher.call('GET', `/users?filter[username][like]=${guest.room}-%25`);
    return body._embedded.users[0];
  };
  await eventually('the account is there', async () => (await account()) !== undefined);
  return account();
}

test.each([
  ['Li', 'Yu', '471', '471-yu'],
  ['伟', '王', '472', '472-wang'],
  ['محمد', 'علي', '473', expect.stringMatching(/^473-\d{4}$/)],
  ['Jürgen "JJ"', 'Ek', '474', '474-ek'],
  ['İbrahim', 'İN', '475', '475-in'],
])('%s %s is erased from messages and events, and the events stay events', async (first, last, room, username) => {
  const key = `R-${room}`;
  const user = await arrives({ id: key, first, last, room });
  expect(user).toMatchObject({ username, first_name: first, last_name: last });
  await eventually('the endpoint knows of the account', () => sent('user.created', user.id).length === 1);

  const { body: erasure } = await usher.call('POST', '/privacy/erasures', { username: user.username });
  const state = async () => (await usher.call('GET', `/privacy/erasures/${erasure.id}`)).body;
  await eventually('the erasure is done', async () => (await state()).status === 'done');
  expect((await state()).counts).toMatchObject({ messages: 1, events: 2 });

  await eventually('the endpoint knows that it is gone', () => sent('user.deleted', user.id).length === 1);
  const { body: webhooks } = await usher.call('GET', '/webhooks');
  await usher.call('POST', `/webhooks/${webhooks._embedded.webhooks[0].id}/replay`, { since: '2020-01-01T00:00:00Z' });
  for (const event of ['user.created', 'user.deleted']) {
    await eventually('it came again', () => sent(event, user.id).length === 2);
    expect(sent(event, user.id)[1]).toMatchObject({
      timestamp: expect.any(String),
      user: { username: null },
      account: { id: user.id, username: null, first_name: null, last_name: null, email: null },
    });
  }
});
