import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../console/audit-trail/audit-trail.js';
import type { Context } from '../../../kernel/context.js';

/** That somebody took what is known of a person along is in the audit; who it was about, as a keyed hash. */
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
