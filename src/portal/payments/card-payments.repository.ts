import { Injectable } from '@nestjs/common';
import type { PaymentProblemCode } from '../../console/payments/payment.entity.js';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';

const opened = statement(
  'card_payments_opened',
  `
  update portal_payments set session_id = $3, session_url = $4
  where organization_id = $1 and id = $2 and status = 'open' and session_id is null returning id`,
);

const over = statement(
  'card_payments_over',
  `
  update portal_payments set status = $3, reason = $4, due_at = null, session_url = null, problem = null,
    problem_code = null, refunded_amount = case when $3 = 'refunded' then (tier ->> 'price')::int end
  where organization_id = $1 and id = $2 and status in ('open', 'refunding') returning id`,
);

const paid = statement(
  'card_payments_paid',
  `
  update portal_payments set charge_id = $3, due_at = null, session_url = null, problem = null, problem_code = null
  where organization_id = $1 and id = $2`,
);

const refunding = statement(
  'card_payments_refunding',
  `
  update portal_payments set status = 'refunding', reason = $3, charge_id = $4, due_at = $5, session_url = null,
    problem = null, problem_code = null
  where organization_id = $1 and id = $2 and status = 'open'`,
);

const troubled = statement(
  'card_payments_troubled',
  `
  update portal_payments set problem = $3, problem_code = $4
  where organization_id = $1 and id = $2 and due_at is not null
    and (problem, problem_code) is distinct from ($3::text, $4::text)`,
);

const due = replanned(
  'card_payments_due',
  `
  select organization_id as "organizationId", id from (
    select organization_id, id, due_at, row_number() over (partition by organization_id order by due_at) as place
    from portal_payments where due_at <= $1) due
  where place <= 5 order by due_at limit 100`,
);

/** Claims the question to the provider. $3 now, $4 when it is asked again. */
const claim = statement(
  'card_payments_claim',
  `
  update portal_payments set due_at = $4 where organization_id = $1 and id = $2 and due_at <= $3 returning id`,
);

/** Why the provider could not be asked, and what to do. */
export interface PaymentProblem {
  readonly code: PaymentProblemCode;
  readonly text: string;
}

/** What the payment provider knows of payments by card. */
@Injectable()
export class CardPaymentsRepository {
  constructor(private readonly database: Database) {}

  /** False: it is already over. */
  async opened(context: Context, id: string, session: { readonly id: string; readonly url: string }): Promise<boolean> {
    const values = [context.organizationId, id, session.id, session.url];
    return (await this.database.query(context, opened, values)).length > 0;
  }

  async over(inside: Context, id: string, status: 'failed' | 'refunded', reason: string): Promise<void> {
    await this.database.query(inside, over, [inside.organizationId, id, status, reason]);
  }

  /** In addition to the access given for it. */
  async paid(inside: Context, id: string, chargeId: string | null): Promise<void> {
    await this.database.query(inside, paid, [inside.organizationId, id, chargeId]);
  }

  async refunding(inside: Context, id: string, reason: string, chargeId: string | null, at: Instant): Promise<void> {
    await this.database.query(inside, refunding, [inside.organizationId, id, reason, chargeId, at]);
  }

  /** Null: the provider could be asked. */
  async troubled(context: Context, id: string, problem: PaymentProblem | null): Promise<void> {
    const { text = null, code = null } = problem ?? {};
    await this.database.query(context, troubled, [context.organizationId, id, text, code]);
  }

  due(now: Instant): Promise<{ readonly organizationId: string; readonly id: string }[]> {
    return this.database.query(systemContext(everyOrganization, 'payments'), due, [now]);
  }

  async claim(context: Context, id: string, now: Instant, again: Instant): Promise<boolean> {
    return (await this.database.query(context, claim, [context.organizationId, id, now, again])).length > 0;
  }
}
