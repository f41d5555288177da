import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { Problem } from '../../../src/kernel/errors.js';
import { grantFor } from '../../../src/provisioning/access/grant-for.js';
import { AccountsClosing } from '../../../src/provisioning/identity/accounts-closing.js';
import { LinkApprovals } from '../../../src/provisioning/reconcile/link-approvals.js';
import type { PlanItem, PreviewRequest } from '../../../src/provisioning/intake/preview/plan-item.js';
import { AccessPreview } from '../../../src/provisioning/intake/preview/access-preview.js';
import type { RunMode } from '../../../src/provisioning/intake/run-queue/run.js';
import { RunDecisions } from '../../../src/provisioning/intake/runs/run-decisions.js';
import { OnDemandSync } from '../../../src/provisioning/intake/on-demand-sync.js';
import { siteDefaultsOf } from '../../../src/provisioning/connection/site-defaults.js';
import { RunQueue } from '../../../src/provisioning/intake/run-queue/run-queue.js';
import type { AccountsOnDelete, StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';

const heldRun = statement('test_held_run', 'select status, plan_hash from runs where organization_id = $1 and id = $2');
const setRun = statement(
  'test_set_run',
  'update runs set status = $3, decided_by = $4 where organization_id = $1 and id = $2',
);

/** The engine's actions on runs with nothing behind them: what these tests are about is the API in front. */
@Injectable()
export class PlainRuns implements Pick<RunDecisions, 'start' | 'approve' | 'reject' | 'cancel'> {
  constructor(
    private readonly database: Database,
    private readonly queue: RunQueue,
  ) {}

  start(context: Context, { id }: StoredConnection, wanted: { mode: RunMode; dryRun: boolean }): Promise<string> {
    return this.queue.add(context, id, { ...wanted, cause: 'operator', requestedBy: context.actor.name });
  }

  approve(context: Context, runId: string, planHash: string): Promise<void> {
    return this.decide(context, runId, 'done', planHash);
  }

  reject(context: Context, runId: string): Promise<void> {
    return this.decide(context, runId, 'rejected');
  }

  async cancel(context: Context, runId: string): Promise<void> {
    await this.database.query(context, setRun, [context.organizationId, runId, 'cancelled', context.actor.name]);
  }

  private async decide(context: Context, runId: string, status: string, planHash?: string): Promise<void> {
    const run = await this.database.one<{ status: string; plan_hash: string }>(context, heldRun, [
      context.organizationId,
      runId,
    ]);
    if (!run) throw Problem.notFound('run', runId);
    if (run.status !== 'held' || (planHash !== undefined && planHash !== run.plan_hash))
      throw new Problem('conflict', 'Not this plan');
    await this.database.query(context, setRun, [context.organizationId, runId, status, context.actor.name]);
  }
}

/** A plan of what the mapping makes of pasted records, without looking at any console. */
@Injectable()
export class PlainPreviewer implements Pick<AccessPreview, 'preview'> {
  async preview(
    _context: Context,
    connection: StoredConnection,
    { records = [], payload, limit }: PreviewRequest,
  ): Promise<PlanItem[]> {
    if (payload)
      return [
        {
          kind: 'none',
          sourceKey: null,
          subjectId: null,
          account: null,
          before: null,
          after: null,
          detail: payload.toString('utf8'),
        },
      ];
    return records.slice(0, limit).map(({ key, facts }) => {
      const grant = grantFor(connection.access, { key, facts }, siteDefaultsOf(connection));
      const isUser = grant.kind === 'user';
      const after = isUser
        ? { username: grant.username, groupName: grant.groupName, passwordFingerprint: 'secret' }
        : null;
      return {
        kind: isUser ? 'create_user' : grant.kind,
        sourceKey: key,
        subjectId: null,
        account: isUser ? grant.username : null,
        before: null,
        after,
        detail: null,
      };
    });
  }
}

/** What was asked of the engine. */
@Injectable()
export class Asked {
  readonly closed: { readonly connectionId: string; readonly fate: AccountsOnDelete }[] = [];
  readonly synced: string[] = [];
  readonly linked: string[] = [];
}

@Injectable()
export class PlainCloser implements Pick<AccountsClosing, 'close'> {
  constructor(private readonly asked: Asked) {}

  async close(_inside: Context, { id }: StoredConnection, fate: AccountsOnDelete): Promise<void> {
    this.asked.closed.push({ connectionId: id, fate });
  }
}

@Injectable()
export class PlainSync implements Pick<OnDemandSync, 'sync'> {
  constructor(private readonly asked: Asked) {}

  async sync(_context: Context, _connection: StoredConnection, subjectId: string): Promise<void> {
    this.asked.synced.push(subjectId);
  }
}

@Injectable()
export class PlainApproval implements Pick<LinkApprovals, 'approve'> {
  constructor(private readonly asked: Asked) {}

  async approve(_context: Context, _connection: StoredConnection, subjectId: string): Promise<void> {
    this.asked.linked.push(subjectId);
  }
}
