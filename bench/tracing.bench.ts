import { closedLoop, refuseErrors, request } from './load.js';
import { pausedConnection, pushed } from './intake.bench.js';
import { type Figure, median } from './report.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';
import { hookToken, type World } from './world.js';

/** Many short turns: from one second to the next the same work costs a tenth more or less. */
const seconds = 1;
const rounds = Number(process.env.BENCH_TRACING_ROUNDS ?? 60);

/** What preloading costs by itself is not the SDK's, so the other one preloads an empty module. */
const nothing = 'data:text/javascript,';

/**
 * What a message costs the service until it is stored, with OpenTelemetry's SDK at 1 % and without: CPU of the process,
 * two services on one database in turns, the other one first in each second round.
 */
export async function tracingBench(world: World): Promise<Figure[]> {
  const service = (load: string, settings: Record<string, string> = {}) =>
    startServiceProcess({
      DATABASE_URL: world.databaseUrl,
      USHER_DATA_DIR: world.folder,
      NODE_OPTIONS: `--import ${load}`,
      ...settings,
    });
  const services: ServiceProcess[] = [];
  try {
    services.push(await service(nothing));
    services.push(
      await service(new URL('../../test/tracing/load-sdk.mjs', import.meta.url).href, {
        OTEL_EXPORTER_OTLP_ENDPOINT: world.limit.origin,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: process.env.BENCH_TRACING_SHARE ?? '0.01',
      }),
    );
    const connection = await pausedConnection(world);
    const microseconds = async (each: ServiceProcess) => {
      const url = new URL(each.url);
      const hook = request('POST', new URL(`/hooks/${connection}/${hookToken}`, url), {}, pushed);
      const before = each.cpuMilliseconds();
      const load = await closedLoop(url, { connections: 32, seconds, next: () => hook });
      refuseErrors({ load: [load] });
      return ((each.cpuMilliseconds() - before) * 1000) / (load.perSecond * seconds);
    };
    // What V8 compiles of a first load is no message's.
    for (const each of services) await microseconds(each);
    const turns: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) turns[which].push(await microseconds(services[which]));
    const [plain, sampled] = turns.map(median);
    const ratio = median(turns[0].map((each, round) => each / turns[1][round]));
    return [
      {
        name: 'POST /hooks, stored: CPU of the service, an SDK at 1 % (against none)',
        ours: `${sampled.toFixed(1)} µs`,
        limit: `${plain.toFixed(1)} µs`,
        ratio,
        goal: '0.95',
      },
    ];
  } finally {
    for (const each of services) await each.stop();
  }
}
