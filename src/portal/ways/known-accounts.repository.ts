import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

const password = statement(
  'portal_password_of_user',
  'select id, password_ssha512 as stored from users where organization_id = $1 and username_key = $2',
);

/** If a user has a code's name, the user comes first: RADIUS does not take it as a voucher either. */
const voucher = statement(
  'portal_voucher',
  `
  select v.code from vouchers v where v.organization_id = $1 and v.code_key = $2
    and not exists (select from users u where u.organization_id = $1 and u.username_key = lower(v.code))`,
);

@Injectable()
export class KnownAccountsRepository {
  constructor(private readonly database: Database) {}

  /** As printed. */
  async voucherCode(context: Context, codeKey: string): Promise<string | undefined> {
    return (await this.database.one<{ code: string }>(context, voucher, [context.organizationId, codeKey]))?.code;
  }

  passwordOf(
    context: Context,
    usernameKey: string,
  ): Promise<{ readonly id: string; readonly stored: string | null } | undefined> {
    return this.database.one(context, password, [context.organizationId, usernameKey]);
  }
}
