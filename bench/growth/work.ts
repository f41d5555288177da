import pg from 'pg';
import { areSessionsWritten } from '../radius/our-radius.js';
import { once, request } from '../load.js';
import { ask, timeUntil, type World } from '../world.js';

const bearer = 'a-bearer-token-of-some-length';
const inFlight = 8;

/** Somebody's system that posts JSON: a guest comes with each message. */
export async function makeConnection(world: World): Promise<string> {
  const made = await ask(world, 'POST', '/connections', {
    name: 'Growth',
    connector: 'webhook',
    settings: {
      verifier: { type: 'bearer' },
      mapping: {
        version: 1,
        kind: 'membership',
        match: [{ status: 'active' }],
        key: { path: '/id' },
        fields: { email: { path: '/mail' }, starts_at: { path: '/from' } },
      },
    },
    secrets: { secret: bearer },
    access: { preset: 'membership', deliver: [] },
    enabled: true,
  });
  return String(made.id);
}

/** Messages, each until its guest has an account. */
export async function events(world: World, connection: string, name: string, count: number): Promise<void> {
  const url = new URL(`/hooks/${connection}`, world.service.url);
  const headers = { authorization: `Bearer ${bearer}` };
  await shared(count, (index) => {
    const body = { id: `${name}-${index}`, mail: `${name}-${index}@example.com`, from: '2026-01-01T00:00:00Z' };
    return once(url, request('POST', url, headers, JSON.stringify(body)));
  });
  const accounts = async () => {
    const { rows } = await world.sql.query<{ count: number }>(
      `select count(*)::int as count from users where organization_id = $1 and username_key like $2`,
      [world.organizationId, `${name}-%`],
    );
    return rows[0].count === count;
  };
  await timeUntil(performance.now(), 'each guest has an account', accounts, 120, 250);
}

/** Sessions of a FreeRADIUS at the database, with its settings and its questions. */
export class FreeRadiusSessions {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly client: string,
  ) {}

  static async open({ sql, databaseUrl, organizationId }: World): Promise<FreeRadiusSessions> {
    await sql.query(`create role bench_radius login password 'bench' in role usher_radius`);
    const { rows } = await sql.query<{ id: string }>('select id from network_clients where organization_id = $1', [
      organizationId,
    ]);
    const url = new URL(databaseUrl);
    [url.username, url.password] = ['bench_radius', 'bench'];
    const settings = {
      'usher.organization_id': '*',
      'usher.actor': Buffer.from('["system",null,"radius",null]').toString('base64'),
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      jit: 'off',
    };
    const options = Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ');
    const pool = new pg.Pool({ connectionString: url.href, options, max: inFlight });
    pool.on('error', () => undefined);
    return new FreeRadiusSessions(pool, `${organizationId}/${rows[0].id}`);
  }

  /** The last question of a PEAP login: the account is decided upon, and the login logged. */
  async logins(name: string, count: number): Promise<void> {
    await shared(count, async (index) => {
      const user = `${name}-${index}@example.com`;
      const { rowCount } = await this.pool.query(
        `SELECT id, username, attribute, value, op FROM radius.accept('${this.client}', '${user}',
         '${macOf(index)}', '00-11-22-33-44-55:Hotel', 'PEAP', 'bench', '10.0.0.1', '10.0.0.1')`,
      );
      if (rowCount === 0) throw new Error(`${user} was refused`);
    });
  }

  /** Start, two interim updates and stop of each session, until they are written. */
  async packets(world: World, name: string, run: string, count: number): Promise<void> {
    await shared(count / 4, async (index) => {
      for (const [step, status] of ['Start', 'Interim-Update', 'Interim-Update', 'Stop'].entries())
        await this.pool.query(
          `SELECT radius.account('${status}', '${this.client}', '${run}-${index}', '${run}-${index}',
           '${name}-${index}@example.com', '', '10.0.0.1', 'bench', '1', '${macOf(index)}', '00-11-22-33-44-55:Hotel',
           '10.1.0.1', '${step * 60}', '0', '${step * 1000}', '0', '${step * 1000}', '0', '', '', '', '', '', '')`,
        );
    });
    await timeUntil(performance.now(), 'sessions are written', () => areSessionsWritten(world), 60, 50);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** The first pages of lists that grow, in turns. */
export async function pages(world: World, paths: readonly string[], count: number): Promise<void> {
  await shared(count, (index) => ask(world, 'GET', paths[index % paths.length]));
}

function macOf(index: number): string {
  return `02-00-00-${[16, 8, 0]
    .map((shift) => ((index >>> shift) & 255).toString(16).padStart(2, '0'))
    .join('-')
    .toUpperCase()}`;
}

/** A few at once. */
async function shared(count: number, each: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < count) {
        next += 1;
        await each(next - 1);
      }
    }),
  );
}
