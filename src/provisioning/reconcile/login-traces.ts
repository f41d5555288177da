import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { addStep, isTracing } from '../../kernel/tracing.js';

/** A trace without a login ends after this long. */
const waitSeconds = 24 * 3_600;

const tracedOrganizations = statement(
  'login_traces_organizations',
  `select distinct organization_id as "organizationId" from identities where login_trace is not null`,
);

/**
 * A trace is taken by whoever clears it, so two processes never report the same login. Who tries while the account is
 * still being written is nobody yet.
 */
const takeTraces = replanned(
  'login_traces_take',
  `
  with tried as (
    select i.id, i.login_trace, l.at, l.outcome, l.reason, l.auth_method from identities i
    left join lateral (
      select a.at, a.outcome, a.reason, a.auth_method from authentication_log a
      where a.organization_id = $1 and a.username_key = i.account_key and a.at >= (i.login_trace ->> 'at')::timestamptz
        and a.reason is distinct from 'unknown_user'
        and a.user_id is not null
      order by a.at limit 1) l on true
    where i.organization_id = $1 and i.login_trace is not null
      and (l.at is not null or (i.login_trace ->> 'at')::timestamptz < $2)
    limit 1000),
  cleared as (
    update identities i set login_trace = null from tried
    where i.organization_id = $1 and i.id = tried.id and i.login_trace = tried.login_trace
    returning i.id)
  select t.login_trace ->> 'traceparent' as traceparent, t.at, t.outcome, t.reason, t.auth_method as "authMethod"
  from tried t join cleared using (id) where t.at is not null`,
);

interface TracedLogin {
  readonly traceparent: string;
  readonly at: Instant;
  readonly outcome: 'accepted' | 'rejected';
  readonly reason: string | null;
  readonly authMethod: string | null;
}

/**
 * The last step of a guest's way. The database decides logins (docs/decisions/0007), which no process of ours sees; so
 * the first one after an account was written to is read from the sign-in log and reported as a child of that write.
 * Runs only where an SDK is loaded.
 */
@Injectable()
export class LoginTraces extends Periodic {
  readonly name = 'login-traces';
  protected readonly everyMilliseconds = 2_000;

  constructor(
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  override start(): void {
    if (isTracing()) super.start();
  }

  async round(signal: AbortSignal): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'login-traces');
    const organizations = await this.database.query<{ organizationId: string }>(everywhere, tracedOrganizations);
    const since = laterBy(this.clock.instant(), -waitSeconds);
    for (const { organizationId } of organizations) {
      if (signal.aborted) return;
      const context = systemContext(organizationId, 'login-traces');
      const logins = await this.database.query<TracedLogin>(context, takeTraces, [organizationId, since]);
      for (const { traceparent, at, outcome, reason, authMethod } of logins)
        addStep('RADIUS decision', traceparent, new Date(at), {
          'usher.radius.outcome': outcome,
          ...(reason && { 'usher.radius.reason': reason }),
          ...(authMethod && { 'usher.radius.auth_method': authMethod }),
        });
    }
  }
}
