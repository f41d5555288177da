import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SilentLog } from '../../src/kernel/log.js';
import { AccountingDoor } from '../../src/radius/accounting/accounting-door.js';
import { AccountingQueue } from '../../src/radius/accounting/accounting-queue.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { forwarded, statusServer } from './forwarded-packet.js';

/** Packets of a statement by their access points, and what ends it. */
interface Saving {
  readonly clients: readonly string[];
  readonly commit: () => void;
  readonly fail: () => void;
}

let clock: ManualClock;
let door: AccountingDoor;
let socket: Socket;
let savings: Saving[];
let answered: number[];

beforeEach(async () => {
  [clock, savings, answered] = [new ManualClock(), [], []];
  const queue = new AccountingQueue(
    (packets) =>
      new Promise((resolve, reject) => {
        savings.push({
          clients: packets.map(({ client }) => client),
          commit: resolve,
          fail: () => reject(new Error('the database is away')),
        });
      }),
    clock,
    new SilentLog(),
  );
  door = await AccountingDoor.open(queue);
  socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (answer) => answered.push(answer[1]));
});
afterEach(() => {
  door.close();
  socket.close();
});

/** Resolves when the door has heard them: whether it lives is asked behind them, and answered at once. */
async function say(...ids: number[]): Promise<void> {
  for (const id of ids) socket.send(forwarded(id, `ap-${id}`, door.secret), door.port, '127.0.0.1');
  socket.send(statusServer(255, door.secret), door.port, '127.0.0.1');
  await eventually('it is heard', () => answered.includes(255));
  answered = answered.filter((id) => id !== 255);
}

/** A statement of two that has been committed. */
async function twoTogether(): Promise<void> {
  await say(0);
  await say(1, 2);
  savings[0].commit();
  await eventually('what came meanwhile shares a statement', () => savings.length === 2);
  savings[1].commit();
  await eventually('all are answered', () => answered.length === 3);
  expect(savings.map(({ clients }) => clients)).toEqual([['ap-0'], ['ap-1', 'ap-2']]);
}

test('the next statement waits for as many packets as the last one had, and no longer', async () => {
  await twoTogether();
  await say(3);
  expect(savings).toHaveLength(2);
  await say(4);
  expect(savings[2].clients).toEqual(['ap-3', 'ap-4']);
});

test('it waits for a short time only', async () => {
  await twoTogether();
  await say(3);
  expect(savings).toHaveLength(2);
  await clock.advance(0.002);
  expect(savings[2].clients).toEqual(['ap-3']);
  // One alone is followed by the next at once.
  savings[2].commit();
  await eventually('it is answered', () => answered.includes(3));
  await say(4);
  expect(savings[3].clients).toEqual(['ap-4']);
});

test('nobody is answered before the commit, nor after a failure', async () => {
  await say(0);
  await say(1, 2);
  expect(answered).toEqual([]);
  savings[0].fail();
  await eventually('the others are stored', () => savings.length === 2);
  expect(answered).toEqual([]);
  savings[1].commit();
  await eventually('they are answered', () => answered.length === 2);
  expect(answered).toEqual([1, 2]);
});

test('what is said again before it is answered is stored once', async () => {
  await say(0);
  await say(1, 1, 0);
  savings[0].commit();
  await eventually('the other is stored', () => savings.length === 2);
  expect(savings[1].clients).toEqual(['ap-1']);
});
