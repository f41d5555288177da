import { frontDeskLoad } from '../test/e2e/front-desk-load.js';
import { SimulatedHotel } from '../test/simulators/fias/hotel.js';
import { summary } from './load.js';
import type { Figure } from './report.js';
import { ask, timeUntil, type World } from './world.js';

const perSecond = 50;
const seconds = 10;

/** The main job: from the frame that leaves the front desk to what `GET /users` says. */
export async function checkInBench(world: Pick<World, 'service'>): Promise<Figure[]> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  try {
    const { id } = await ask(world, 'POST', '/connections', {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: { console: 'built-in' },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    });
    await timeUntil(performance.now(), 'the link is alive', () => hotel.ifc.isAlive, 30);
    const list = async (query: string) => {
      const { _embedded: embedded } = await ask(world, 'GET', `/users?${query}`);
      return (embedded as { users: { username: string; disabled: number }[] }).users;
    };
    // Code that runs for the first time is slow for reasons of its own.
    await frontDeskLoad(hotel, {
      perSecond,
      seconds: 2,
      stayMilliseconds: 500,
      name: 'warm',
      patienceSeconds: 10,
      list,
    });
    const { checkIns, checkOuts, missing } = await frontDeskLoad(hotel, {
      perSecond,
      seconds,
      stayMilliseconds: 3_000,
      name: 'arrival',
      patienceSeconds: 10,
      list,
    });
    await ask(world, 'DELETE', `/connections/${String(id)}?accounts=keep`);
    if (missing.length > 0)
      throw new Error(`${missing.length} guests never had what they should have, so the figures mean nothing`);
    return [
      figure(`check-in over FIAS to a usable account, ${perSecond} a second`, checkIns),
      figure('check-out to a disabled account, at the same time', checkOuts),
    ];
  } finally {
    await hotel.stop();
  }
}

function figure(name: string, waits: readonly number[]): Figure {
  const { p50Milliseconds, p99Milliseconds } = summary([...waits]);
  return {
    name,
    ours: `p50 ${Math.round(p50Milliseconds)} ms, p99 ${Math.round(p99Milliseconds)} ms`,
    goal: 'p50 1 s, p99 2 s',
  };
}
