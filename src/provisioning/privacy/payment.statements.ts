import { replanned } from '../../database/database.js';
import { byAccount } from './person-rows.js';

// Parameters: $1 is always the organization; each statement names the others.

/**
 * $2 usernames, $3 users, $4 e-mail addresses and other names, $5 registrations that name them: registrations at
 * portals that are the person's.
 */
const ownRegistrations = `r.organization_id = $1 and (${byAccount('r')}
  or lower(r.email) = any($4::text[]) or r.id = any($5::uuid[]))`;

/** $2 to $5 as above. No payment is begun by these any more until the transaction ends. */
export const holdRegistrations = replanned(
  'erasure_hold_registrations',
  `select r.id from registrations r where ${ownRegistrations} order by r.id for update`,
);

/** $2 to $5 as above, $6 now: the provider's page is to be closed, and what was paid on it is to be paid back. */
export const closePayments = replanned(
  'erasure_close_payments',
  `
  update portal_payments p set reason = 'erased', due_at = $6 where p.organization_id = $1 and p.status = 'open'
    and p.pay = 'card' and p.reason is null
    and p.asked_by in (select r.id from registrations r where ${ownRegistrations})`,
);

/** $2 to $5 as above: payments of which it is not known what became of the money. What is unclear stays as a charge. */
export const openPayments = replanned(
  'erasure_open_payments',
  `
  select p.pay, p.problem, v.name as provider from portal_payments p
  left join payment_providers v on v.organization_id = $1 and v.id = p.provider_id
  left join room_postings o on o.organization_id = $1 and o.id = p.id
  where p.organization_id = $1 and p.asked_by in (select r.id from registrations r where ${ownRegistrations})
    and (p.status = 'refunding' or p.status = 'open' and (p.pay = 'card' or o.status in ('queued', 'sent')))
  order by p.pay, p.problem is null limit 1`,
);

/** $2 users: accounts that were paid for by them, perhaps since the erasure began. */
export const paidAccounts = replanned(
  'erasure_paid_accounts',
  `
  select u.id, u.username_key as "usernameKey" from portal_payments p
  join users u on u.organization_id = $1 and u.id = p.account_id
  where p.organization_id = $1 and p.user_id = any($2::uuid[])`,
);
