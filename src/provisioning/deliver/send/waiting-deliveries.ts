import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Alarms } from '../../../kernel/alarms.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { DeliveryWay } from '../delivery/delivery.js';

/** The first one that waits; an existing problem is not overwritten. */
const begin = statement(
  'waiting_deliveries_begin',
  `
  update connections set deliveries_waiting_since_at = $3, last_problem = coalesce(last_problem, $4::jsonb)
  where organization_id = $1 and id = $2 and deliveries_waiting_since_at is null returning name`,
);

const nothingWaits = `deliveries_waiting_since_at is not null and not exists (
    select from credential_deliveries d where d.organization_id = c.organization_id and d.connection_id = c.id
      and d.status = 'pending' and d.waiting_since_at is not null)`;

const over = statement(
  'waiting_deliveries_over',
  `select c.organization_id as "organizationId", c.id from connections c where ${nothingWaits}`,
);

const end = statement(
  'waiting_deliveries_end',
  `
  update connections c set deliveries_waiting_since_at = null, last_problem = case
    when c.last_problem ->> 'source' = 'delivery' then null else c.last_problem end
  where c.organization_id = $1 and c.id = $2 and ${nothingWaits} returning c.id`,
);

const everywhere = systemContext(everyOrganization, 'credential deliveries');

/** Tells people that credentials reach nobody, while some wait for a way to be set up. */
@Injectable()
export class WaitingDeliveries {
  constructor(
    private readonly database: Database,
    private readonly alarms: Alarms,
  ) {}

  /** In the transaction that postpones the delivery. */
  async begin(inside: Context, connectionId: string, via: DeliveryWay, why: string, now: Instant): Promise<void> {
    const detail = `${why}: credentials wait and reach nobody`;
    const problem = { code: 'undeliverable', detail, at: now, source: 'delivery' };
    const connection = await this.database.one<{ name: string }>(inside, begin, [
      inside.organizationId,
      connectionId,
      now,
      JSON.stringify(problem),
    ]);
    if (!connection) return;
    await this.alarms.raise(inside, [
      {
        event: 'delivery.waiting',
        subjectId: connectionId,
        subjectName: connection.name,
        state: via,
        detail,
        facts: { via },
      },
    ]);
  }

  /** Clears it when none waits any more. */
  async endOver(): Promise<void> {
    for (const { organizationId, id } of await this.database.query<{ organizationId: string; id: string }>(
      everywhere,
      over,
    )) {
      await this.database.transaction(systemContext(organizationId, 'credential deliveries'), async (inside) => {
        const ended = await this.database.query(inside, end, [organizationId, id]);
        if (ended.length > 0) await this.alarms.end(inside, ['delivery.waiting'], [id]);
      });
    }
  }
}
