import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import { keysOf } from '../connector-contract/keys.js';
import { eventually } from '../kernel/manual-clock.js';
import { Scene } from './scene.js';

const authKey = 'FidCrypt0S|AAECAwQFBgcICQoLDA0ODw==';
let scene: Scene;

afterEach(() => scene.stop());

test('a link start is answered with description, field lists and alive', async () => {
  scene = await new Scene().start();
  await scene.linked();
  expect(scene.said).toEqual(['LD', 'LR', 'LR', 'LR', 'LR', 'LR', 'LR', 'LA']);
  expect(scene.hotel.ifc.received[0]).toBe('LD|DA260514|TI150000|V#1.0|IFWW|RT53|');
  expect(scene.hotel.ifc.received[1]).toBe('LR|RIGI|FLRNG#GSGNGFGTGLGVGGGAGDNPDATISF|');
  expect(scene.hotel.ifc.lists('GC', 'RO')).toBe(true);
});

test('in room mode neither reservation numbers nor old rooms are asked for', async () => {
  scene = await new Scene({}, { mode: 'room' }).start();
  await scene.linked();
  expect([
    scene.hotel.ifc.lists('GI', 'G#'),
    scene.hotel.ifc.lists('GC', 'RO'),
    scene.hotel.ifc.lists('GI', 'RN'),
  ]).toEqual([false, false, true]);
});

test('an interface that waits is greeted after three seconds', async () => {
  scene = await new Scene({ speaksFirst: false }).start();
  await scene.settle();
  await scene.clock.advance(2);
  expect(scene.said).toEqual([]);
  await scene.eventually('greeted', () => scene.said[0] === 'LS');
  await scene.linked();
});

test('an interface that accepts connections and stays silent is left, and the operator is told', async () => {
  scene = new Scene({ speaksFirst: false });
  scene.hotel.ifc.mute = true;
  await scene.start();
  await scene.eventually('lost', () => scene.link.latestState === 'lost', 5);
  expect(scene.link.states.find(({ state }) => state === 'lost')?.detail).toContain('another program using the port');
});

test.each([
  ['is told again what we want', {}, ['LS', 'LD', 'LR', 'LR', 'LR', 'LR', 'LR', 'LR', 'LA']],
  ['has our key already', { auth_key: authKey }, ['LS', 'LA']],
])('an interface that believes the former link alive %s', async (_title, settings, said) => {
  scene = new Scene({ speaksFirst: false }, settings);
  scene.hotel.ifc.mute = true;
  await scene.start();
  await scene.eventually('greeted', () => scene.said[0] === 'LS');
  scene.hotel.ifc.sendText('LA|DA260514|TI150000|');
  await scene.eventually('linked', () => scene.link.latestState === 'connected', 0);
  await scene.settle();
  expect(scene.said).toEqual(said);
});

test('a link alive is answered by one in mid-link, and by nothing before the link has begun', async () => {
  scene = new Scene({ speaksFirst: false });
  scene.hotel.ifc.mute = true;
  await scene.start();
  await scene.eventually('connected', () => scene.hotel.ifc.connections === 1, 0);
  scene.hotel.ifc.sendText('LA|DA260514|TI150000|');
  await scene.settle();
  expect(scene.said).toEqual([]);
  scene.hotel.ifc.mute = false;
  await scene.eventually('linked', () => scene.hotel.ifc.isAlive && scene.link.latestState === 'connected');
  const before = scene.said.length;
  scene.hotel.ifc.sendText('LA|DA260514|TI150500|');
  await scene.settle();
  expect(scene.said.slice(before)).toEqual(['LA']);
});

test('silence is checked after five minutes, not before', async () => {
  scene = await new Scene().start();
  await scene.linked();
  await scene.clock.advance(290);
  expect(scene.said.filter((id) => id === 'LS')).toHaveLength(0);
  await scene.clock.advance(20);
  await scene.settle();
  expect(scene.said.filter((id) => id === 'LS')).toHaveLength(1);
  await scene.clock.advance(290);
  expect(scene.said.filter((id) => id === 'LS')).toHaveLength(1);
  expect(scene.link.latestState).toBe('connected');
});

test('anything heard is a sign of life', async () => {
  scene = await new Scene().start();
  await scene.linked();
  for (let times = 0; times < 5; times += 1) {
    await scene.clock.advance(200);
    scene.hotel.nightAudit();
    await scene.settle();
  }
  expect(scene.said.filter((id) => id === 'LS')).toHaveLength(0);
});

test('an interface that does not answer any more is left, and found again', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.hotel.ifc.mute = true;
  await scene.eventually('lost', () => scene.link.latestState === 'lost', 20);
  scene.hotel.ifc.mute = false;
  await scene.eventually('back', () => scene.hotel.ifc.isAlive && scene.link.latestState === 'connected');
  expect(scene.hotel.ifc.connections).toBeGreaterThan(1);
});

test('a link end is answered, and the link comes back', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.hotel.ifc.endLink();
  await scene.eventually('lost', () => scene.link.latestState === 'lost');
  expect(scene.link.states.at(-1)?.detail).toContain('ended the link');
  await scene.eventually('back', () => scene.hotel.ifc.isAlive && scene.link.latestState === 'connected');
});

test('an answer to no charge is said in the log, and the link stays', async () => {
  scene = await new Scene({}, { charge_currency: 'EUR' }).start();
  await scene.linked();
  scene.hotel.ifc.sendText('PA|RN412|ASOK|DA260514|TI150500|');
  await scene.settle();
  expect(scene.log.filter((line) => line.includes('charge answer without a posting number'))).toHaveLength(1);
  expect(scene.link.latestState).toBe('connected');
});

test('a link start in mid-link brings the whole sequence again', async () => {
  scene = await new Scene().start();
  await scene.linked();
  const before = scene.said.length;
  scene.hotel.ifc.sendText('LS|DA260514|TI150500|');
  await scene.settle();
  expect(scene.said.slice(before)).toEqual(['LD', 'LR', 'LR', 'LR', 'LR', 'LR', 'LR', 'LA']);
});

test('a stop says goodbye', async () => {
  scene = await new Scene().start();
  await scene.linked();
  await scene.stop();
  await scene.settle();
  expect(scene.said.at(-1)).toBe('LE');
});

test('closing the connector ends its link', async () => {
  scene = await new Scene().start();
  await scene.linked();
  await scene.close();
  await scene.eventually('gone', () => !scene.hotel.ifc.isAlive, 0);
  expect(scene.problem).toBeUndefined();
});

test('a stop does not wait for ever for a database that hangs', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.link.hold();
  scene.hotel.checkIn({ room: '412', lastName: 'Huber' });
  await scene.eventually('storing', () => scene.link.storing === 1, 0);
  await scene.close();
  await scene.eventually('ended', () => scene.hasEnded);
  expect(scene.link.storing).toBe(1);
});

test('two programs on one port do not chase each other each second', async () => {
  scene = await new Scene().start();
  await scene.linked();
  for (let seconds = 0; seconds < 120; seconds += 1) {
    if (scene.hotel.ifc.isAlive && scene.link.latestState === 'connected') {
      connect({ port: scene.hotel.port, host: '127.0.0.1' }).on('error', () => {});
      await eventually('the other program has the port', () => scene.link.latestState === 'lost');
    }
    await scene.clock.advance(1);
    await scene.tried();
  }
  const tries = scene.link.states.filter(({ state }) => state === 'connecting').length;
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(14);
});

test('an interface that is down is tried again, ever more slowly', async () => {
  scene = new Scene();
  await scene.hotel.start();
  await scene.hotel.stop();
  await scene.start();
  for (let seconds = 0; seconds < 300; seconds += 1) {
    await scene.clock.advance(1);
    await scene.tried();
  }
  const tries = scene.link.states.filter(({ state }) => state === 'connecting').length;
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(20);
  await scene.hotel.start();
  await scene.eventually('linked', () => scene.hotel.ifc.isAlive, 5);
});

test('what the interface kept while the link was down comes when it is back', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.hotel.loseLink();
  await scene.eventually('lost', () => scene.link.latestState === 'lost', 0);
  const stay = scene.hotel.checkIn({ room: '412', lastName: 'Nováková' });
  await scene.eventually('caught up', () => keysOf(scene.changes).includes(stay));
});

test('a party of 60 comes in order, in few batches', async () => {
  scene = await new Scene({ splitPackets: true, noise: true }).start();
  await scene.linked();
  const stays = scene.hotel.checkInParty(60, 'LIN2605');
  await scene.eventually('all are stored', () => scene.link.stored.length >= 60);
  expect(keysOf(scene.changes)).toEqual(stays);
  expect(scene.link.batches.length).toBeLessThan(60);
});

test('while nothing can be stored the interface waits too, and nothing is lost', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.link.hold();
  const stays = scene.hotel.checkInParty(12_000, 'CONGRESS');
  for (let times = 0; times < 6; times += 1) await scene.settle();
  expect(scene.link.stored).toHaveLength(0);
  expect(scene.link.heardCount).toBeLessThan(6_000);
  scene.link.release();
  await scene.eventually('all are stored', () => scene.link.stored.length === stays.length);
  expect(scene.link.mostAtOnce).toBe(1);
  expect(Math.max(...scene.link.batches)).toBeLessThanOrEqual(500);
  expect(scene.link.stored.map((frame) => /\|G#(\d+)\|/.exec(frame.toString())?.[1])).toEqual(stays);
});

test.each([
  ['windows-1250', 'Nováková'],
  ['gbk', '剕伟'],
  ['shift_jis', 'ポール'],
])('names travel in %s', async (encoding, lastName) => {
  scene = await new Scene({ encoding, splitPackets: true }, { encoding }).start();
  await scene.linked();
  scene.hotel.checkIn({ room: '412', lastName });
  await scene.eventually('stored', () => scene.changes.length > 0);
  expect(scene.changes[0]).toMatchObject({ kind: 'record', record: { facts: { lastName } } });
  expect(scene.log.filter((line) => line.startsWith('warn'))).toEqual([]);
});

test('a wrong code page is told once, without the name', async () => {
  scene = await new Scene({ encoding: 'windows-1250' }).start();
  await scene.linked();
  scene.hotel.checkIn({ room: '412', lastName: 'Nováková' });
  scene.hotel.checkIn({ room: '413', lastName: 'Dvořák' });
  await scene.eventually('stored', () => scene.link.stored.length === 2);
  expect(scene.log.filter((line) => line.includes('does not send UTF-8'))).toHaveLength(1);
  expect(scene.link.states.at(-1)).toMatchObject({ state: 'connected', detail: expect.stringContaining('code page') });
  expect(scene.log.join()).not.toMatch(/Nov|Dvo/);
});

test('a frame that is too long is reported, the link stays', async () => {
  scene = await new Scene().start();
  await scene.linked();
  scene.hotel.ifc.sendText(`GI|RN412|G#1|GN${'x'.repeat(5_000)}|`);
  const stay = scene.hotel.checkIn({ room: '412', lastName: 'Huber' });
  await scene.eventually('stored', () => keysOf(scene.changes).includes(stay));
  expect(scene.changes[0]).toMatchObject({ kind: 'malformed' });
  expect(scene.hotel.ifc.connections).toBe(1);
});

test('the right key is accepted, on every new link', async () => {
  scene = await new Scene({ authKey }, { auth_key: authKey }).start();
  await scene.linked();
  scene.hotel.loseLink();
  await scene.eventually('back', () => scene.hotel.ifc.connections === 2 && scene.hotel.ifc.isAlive);
  expect(scene.hotel.ifc.isBricked).toBe(false);
});

test('a key that is never answered is not tried a second time either', async () => {
  scene = new Scene({}, { auth_key: authKey });
  scene.hotel.ifc.neverAccepts = true;
  await scene.start();
  await scene.eventually('given up', () => scene.problem !== undefined, 5);
  expect(scene.problem).toMatchObject({ code: 'credentials_refused' });
  expect(scene.hotel.ifc.connections).toBe(1);
});

test('a refused key is not tried a second time', async () => {
  scene = await new Scene({ authKey }, { auth_key: 'FidCrypt0S|GVDpVnl6qYlTQXQJZxXdbw==' }).start();
  await scene.eventually('given up', () => scene.problem !== undefined);
  expect(scene.problem).toBeInstanceOf(ConnectorProblem);
  expect(scene.problem).toMatchObject({ code: 'credentials_refused' });
  await scene.clock.advance(600);
  expect(scene.hotel.ifc.isBricked).toBe(true);
  expect(scene.hotel.ifc.connections).toBe(1);
  expect(`${String(scene.problem)} ${scene.log.join()}`).not.toContain('GVDpVnl6');
});
