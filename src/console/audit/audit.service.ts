import { Injectable } from '@nestjs/common';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Verification } from './chain/verification.js';
import { type NotedBlock, notedBlock, type Verified } from './chain/verified.js';
import type { AuditEntry } from '../audit-trail/audit-entry.js';
import { AuditRepository } from './entries/audit.repository.js';

/** Reads and verifies the audit of an organization. */
@Injectable()
export class AuditService {
  constructor(
    private readonly audit: AuditRepository,
    private readonly verification: Verification,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<AuditEntry>> {
    return this.audit.list(context, list);
  }

  async read(context: Context, id: string): Promise<AuditEntry> {
    const entry = await this.audit.find(context, id);
    if (!entry) throw Problem.notFound('audit entry', id);
    return entry;
  }

  /** @param noted `<number>:<hash>` from an earlier verification */
  verify(context: Context, noted?: string): Promise<Verified> {
    return this.verification.verify(context, noted === undefined ? undefined : notedOf(noted));
  }
}

/** Throws `malformed`. */
function notedOf(text: string): NotedBlock {
  const noted = notedBlock(text);
  if (!noted)
    throw new Problem(
      'malformed',
      'noted: expected the block and the hash of a former head, such as 17:9f86d081…, 64 hexadecimal digits',
    );
  return noted;
}
