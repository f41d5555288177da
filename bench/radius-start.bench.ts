import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, missingPackages, sharedSecret } from '../test/radius/around.js';
import { AccessPointLoad } from './radius/access-points.js';
import { accessRequest, codes } from './radius/packets.js';
import { peapJoins } from './radius/supplicants.js';
import { type Figure, median, megabytes, seconds } from './report.js';
import { pause } from './service-process.js';
import { ask, timeUntil, type World } from './world.js';

const organizations = (process.env.BENCH_RADIUS_ORGANIZATIONS ?? '10,1000').split(',').map(Number);
const rounds = 5;
const visitor = { username: 'guest', password: 'a password of some length', mac: '02-00-00-00-00-01' };

/**
 * `npm run radius` beside few and many organizations, each with an access point: the first start, which makes their
 * certificates; a later one, until a login is accepted; and what FreeRADIUS takes then.
 */
export async function radiusStartBench(world: World): Promise<Figure[]> {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(`\nradius-start is skipped: the Debian packages ${missing.join(' ')} are not installed\n`);
    return [];
  }
  await ask(world, 'POST', '/networks', {
    name: 'Bench',
    clients: [{ address: '127.0.0.1', short_name: 'ap', vendor: 'generic', secret: sharedSecret }],
  });
  await ask(world, 'POST', '/users', { username: visitor.username, password: visitor.password });
  const point = await AccessPointLoad.open('127.0.0.1');
  const figures: Figure[] = [];
  try {
    for (const count of organizations) figures.push(...(await withOrganizations(world, point, count)));
  } finally {
    point.close();
  }
  return figures;
}

async function withOrganizations(world: World, point: AccessPointLoad, count: number): Promise<Figure[]> {
  await makeOrganizations(world, count);
  const named = (what: string) => `${what}, ${count.toLocaleString('en')} organizations`;
  const first = await Radius.start(world);
  const made = await first.untilCertificates(count);
  await first.stop();
  const accepted: number[] = [];
  let taken = { cpu: 0, memory: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const radius = await Radius.start(world);
    try {
      accepted.push(await radius.untilAccepted(point));
      if (round === rounds - 1) taken = await radius.taken(world);
    } finally {
      await radius.stop();
    }
  }
  return [
    { name: named('first start, until each has its certificate'), ours: seconds(made) },
    { name: named('npm run radius to the first accept'), ours: seconds(median(accepted)), goal: '1 s' },
    { name: named("FreeRADIUS' CPU until 16 PEAP joins are done"), ours: `${taken.cpu} ms` },
    { name: named("FreeRADIUS' memory (RSS) then"), ours: megabytes(taken.memory) },
  ];
}

/** By SQL, each with a network and an access point. */
async function makeOrganizations({ sql, organizationId }: World, count: number): Promise<void> {
  const id = (kind: number) => `('00000000-0000-7000-8000-' || lpad(to_hex(i * 16 + ${kind}), 12, '0'))::uuid`;
  const many = 'generate_series(1, $1::int - 1) i';
  await sql.query(
    `insert into organizations (id, parent_id, path, name, created_at, updated_at)
     select ${id(1)}, $2, array[$2::uuid, ${id(1)}], 'Hotel ' || i, now(), now() from ${many} on conflict do nothing`,
    [count, organizationId],
  );
  await sql.query(
    `insert into networks (organization_id, id, name, unknown_users, created_at, updated_at)
     select ${id(1)}, ${id(2)}, 'House', 'reject', now(), now() from ${many} on conflict do nothing`,
    [count],
  );
  await sql.query(
    `insert into network_clients (organization_id, id, network_id, position, address, short_name, vendor, secret_sealed,
       coa_port)
     select ${id(1)}, ${id(3)}, ${id(2)}, 0, ('10.9.' || i / 250 || '.' || i % 250)::cidr, 'ap', 'generic', '\\x00',
       3799 from ${many} on conflict do nothing`,
    [count],
  );
}

/** `npm run radius` from the command to its end. */
class Radius {
  private readonly startedAt = performance.now();

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start({ databaseUrl, folder }: World): Promise<Radius> {
    const [auth, acct] = [await freePort(), await freePort()];
    const child = spawn('npm', ['run', '--silent', 'radius'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // npm starts a shell, which starts the program: all are stopped together.
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: databaseUrl,
        USHER_DATA_DIR: folder,
        USHER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        USHER_RADIUS_ADDRESS: '127.0.0.1',
        USHER_RADIUS_AUTH_PORT: String(auth),
        USHER_RADIUS_ACCT_PORT: String(acct),
      },
    });
    return new Radius(child, auth, path.join(folder, 'freeradius'));
  }

  untilCertificates(count: number): Promise<number> {
    const servers = path.join(this.folder, 'servers');
    const written = () => {
      try {
        return readdirSync(servers).filter((name) => name.endsWith('.pem')).length;
      } catch {
        return 0;
      }
    };
    return timeUntil(this.startedAt, 'each organization has a certificate', () => written() >= count, 600, 50);
  }

  untilAccepted(point: AccessPointLoad): Promise<number> {
    const isAccepted = async () => {
      const answer = await point.ask(this.port, (id) => accessRequest(id, visitor, sharedSecret), 0.02);
      return answer?.[0] === codes.accessAccept;
    };
    return timeUntil(this.startedAt, 'a login is accepted', isAccepted, 60, 1);
  }

  async taken({ folder }: World): Promise<{ cpu: number; memory: number }> {
    await pause(1_000);
    await peapJoins(folder, this.port, [visitor, visitor], 8, sharedSecret);
    const [pid] = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && /freeradius\0/.test(read(`/proc/${name}/cmdline`)) && this.isOurs(name),
    );
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ');
    const memory = Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
    return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, memory };
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.child.once('exit', resolve);
    });
    if (this.child.pid) process.kill(-this.child.pid, 'SIGTERM');
    await ended;
    // npm ends before what it started, which may still be loading: that would slow down the next one.
    await timeUntil(performance.now(), 'all of it has ended', () => !this.isRunning(), 60, 50);
  }

  private isRunning(): boolean {
    const own = `USHER_RADIUS_AUTH_PORT=${this.port}\0`;
    return readdirSync('/proc').some(
      (name) => /^\d+$/.test(name) && (this.isOurs(name) || read(`/proc/${name}/environ`).includes(own)),
    );
  }

  private isOurs(pid: string): boolean {
    return read(`/proc/${pid}/environ`).includes(`RADIUS_RUN=${this.folder}\0`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
