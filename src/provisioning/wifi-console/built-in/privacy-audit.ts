import { Injectable } from '@nestjs/common';
import { AuditEraser } from '../../../console/audit/chain/audit-eraser.js';
import type { Context } from '../../../kernel/context.js';

/** Erases one person from the console's audit. */
@Injectable()
export class PrivacyAudit {
  constructor(private readonly eraser: AuditEraser) {}

  erase(
    inside: Context,
    { userIds, names }: { readonly userIds: readonly string[]; readonly names: readonly string[] },
    pseudonym: string,
  ): Promise<{ readonly erased: number; readonly waiting: number }> {
    return this.eraser.erase(inside, { resourceIds: userIds, names, pseudonym });
  }
}
