import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { SetupFacts } from './setup.js';

/** Whether there is one of each, by the first that an index finds. */
const facts = replanned(
  'setup_facts',
  `
  select
    exists (select 1 from networks where organization_id = $1) as networks,
    exists (select 1 from authentication_log where organization_id = $1)
      or exists (select 1 from accounting_sessions where organization_id = $1) as "accessPointHeard",
    exists (select 1 from connections c where c.organization_id = $1 and (c.last_full_scan_at is not null
      or exists (select 1 from subjects s where s.organization_id = $1 and s.connection_id = c.id)))
      as "connectionListed",
    exists (select 1 from organizations where id = $1 and time_zone <> 'UTC') as "timeZoneSaid",
    exists (select 1 from connections c join organizations o on o.id = c.organization_id
      where c.organization_id = $1 and c.settings ->> 'time_zone' <> o.time_zone) as "connectionInOtherZone",
    exists (select 1 from accounting_sessions where organization_id = $1) as "personOnline",
    exists (select 1 from captive_portals where organization_id = $1) as portals,
    exists (select 1 from gateways where organization_id = $1 and last_arrival_at is not null)
      or exists (select 1 from registrations where organization_id = $1) as "portalTried",
    (select count(*)::int from operators
      where organization_id = $1 and not disabled and password_hash is not null) as operators`,
);

@Injectable()
export class SetupRepository {
  constructor(private readonly database: Database) {}

  async facts(context: Context): Promise<SetupFacts> {
    const [row] = await this.database.query<SetupFacts>(context, facts, [context.organizationId]);
    return row!;
  }
}
