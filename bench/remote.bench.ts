import { SimulatedHotel } from '../test/simulators/fias/hotel.js';
import { RemoteConsoleSimulator } from '../test/simulators/remote-console/remote-console-simulator.js';
import { type Figure, seconds } from './report.js';
import { ask, timeUntil, type World } from './world.js';

const guests = 1000;

/** 1,000 guests of one full list, brought to a remote console over HTTP: what counts is the number of calls. */
export async function remoteBench(world: World): Promise<Figure[]> {
  const withBulk = await calls(world, 'extended', 100);
  // Without bulk the budget of 100 a minute would make this last ten minutes; the number of calls is the same.
  const without = await calls(world, 'plain', 100_000);
  return [
    {
      name: 'calls for 1,000 new accounts, remote console with bulk, 100 requests a minute',
      ours: `${withBulk.calls} in ${seconds(withBulk.milliseconds)}, ${withBulk.refused} answered 429`,
      goal: 'under 30, no 429',
    },
    { name: 'calls for 1,000 new accounts, remote console without bulk', ours: String(without.calls) },
  ];
}

async function calls(
  world: World,
  mode: 'extended' | 'plain',
  perMinute: number,
): Promise<{ calls: number; refused: number; milliseconds: number }> {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna', shuffleFields: false });
  await hotel.start();
  for (let index = 0; index < guests; index += 1)
    hotel.house.add({
      room: String(1000 + index),
      lastName: 'Novakova',
      firstName: 'Jana',
      arrival: hotel.day(),
      departure: hotel.day(3),
    });
  const simulator = await RemoteConsoleSimulator.start({ mode, ratePerMinute: perMinute });
  const startedAt = performance.now();
  const { id } = await ask(world, 'POST', '/connections', {
    name: 'Remote',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna', site: 'bench' },
    access: { preset: 'hotel-enterprise' },
    target: { console: 'remote', base_url: simulator.address, token: simulator.token, rate_per_minute: perMinute },
  });
  const milliseconds = await timeUntil(
    startedAt,
    'everybody is at the remote console',
    () => simulator.organization().users.size === guests,
    120,
  );
  await ask(world, 'POST', `/connections/${String(id)}/pause`, { mode: 'all' });
  await hotel.stop();
  await simulator.close();
  return { calls: simulator.seen.length, refused: simulator.refusedByRate, milliseconds };
}
