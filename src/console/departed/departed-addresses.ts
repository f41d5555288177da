import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

/** `operator`: may no longer sign in here. `leaver`: an outside system says that the person has left. */
export type Departed = 'operator' | 'leaver';

/**
 * $2 addresses in lower case. Directories suspend whoever has left; who is on leave is not gone, nor whoever works here
 * by another record, or is an operator who may sign in.
 */
const departed = replanned(
  'departed_addresses',
  `
  select a.email,
    case when o.is_out then 'operator' when s.has_left then 'leaver' end as departed
  from unnest($2::text[]) as a (email)
  left join lateral (select bool_or(not o.disabled) as is_in, bool_and(o.disabled) as is_out from operators o
    where o.organization_id = $1 and o.email_key = a.email) o on true
  left join lateral (select bool_and(s.standing = 5 or s.facts ->> 'status' = 'suspended') as has_left from subjects s
    where s.organization_id = $1 and s.staff_email = a.email) s on true
  where coalesce(o.is_out, false) or (coalesce(s.has_left, false) and not coalesce(o.is_in, false))`,
);

/** Addresses whose people have left: what is sent there would reach somebody who is no longer concerned. */
@Injectable()
export class DepartedAddresses {
  constructor(private readonly database: Database) {}

  /** Those of `addresses`, in lower case, that nobody here has any more. */
  async among(context: Context, addresses: readonly (string | null)[]): Promise<ReadonlyMap<string, Departed>> {
    const asked = [...new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : [])))];
    if (asked.length === 0) return new Map();
    const values = [context.organizationId, asked];
    const rows = await this.database.query<{ email: string; departed: Departed }>(context, departed, values);
    return new Map(rows.map((row) => [row.email, row.departed]));
  }

  async isDeparted(context: Context, address: string): Promise<boolean> {
    return (await this.among(context, [address])).size > 0;
  }
}
