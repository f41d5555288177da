import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

/** A secret waits for its first code. A confirmed one is not replaced. */
const offerTotp = statement(
  'own_account_offer_totp',
  `
  update operators set totp_sealed = $3 where organization_id = $1 and id = $2 and not totp_confirmed returning 1
    as offered`,
);
const confirmTotp = statement(
  'own_account_confirm_totp',
  `
  update operators set totp_confirmed = true, recovery_hashes = $4, updated_at = $5, revision = revision + 1
  where organization_id = $1 and id = $2 and not totp_confirmed and totp_sealed = $3 returning 1 as confirmed`,
);

@Injectable()
export class OwnAccountRepository {
  constructor(private readonly database: Database) {}

  /** False if codes are already switched on. */
  async offerTotp(context: Context, id: string, sealed: string): Promise<boolean> {
    return (await this.database.query(context, offerTotp, [context.organizationId, id, sealed])).length > 0;
  }

  /** False if another secret was offered since, or codes are already switched on. */
  async confirmTotp(
    context: Context,
    id: string,
    sealed: string,
    recoveryHashes: readonly Buffer[],
    at: string,
  ): Promise<boolean> {
    return (
      (await this.database.query(context, confirmTotp, [context.organizationId, id, sealed, recoveryHashes, at]))
        .length > 0
    );
  }
}
