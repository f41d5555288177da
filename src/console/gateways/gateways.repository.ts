import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { HeardChanges } from '../../database/heard-changes.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { Gateway, RetiredAsker, RetiredController } from './gateway.js';
import type { LastArrival } from './last-arrival.js';
import { gatewayTable } from './gateway.entity.js';

export const gatewayListFields = listFieldsOf(gatewayTable, 'gateways');

/** How often at most a gateway's last arrival is noted, over all processes. */
export const arrivalEverySeconds = 5;

const ofPortal = statement(
  'gateways_of_portal',
  `
  select ${gatewayTable.select('gateways', 'secretsSealed')} from gateways
  where organization_id = $1 and (captive_portal_id = $2 or (captive_portal_id is null and network_id = $3))
  order by created_at, id`,
);
const noteArrival = statement(
  'gateways_note_arrival',
  `
  update gateways set last_arrival = $3, last_arrival_at = $4
  where organization_id = $1 and id = $2
    and (last_arrival_at is null or last_arrival_at < $4::timestamptz - interval '${arrivalEverySeconds} seconds')`,
);
const lastArrival = statement(
  'gateways_last_arrival',
  `
  select last_arrival as arrival, last_arrival_at as at from gateways where organization_id = $1 and id = $2`,
);

/** $3: the kept part of the gateway. The sessions are due to end now. */
const retireSessions = statement(
  'gateways_retire_sessions',
  `
  with retired as (
    update controller_sessions set retired = $3::jsonb
    where organization_id = $1 and gateway_id = $2 and retired is null
    returning session_id, started_at)
  insert into session_endings as e (organization_id, session_id, started_at, due_at)
  select $1::uuid, session_id, started_at, $4::timestamptz from retired
  on conflict (organization_id, session_id) do update set due_at = least(e.due_at, excluded.due_at),
      due_again = true
    where e.confirmed_at is null`,
);

const retire = statement(
  'gateways_retire',
  `
  insert into retired_gateways (organization_id, id, vendor, network_id, captive_portal_id, secrets_sealed, retired_at)
  select organization_id, id, vendor, network_id, captive_portal_id, secrets_sealed, $3
  from gateways where organization_id = $1 and id = $2 and secrets_sealed is not null`,
);
const retiredOfPortal = statement(
  'gateways_retired_of_portal',
  `
  select id, vendor, secrets_sealed as "secretsSealed", retired_at as "retiredAt" from retired_gateways
  where organization_id = $1 and (captive_portal_id = $2 or (captive_portal_id is null and network_id = $3))
  order by retired_at desc`,
);

type Retired = Pick<Gateway, 'id' | 'vendor' | 'secretsSealed'> & Pick<RetiredAsker, 'retiredAt'>;

@Injectable()
export class GatewaysRepository {
  readonly table: RecordTable<Gateway>;

  constructor(
    private readonly database: Database,
    changes: HeardChanges,
  ) {
    this.table = new RecordTable<Gateway>(database, gatewayTable, 'gateway', {
      hidden: ['secretsSealed'],
      rememberedBy: changes,
    });
  }

  /** Gateways that show the portal, oldest first, with their sealed words. */
  ofPortal(context: Context, portalId: string, networkId: string | null): Promise<readonly Gateway[]> {
    return this.database.query<Gateway>(context, ofPortal, [context.organizationId, portalId, networkId]);
  }

  async noteArrival(context: Context, id: string, arrival: LastArrival, at: Instant): Promise<void> {
    await this.database.query(context, noteArrival, [context.organizationId, id, JSON.stringify(arrival), at]);
  }

  /** Ends the sessions at the gateway's controller, before its settings are replaced or deleted. */
  async retireSessions(inside: Context, gateway: Gateway, at: Instant): Promise<void> {
    const { id, name, vendor, revision, controller, secretsSealed } = gateway;
    const retired: RetiredController = { name, vendor, revision, controller, secretsSealed };
    await this.database.query(inside, retireSessions, [inside.organizationId, id, JSON.stringify(retired), at]);
  }

  /** Keeps the secrets of a gateway that is being deleted, so that it is still recognised when it asks. */
  async retire(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, retire, [inside.organizationId, id, at]);
  }

  /** Deleted gateways of the portal, the latest first. */
  retiredOfPortal(context: Context, portalId: string, networkId: string | null): Promise<Retired[]> {
    return this.database.query(context, retiredOfPortal, [context.organizationId, portalId, networkId]);
  }

  lastArrival(context: Context, id: string): Promise<{ arrival: LastArrival | null; at: Instant | null } | undefined> {
    return this.database.one(context, lastArrival, [context.organizationId, id]);
  }
}
