import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { ArrivalProblem } from './contract/gateway.js';

/** From the refusal to the page that the gateway sends the guest back to. */
const recentSeconds = 120;

/** $2 device, $3 since: the last answer that it got. */
const last = statement(
  'portal_recent_refusals_last',
  `
  select l.outcome, l.reason from authentication_log l
  where l.organization_id = $1 and l.mac = $2 and l.at > $3
  order by l.at desc limit 1`,
);

const problems: Readonly<Record<string, ArrivalProblem>> = {
  device_limit: 'in_use',
  too_many_sessions: 'in_use',
  ticket_expired: 'stale',
};

/** Gateways say that RADIUS refused a guest, not why. */
@Injectable()
export class RecentRefusalsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Undefined: nothing that a guest could do something about. */
  async of(context: Context, mac: string | null): Promise<ArrivalProblem | undefined> {
    const digits = mac === null ? undefined : macDigits(mac);
    if (digits === undefined) return undefined;
    const values = [context.organizationId, digits, laterBy(this.clock.instant(), -recentSeconds)];
    const answer = await this.database.one<{ outcome: string; reason: string | null }>(context, last, values);
    return answer?.outcome === 'rejected' ? problems[answer.reason ?? ''] : undefined;
  }
}
