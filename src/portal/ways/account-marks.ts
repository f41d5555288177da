import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

const mark = statement(
  'portal_accounts_mark',
  `
  insert into portal_accounts (organization_id, user_id, captive_portal_id, made_at) values ($1, $2, $3, $4)
  on conflict do nothing`,
);

/** Marks accounts that were created for a guest at sign-in, so that they are removed when they are over. */
@Injectable()
export class AccountMarks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Called in the transaction that creates the account: the mark finds it when it is over, even if nothing else was
   * written. `portalId`: null if it was created at a sign-in by RADIUS.
   */
  async mark(inside: Context, portalId: string | null, userId: string): Promise<void> {
    await this.database.query(inside, mark, [inside.organizationId, userId, portalId, this.clock.instant()]);
  }
}
