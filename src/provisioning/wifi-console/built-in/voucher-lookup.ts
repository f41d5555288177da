import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';

export interface MadeVoucher {
  readonly remoteId: string;
  readonly code: string;
}

const byExternalId = replanned(
  'built_in_vouchers_by_external_id',
  `
  select id as "remoteId", code, external_id as "externalId" from vouchers
  where organization_id = $1 and external_id = any($2::text[]) order by id`,
);

/** What this operation made earlier: its vouchers carry its id. */
@Injectable()
export class VoucherLookup {
  constructor(private readonly database: Database) {}

  async madeBy(
    context: Context,
    operationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MadeVoucher[]>> {
    const rows = await this.database.query<MadeVoucher & { externalId: string }>(context, byExternalId, [
      context.organizationId,
      operationIds,
    ]);
    const made = new Map<string, MadeVoucher[]>();
    for (const { externalId, ...voucher } of rows) made.set(externalId, [...(made.get(externalId) ?? []), voucher]);
    return made;
  }
}
