import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../console/audit-trail/audit-trail.js';
import type { Context } from '../../../kernel/context.js';

/** Audits that somebody exported what is stored about a person; the person appears as a keyed hash. */
@Injectable()
export class PrivacyTrail {
  constructor(private readonly trail: AuditTrail) {}

  exported(context: Context, person: string, counts: Readonly<Record<string, number>>): Promise<void> {
    return this.trail.record(
      context,
      { action: 'download', resource: 'privacy-exports', resourceId: null, label: person },
      counts,
    );
  }
}
