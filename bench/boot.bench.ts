import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Figure, median, megabytes, seconds } from './report.js';
import { pause, startServiceProcess } from './service-process.js';
import type { World } from './world.js';

const rounds = 5;
const idleMilliseconds = 5000;

/** From spawn to the first good /readyz, and what an idle service holds. */
export async function bootBench(world: World): Promise<Figure[]> {
  await world.service.stop();
  const own: number[] = [];
  const first: number[] = [];
  const later: number[] = [];
  let memory = { node: 0, postgres: 0 };
  for (let round = 0; round < rounds; round += 1) {
    own.push(await started({ DATABASE_URL: world.databaseUrl, USHER_DATA_DIR: world.folder }));
    const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-boot-'));
    await chmod(folder, 0o755);
    first.push(await started({ USHER_DATA_DIR: folder }));
    const service = await startServiceProcess({ USHER_DATA_DIR: folder });
    later.push(service.readyMilliseconds);
    if (round === rounds - 1) {
      await pause(idleMilliseconds);
      memory = { node: service.memory().now, postgres: postgresPss(folder) };
    }
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return [
    { name: 'start with a PostgreSQL of its own, schema up to date', ours: seconds(median(own)), goal: '1.5 s' },
    {
      name: 'first start with the bundled PostgreSQL: cluster, schema, keys',
      ours: seconds(median(first)),
      goal: '3.0 s',
    },
    { name: 'later start with the bundled PostgreSQL', ours: seconds(median(later)), goal: '1.5 s' },
    {
      name: 'memory when idle: service (RSS) + bundled PostgreSQL (PSS of all its processes)',
      ours: `${megabytes(memory.node)} + ${megabytes(memory.postgres)}`,
      goal: '200 + 60 MB',
    },
  ];
}

async function started(environment: Record<string, string>): Promise<number> {
  const service = await startServiceProcess(environment);
  await service.stop();
  return service.readyMilliseconds;
}

/** Proportional share, in megabytes, of the server whose cluster belongs to `folder`, and of its children. */
function postgresPss(folder: string): number {
  // Where root starts the service, the cluster lies elsewhere and a file says where.
  const cluster = read(`${folder}/postgres.location`).trim() || folder;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`);
      return [{ pid, parent: /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1], command }];
    });
  const server = processes.find(({ command }) => command.includes('postgres') && command.includes(cluster))?.pid;
  const family = processes.filter(({ pid, parent }) => pid === server || parent === server);
  return (
    family.reduce(
      (sum, { pid }) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
      0,
    ) / 1024
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
