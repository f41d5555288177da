import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Queue } from '../../../database/queue/queue.js';
import { type Claimant, WorkQueue } from '../../../database/queue/work-queue.js';
import { anyRuns, type WantedRuns } from './run-slots.js';
import type { ClaimedRun } from './run.js';
import { runColumns } from './run.statements.js';

/** With the sweep on top, a dead worker's run continues elsewhere within 30 s. */
export const runLeaseSeconds = 24;

/**
 * Runs that wait, and those whose worker died. $4: modes; $5: connectors and $6: organizations that have enough runs in
 * progress; $7: connectors that only listen, whose full list the holder of the link requests.
 */
const runs: Queue = {
  name: 'runs',
  table: 'runs',
  key: 'id',
  due: (organization) => `q.status in ('queued', 'running') and not q.behind and q.mode = any ($4::text[])
    and q.organization_id <> all ($6::uuid[])
    and exists (select from connections c where c.organization_id = ${organization} and c.id = q.connection_id
      and c.connector <> all ($5::text[]) and c.pause is distinct from 'all'
      and (c.enabled and (c.status in ('setup', 'active', 'paused')
          or q.mode in ('access', 'drift') and c.status <> 'disabled')
        or q.dry_run and q.mode = 'full' and c.status in ('setup', 'active', 'paused', 'disabled'))
      and not (q.status = 'queued' and q.mode = 'full' and c.connector = any ($7::text[])))`,
  parameters: 4,
  orderBy: 'created_at',
  leaseSeconds: runLeaseSeconds,
  set: "status = 'running', started_at = coalesce(q.started_at, $2)",
  returning: `${runColumns('q')},
    (select c.connector from connections c where c.organization_id = $1 and c.id = q.connection_id) as connector`,
};

/** Claims runs for a worker; a worker has one run at a time, and a connection one run of each mode. */
@Injectable()
export class RunClaims {
  private readonly queue: WorkQueue<ClaimedRun>;

  constructor(database: Database) {
    this.queue = new WorkQueue(database, runs);
  }

  /** The oldest matching run of the organization that has waited longest. */
  async claim(
    claimant: Claimant,
    listenOnly: readonly string[],
    { modes, notOfConnectors, notOfOrganizations }: WantedRuns = anyRuns,
  ): Promise<ClaimedRun | undefined> {
    const values = [modes, notOfConnectors, notOfOrganizations, listenOnly];
    return (await this.queue.claim({ ...claimant, limit: 1, values, lane: modes.join() })).at(0);
  }
}
