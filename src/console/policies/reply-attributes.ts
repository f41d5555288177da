import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { ReplyAttribute } from './merged-attributes.js';
import type { Explanation } from './policy-explanation.js';

/** With the attributes of its reply, as RADIUS would send them. */
export interface ToldExplanation extends Explanation {
  readonly told: readonly ReplyAttribute[];
}

const told = statement(
  'policies_reply_attributes',
  'select attribute, op, value from radius.reply_attributes($1::jsonb, $2) order by id',
);

/** What FreeRADIUS is told to send for a reply: the words of each maker stand in that SQL function alone. */
@Injectable()
export class ReplyAttributes {
  constructor(private readonly database: Database) {}

  /**
   * Attributes of an Access-Accept. Limits on count, quota and hours are checks; no attribute tells an access point
   * about them.
   *
   * @param vendor one of accessPointVendors; those without bandwidth attributes of their own get WISPr's
   */
  of(context: Context, reply: GroupPolicy, vendor = 'generic'): Promise<ReplyAttribute[]> {
    return this.database.query(context, told, [JSON.stringify(reply), vendor]);
  }

  async explained(context: Context, explanation: Explanation): Promise<ToldExplanation> {
    const { decision, reply, parties } = explanation;
    return { ...explanation, told: decision === 'permit' ? await this.of(context, reply, parties.client?.vendor) : [] };
  }
}
