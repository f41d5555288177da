import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Admission } from '../../http/access/authenticator.js';
import { type RateShare, RateWindows } from '../../http/access/rate-windows.js';
import { systemContext } from '../../kernel/context.js';

/**
 * `used` counts refused requests too, so it may exceed the limit; what was granted follows from it. A window up to a
 * minute ahead is kept, because a neighbour's clock may be a little fast; one further ahead comes from a wrong clock.
 */
const take = statement(
  'keys_take_rate',
  `
  insert into rate_windows as w (organization_id, budget, window_started_at, used) values ($1, $2, $3, $4)
  on conflict (organization_id, budget) do update set
    used = $4 + case when w.window_started_at - $3::timestamptz between interval '0' and interval '1 minute'
    then least(w.used, $5::int) else 0 end,
    window_started_at = case when w.window_started_at - $3::timestamptz between interval '0' and interval '1 minute'
    then w.window_started_at else $3 end
  returning window_started_at as "windowStartedAt", used`,
);

/** Rate budgets of API keys, one row for each in the key's own organization. */
@Injectable()
export class KeyRateWindows extends RateWindows {
  constructor(private readonly database: Database) {
    super();
  }

  async take(
    { homeOrganizationId, actor }: Admission,
    windowStartedAt: number,
    wanted: number,
    limit: number,
  ): Promise<RateShare> {
    const context = systemContext(homeOrganizationId, 'rate budget');
    const values = [homeOrganizationId, `key:${actor.id}`, new Date(windowStartedAt).toISOString(), wanted, limit];
    const row = await this.database.one<{ windowStartedAt: string; used: number }>(context, take, values);
    if (!row) throw new Error('A rate window was neither made nor found');
    const granted = Math.min(wanted, Math.max(0, limit - (row.used - wanted)));
    return { windowStartedAt: Date.parse(row.windowStartedAt), granted, left: Math.max(0, limit - row.used) };
  }
}
