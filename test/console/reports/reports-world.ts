import { ReportsModule } from '../../../src/console/reports/reports.module.js';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import type { Ids } from '../../../src/kernel/ids.js';
import { httpWorld, type HttpWorld, type WorldOptions } from '../../http/http-world.js';
import { CountingIds, ManualClock } from '../../kernel/manual-clock.js';

export type Values = Readonly<Record<string, unknown>>;

/** The reports alone behind the real edge, at two o'clock on an afternoon in May. */
export interface ReportsWorld extends HttpWorld {
  readonly clock: ManualClock;
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Writes rows of a log as RADIUS does; `hoursAgo` stands for its time. */
  logged(
    log: LogName,
    rows: readonly (Values & { readonly hoursAgo: number })[],
    organizationId?: string,
  ): Promise<void>;
}

export type LogName = 'authentication_log' | 'accounting_sessions' | 'guest_registrations';

const timeOf = {
  authentication_log: 'at',
  accounting_sessions: 'started_at',
  guest_registrations: 'created_at',
} as const;
const usual: Readonly<Record<LogName, Values>> = {
  authentication_log: { outcome: 'accepted' },
  accounting_sessions: { unique_id: 's' },
  guest_registrations: {},
};

export async function reportsWorld(options: WorldOptions = {}): Promise<ReportsWorld> {
  const clock = new ManualClock('2026-05-14T14:00:00.000Z');
  const ids: Ids = new CountingIds();
  const world = await httpWorld({ modules: [ReportsModule], clock, ...options });
  const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    world.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), statement('', text), values);
  return {
    ...world,
    clock,
    sql,
    logged: async (log, rows, organizationId = world.organizationId) => {
      for (const { hoursAgo, ...values } of rows) {
        const at = new Date(clock.milliseconds() - hoursAgo * 3_600_000).toISOString();
        const row: Values = {
          organization_id: organizationId,
          id: ids.next(),
          [timeOf[log]]: at,
          ...(log === 'accounting_sessions' ? { updated_at: at } : {}),
          ...usual[log],
          ...values,
        };
        const names = Object.keys(row);
        await sql(
          `insert into ${log} (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
          Object.values(row),
        );
      }
    },
  };
}
