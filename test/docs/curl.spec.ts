import { afterAll, beforeAll, expect } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { callsOf, ReadersShell, testOfCalls } from './calls.js';

/** Pages that a newcomer copies calls from. */
const pages = ['README.md', 'docs/reception.md', 'docs/online.md', 'docs/alerts.md'];

let world: UsherWorld;
let hotel: SimulatedHotel;
let shell: ReadersShell;

beforeAll(async () => {
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  world = await usherWorld({ settings: { allowPrivateTargets: true } });
  shell = new ReadersShell();
});
afterAll(async () => {
  shell?.close();
  await world?.close();
  await hotel?.stop();
});

testOfCalls.each(pages)('the calls of %s do what the page says', async (page) => {
  const calls = callsOf(page);
  expect(calls.length).toBeGreaterThan(0);
  const known: Record<string, string> = { '"10.0.0.5", "port": 5010': `"127.0.0.1", "port": ${hotel.port}` };
  const statuses: [string, number][] = [];
  for (const call of calls) {
    const told = Object.entries(known).reduce((line, [from, to]) => line.replaceAll(from, to), call);
    const { status, text } = await shell.call(told, world);
    const isDone = Math.floor(status / 100) === 2;
    statuses.push([`${call.split('\n')[0]} ${isDone ? '' : text}`, Math.floor(status / 100)]);
    // What the reader is told to put in from the answer before.
    if (call.includes('$USHER/networks ')) known["'$NETWORK'"] = (JSON.parse(text) as { id: string }).id;
  }
  expect(statuses.filter(([, kind]) => kind !== 2)).toEqual([]);
});
