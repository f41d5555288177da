import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { isUuid } from '../../kernel/ids.js';
import type { AuditedAction, AuditedFields } from './audit-entry.js';
import { AuditTrailRepository, type AuditActor } from './audit-trail.repository.js';

/** Audits actions that change no record. Triggers audit changes of records. */
@Injectable()
export class AuditTrail {
  constructor(private readonly rows: AuditTrailRepository) {}

  /**
   * Joins the context's transaction if there is one. The actor is the context's, or `doer`. `told` must not contain
   * secrets.
   */
  record(
    context: Context,
    happening: AuditedAction,
    told: AuditedFields | null = null,
    doer: AuditActor = doerOf(context),
  ): Promise<void> {
    return this.rows.write(context, doer, { ...happening, told });
  }

  /** A report that was downloaded as a file. */
  downloaded(
    context: Context,
    report: { readonly reportId: string; readonly earliestAt: Instant; readonly latestAt: Instant },
    format: string,
  ): Promise<void> {
    const told = { format, earliest: report.earliestAt, latest: report.latestAt };
    return this.record(
      context,
      { action: 'download', resource: 'reports', resourceId: null, label: report.reportId },
      told,
    );
  }
}

function doerOf({ actor: { kind, id, name } }: Context): AuditActor {
  return { kind, id: kind !== 'system' && isUuid(id) ? id : null, name };
}
