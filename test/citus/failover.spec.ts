import { afterEach, expect, test } from '@jest/globals';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, runToEnd, startService, testKey } from '../e2e/service.js';
import { pause, until } from '../e2e/until.js';
import { makingAccounts } from './making-accounts.js';
import { OwnCluster, withOwnCitus } from './own-cluster.js';
import { Placements } from './placements.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

/** A worker's standby is told of by hand here; all of it takes five to six seconds on a busy machine. */
const mostSeconds = 30;

type Making = ReturnType<typeof makingAccounts>;

/** Seconds until an account is made again. */
async function madeAgain(what: string, making: Making): Promise<number> {
  const since = performance.now();
  const soFar = making.tried.length;
  await until(`accounts are made again: ${what}`, () =>
    making.tried.slice(soFar + 1).some(({ status }) => status === 201),
  );
  return (performance.now() - since) / 1000;
}

async function isReady({ url }: RunningService): Promise<void> {
  await until(
    'it is ready',
    async () => ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status === 'ready',
  );
}

withOwnCitus('nodes of a Citus that are killed while accounts are made', () => {
  test('a worker comes back, its standby takes over, then the coordinator’s: what was answered is kept', async () => {
    const cluster = await OwnCluster.start();
    closing.push(() => cluster.stop());
    const folder = await DataFolder.make();
    closing.push(() => folder.remove());
    const environment = { DATABASE_URL: cluster.url, USHER_DATA_DIR: folder.path, USHER_MASTER_KEY: testKey };
    const distributed = await runToEnd(environment, 'migrate', '--distributed');
    expect([distributed.code, distributed.err]).toEqual([0, '']);
    const service = await startService(environment);
    closing.push(() => service.kill());
    const placements = await Placements.of(cluster);
    closing.push(() => placements.close());
    const houses = await placements.twoApart(service);
    const [, worker, other] = cluster.nodes;
    const isOn = await Promise.all(houses.map((house) => placements.of(house)));
    const here = houses[isOn.findIndex(({ port }) => port === worker.port)];
    const there = houses[isOn.findIndex(({ port }) => port === other.port)];
    const [own, beside] = [here, there].map((house) => makingAccounts(service, house, 10));
    closing.push(own.stop, beside.stop);
    await until('both make accounts', () => own.tried.length > 5 && beside.tried.length > 5);
    const seconds: Record<string, number> = {};

    worker.kill();
    await pause(3_000);
    await worker.start();
    seconds['worker is back'] = await madeAgain('the worker is back', own);
    await isReady(service);

    const standby = await worker.synchronousStandby(cluster.at('n1-standby'));
    closing.push(() => standby.stop());
    await until('accounts are made by two', () => own.tried.length > 5);
    const besideSoFar = beside.tried.length;
    worker.kill();
    const since = performance.now();
    await standby.promote();
    await placements.rows(
      'select citus_update_node(nodeid, $1, $2, true, 1000) from pg_dist_node where nodeport = $3',
      ['127.0.0.1', standby.port, worker.port],
    );
    await madeAgain('the standby has the worker’s place', own);
    seconds['worker’s standby'] = (performance.now() - since) / 1000;
    await until('the others go on', () => beside.tried.slice(besideSoFar).some(({ status }) => status === 201));
    await isReady(service);

    const [first] = cluster.nodes;
    const second = await first.synchronousStandby(cluster.at('n0-standby'));
    closing.push(() => second.stop());
    const killed = performance.now();
    first.kill();
    cluster.line.cut();
    await second.promote();
    cluster.line.leadTo('127.0.0.1', second.port);
    cluster.line.mend();
    await Promise.all([own, beside].map((each) => madeAgain('the coordinator’s standby', each)));
    seconds['coordinator’s standby'] = (performance.now() - killed) / 1000;
    await isReady(service);

    const refused: number[] = [];
    for (const each of [own, beside]) {
      const tried = await each.stop();
      expect(tried.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      refused.push(tried.filter(({ status }) => status === 503).length);
      expect(await each.lost()).toEqual([]);
    }
    process.stdout.write(
      `failover: seconds until accounts are made again: ${JSON.stringify(seconds)}; 503: ${refused.join(' and ')}\n`,
    );
    for (const took of Object.values(seconds)) expect(took).toBeLessThan(mostSeconds);
    const { code, out } = await runToEnd(environment, 'audit', 'verify');
    expect([code, JSON.parse(out.split('\n')[0])]).toMatchObject([0, { ok: true, broken: null }]);
  }, 400_000);
});
