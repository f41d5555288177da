import type { RetentionRule } from '../database/retention/retention-rule.js';
import { byItself, days, hours } from './kept-seconds.js';

/** What guests leave behind at captive portals. */
export const portalRetention: readonly RetentionRule[] = [
  {
    name: 'tickets of captive portals',
    table: 'portal_tickets',
    keptSeconds: hours(1),
    isOver: () => 'r.ends_at < $2',
  },
  {
    name: 'failures at captive portals',
    table: 'portal_attempts',
    keptSeconds: byItself,
    isOver: () => 'r.counted_until < $2 and (r.locked_until is null or r.locked_until < $2)',
  },
  {
    name: 'accounts that captive portals made',
    table: 'users',
    keptSeconds: days(1),
    // A provider's person who was kept out by it would come in anew without it.
    isOver: (organization) => `r.valid_until < $2 and not (r.disabled and r.external_id like 'provider/%')
      and exists (select from portal_accounts a
      where a.organization_id = ${organization} and a.user_id = r.id)`,
  },
  {
    name: 'marks of accounts that captive portals made',
    table: 'portal_accounts',
    key: ['user_id'],
    keptSeconds: days(1),
    isOver: (organization) => `r.made_at < $2 and not exists (select from users u
      where u.organization_id = ${organization} and u.id = r.user_id)`,
  },
  {
    name: 'requests at captive portals',
    table: 'portal_requests',
    keptSeconds: days(1),
    isOver: () => 'r.ends_at < $2',
  },
  // Unless told otherwise, an openNDS keeps nobody for more than a day.
  {
    name: 'deleted gateways that ask who has to go',
    table: 'retired_gateways',
    keptSeconds: days(30),
    isOver: () => 'r.retired_at < $2',
  },
  // The newest of a connection stays: the next number follows it.
  {
    name: 'charges to rooms',
    table: 'room_postings',
    keptSeconds: days(400),
    isOver: (organization) => `r.created_at < $2 and r.status not in ('queued', 'sent')
      and exists (select from room_postings n where n.organization_id = ${organization}
        and n.connection_id = r.connection_id and n.number > r.number)`,
  },
  {
    name: 'registrations',
    table: 'registrations',
    keptSeconds: days(90),
    isOver: () => 'r.since_at < $2 and (r.until_at < $2 or r.ended_at < $2 or r.until_at is null)',
  },
];
