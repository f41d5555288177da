import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { ConnectorCatalogue } from '../connector/catalogue.js';
import { definitionBy } from '../connector/connector.js';

interface Heard {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly connector: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether it is expected to report: enabled, and not quarantined for a reason that was already reported. */
  readonly isExpected: boolean;
  readonly lastHeardAt: Instant | null;
  /** Nothing is expected of a connection before it was created, enabled or fixed. */
  readonly sinceAt: Instant;
  readonly silentSinceAt: Instant | null;
}

/** A file that repeats the last one counts as a report, too; a refused one does not. */
const heard = statement(
  'silence_heard',
  `
  select c.organization_id as "organizationId", c.id, c.name, c.connector, c.settings, c.updated_at as "sinceAt",
    c.silent_since_at as "silentSinceAt",
    c.enabled and c.closing is null and c.status in ('active', 'paused') as "isExpected",
    greatest((c.link ->> 'lastHeardAt')::timestamptz, (
      select max(f.received_at) from delivered_files f where f.organization_id = c.organization_id
        and f.connection_id = c.id and f.status in ('accepted', 'repeated'))) as "lastHeardAt"
  from connections c where c.connector = any ($1::text[]) and (c.enabled or c.silent_since_at is not null)`,
);

const begin = statement(
  'silence_begin',
  `
  update connections set silent_since_at = $3, last_problem = $4 where organization_id = $1 and id = $2
    and silent_since_at is null returning id`,
);

const end = statement(
  'silence_end',
  `
  update connections set silent_since_at = null, last_problem = case when last_problem ->> 'code' = 'silent' then null
    else last_problem end
  where organization_id = $1 and id = $2 and silent_since_at is not null returning id`,
);

/**
 * Reports a system that has been silent for longer than its connector says is usual: a feed that died says nothing
 * itself.
 */
@Injectable()
export class Silence {
  constructor(
    private readonly database: Database,
    private readonly catalogue: ConnectorCatalogue,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  async look(): Promise<void> {
    const connectors = this.catalogue.definitions
      .filter(({ silentAfterSeconds }) => silentAfterSeconds)
      .map(({ key }) => key);
    if (connectors.length === 0) return;
    for (const each of await this.database.query<Heard>(systemContext(everyOrganization, 'silence'), heard, [
      connectors,
    ]))
      await this.lookAt(each);
  }

  private async lookAt(connection: Heard): Promise<void> {
    const { organizationId, id, name, lastHeardAt, sinceAt, silentSinceAt } = connection;
    const definition = this.catalogue.find(connection.connector);
    const seconds =
      connection.isExpected && definition
        ? (definitionBy(definition, connection.settings).silentAfterSeconds?.(connection.settings) ?? null)
        : null;
    const now = this.clock.instant();
    const isOver = seconds === null || (lastHeardAt !== null && laterBy(lastHeardAt, seconds) > now);
    if (silentSinceAt !== null) return isOver ? this.end(connection) : undefined;
    if (isOver || laterBy(sinceAt, seconds) > now) return;
    const detail =
      `${lastHeardAt ? `Nothing was heard since ${lastHeardAt}` : 'Nothing was ever heard'}; ` +
      `${spoken(seconds)} is the longest that is usual. What is known stays in force`;
    await this.database.transaction(systemContext(organizationId, 'silence'), async (inside) => {
      const problem = JSON.stringify({ code: 'silent', detail, at: now });
      if (
        (await this.database.query(inside, begin, [organizationId, id, lastHeardAt ?? sinceAt, problem])).length === 0
      )
        return;
      await this.alarms.raise(inside, [
        {
          event: 'connection.silent',
          subjectId: id,
          subjectName: name,
          state: 'silent',
          detail,
          facts: lastHeardAt ? { last_heard_at: lastHeardAt } : {},
        },
      ]);
    });
  }

  private end({ organizationId, id }: Heard): Promise<void> {
    return this.database.transaction(systemContext(organizationId, 'silence'), async (inside) => {
      if ((await this.database.query(inside, end, [organizationId, id])).length > 0)
        await this.alarms.end(inside, ['connection.silent'], [id]);
    });
  }
}

function spoken(seconds: number): string {
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}
