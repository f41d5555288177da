import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../console/audit-trail/audit-trail.js';
import type { Evaluation } from '../../console/policies/evaluate-policies.js';
import { PoliciesRepository } from '../../console/policies/policies.repository.js';
import { reauthenticationOrder, type SessionRequest } from '../../console/sessions/session-request.js';
import { SessionRequests } from '../../console/sessions/session-requests.js';
import { Database } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { macWithColons } from '../../kernel/mac-address.js';
import type { Online, OnlineRow } from './online.js';
import { OnlineRepository } from './online.repository.js';
import { evaluationOf } from './why.js';

export type ExplainedOnline = Online & { readonly evaluation: Evaluation };

/** Who is on the Wi-Fi, why, and asking them to leave. */
@Injectable()
export class OnlineService {
  constructor(
    private readonly rows: OnlineRepository,
    private readonly policies: PoliciesRepository,
    private readonly requests: SessionRequests,
    private readonly trail: AuditTrail,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(
    context: Context,
    list: ListQuery,
    search: string | undefined,
  ): Promise<{ rows: ExplainedOnline[]; total: number }> {
    const { rows, total } = await this.rows.list(context, list, search);
    return { rows: await this.explained(context, rows), total };
  }

  async read(context: Context, id: string): Promise<ExplainedOnline> {
    const row = await this.rows.find(context, id);
    const [explained] = row ? await this.explained(context, [row]) : [];
    if (!explained) throw Problem.notFound('session', id);
    return explained;
  }

  /** Returns who is asked. @throws Problem conflict where nobody can be */
  async ask(context: Context, id: string, wanted: SessionRequest): Promise<'access_point' | 'controller'> {
    const asks = await this.database.transaction(context, async (inside) => {
      const row = await this.read(inside, id);
      const whom = askedFor(row, wanted);
      await this.requests.ask(inside, { id, startedAt: row.since }, wanted);
      await this.trail.record(
        inside,
        { action: wanted, resource: 'online', resourceId: id, label: row.username },
        { mac: row.mac && macWithColons(row.mac), access_point: row.accessPoint, user_id: row.userId },
      );
      return whom;
    });
    this.requests.wake(context);
    return asks;
  }

  private async explained(context: Context, rows: readonly OnlineRow[]): Promise<ExplainedOnline[]> {
    const [details, policies] = await Promise.all([this.rows.details(context, rows), this.policies.enabled(context)]);
    const at = this.clock.instant();
    return rows.flatMap((row) => {
      const detail = details.get(row.id);
      return detail ? [{ ...row, detail, evaluation: evaluationOf({ ...row, detail }, policies, at) }] : [];
    });
  }
}

function askedFor(row: Online, wanted: SessionRequest): 'access_point' | 'controller' {
  const { client, controller } = row.detail;
  if (row.stoppedAt !== null) throw new Problem('conflict', `This session ended at ${row.stoppedAt}`);
  if (row.admittedBy === 'gateway')
    throw new Problem(
      'conflict',
      `This gateway asks nobody and takes no orders: it lets the device in until ${row.admittedUntilAt}. ` +
        `DELETE /registrations/${row.id} keeps it from coming in again`,
    );
  if (wanted === 'disconnect' && controller) return 'controller';
  if (!client)
    throw new Problem(
      'conflict',
      'The access point of this session is in no network any more, so it cannot be asked: add it to its network again',
    );
  if (wanted === 'disconnect' || reauthenticationOrder(client.vendor)) return 'access_point';
  throw new Problem(
    'conflict',
    `Access points of ${client.vendor} have no order to prove a device anew. Disconnect the session instead: the ` +
      'device joins again by itself, with what is right by then',
  );
}
