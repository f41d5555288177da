import pg from 'pg';
import type { RunningService } from '../e2e/service.js';
import type { CitusDatabase } from './citus-database.js';

export interface Placement {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
}

/** Where organizations are, and what moves them, as an administrator does it on the coordinator. */
export class Placements {
  private constructor(private readonly admin: pg.Client) {}

  static async of({ adminUrl }: Pick<CitusDatabase, 'adminUrl'>): Promise<Placements> {
    const admin = new pg.Client({ connectionString: adminUrl });
    admin.on('error', () => undefined);
    await admin.connect();
    return new Placements(admin);
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.admin.query<Row>(sql, values)).rows;
  }

  /** Where an organization's accounts are. */
  async of(organization: string): Promise<Placement> {
    const [found] = await this.rows<Placement>(
      `select shardid::text as shard, nodename as host, nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('public.users', $1::uuid)`,
      [organization],
    );
    return found;
  }

  /** Makes organizations until there is one on each of two workers. */
  async twoApart(service: RunningService): Promise<readonly [string, string]> {
    const found = new Map<number, string>();
    for (let number = 0; found.size < 2; number += 1) {
      const { status, body } = await service.call('POST', '/organizations', { name: `House ${number}` });
      if (status !== 201) throw new Error(`No organization: ${status}`);
      found.set((await this.of(String(body.id))).port, String(body.id));
    }
    const [one, other] = found.values();
    return [one, other];
  }

  // All by `block_writes`: the other way replicates logically, which PostgreSQL refuses where row-level security is
  // forced.

  /**
   * All that an organization has, to the other worker, with the other organizations of its shard. `lastsSeconds`: it
   * takes longer by this, as where there is much to copy.
   */
  async move(organization: string, lastsSeconds = 0): Promise<void> {
    const { shard, host, port } = await this.of(organization);
    const [other] = await this.rows<Placement>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and nodeport <> $1 limit 1',
      [port],
    );
    await this.rows('begin');
    await this.rows("select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')", [
      shard,
      host,
      port,
      other.host,
      other.port,
    ]);
    await this.rows('select pg_sleep($1)', [lastsSeconds]);
    await this.rows('commit');
  }

  /** To shards of its own. */
  async isolate(organization: string): Promise<void> {
    await this.rows("select isolate_tenant_to_new_shard('public.users', $1::uuid, 'CASCADE', 'block_writes')", [
      organization,
    ]);
  }

  async rebalance(): Promise<void> {
    await this.rows("select rebalance_table_shards(shard_transfer_mode => 'block_writes')");
  }

  /** Which shard is where. */
  async all(): Promise<string> {
    const [{ all }] = await this.rows<{ all: string }>(
      "select string_agg(shardid || ':' || nodeport, ' ' order by shardid) as all from pg_dist_shard_placement",
    );
    return all;
  }

  close(): Promise<void> {
    return this.admin.end();
  }
}
