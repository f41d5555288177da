import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

/**
 * `operator`: may no longer sign in here. `deleted`: was an operator's, who was deleted; nobody entered the address
 * again. `leaver`: an outside system says that the person has left.
 */
export type Departed = 'operator' | 'deleted' | 'leaver';

/**
 * $2 addresses in lower case, $3 their hashes. Directories suspend whoever has left; who is on leave is not gone, nor
 * whoever works here by another record, or is an operator who may sign in.
 */
const departed = replanned(
  'departed_addresses',
  `
  select a.email, case when o.is_out then 'operator' when s.has_left then 'leaver' else 'deleted' end as departed
  from unnest($2::text[], $3::bytea[]) as a (email, hash)
  left join lateral (select bool_or(not o.disabled) as is_in, bool_and(o.disabled) as is_out from operators o
    where o.organization_id = $1 and o.email_key = a.email) o on true
  left join lateral (select bool_and(s.standing = 5 or s.facts ->> 'status' = 'suspended') as has_left from subjects s
    where s.organization_id = $1 and s.staff_email = a.email) s on true
  left join lateral (select true as is_deleted from departed_operators d
    where d.organization_id = $1 and d.address_hash = a.hash) d on true
  where coalesce(o.is_out, false)
    or (coalesce(s.has_left, false) or coalesce(d.is_deleted, false)) and not coalesce(o.is_in, false)`,
);

const depart = statement(
  'departed_operators_insert',
  `
  insert into departed_operators (organization_id, address_hash, departed_at) values ($1, $2, $3)
  on conflict (organization_id, address_hash) do nothing`,
);

const welcome = replanned(
  'departed_operators_delete',
  'delete from departed_operators where organization_id = $1 and address_hash = any ($2::bytea[])',
);

/** Addresses whose people have left: what is sent there would reach somebody who is no longer concerned. */
@Injectable()
export class DepartedAddresses {
  constructor(private readonly database: Database) {}

  /** Those of `addresses`, in lower case, that nobody here has any more. */
  async among(context: Context, addresses: readonly (string | null)[]): Promise<ReadonlyMap<string, Departed>> {
    const asked = [...new Set(addresses.flatMap((address) => (address ? [address.toLowerCase()] : [])))];
    if (asked.length === 0) return new Map();
    const values = [context.organizationId, asked, asked.map((address) => hashOf(context, address))];
    const rows = await this.database.query<{ email: string; departed: Departed }>(context, departed, values);
    return new Map(rows.map((row) => [row.email, row.departed]));
  }

  /** Whether a host has left. Whoever only is no operator any more may still work here. */
  async hasLeft(context: Context, address: string): Promise<boolean> {
    const how = (await this.among(context, [address])).get(address.toLowerCase());
    return how !== undefined && how !== 'deleted';
  }

  /** The operator with this address is deleted. */
  async depart(inside: Context, address: string, at: Instant): Promise<void> {
    await this.database.query(inside, depart, [inside.organizationId, hashOf(inside, address), at]);
  }

  /** Somebody enters these addresses: they are meant, whoever had them before. */
  async welcome(inside: Context, addresses: readonly (string | null)[]): Promise<void> {
    const hashes = addresses.flatMap((address) => (address ? [hashOf(inside, address)] : []));
    if (hashes.length > 0) await this.database.query(inside, welcome, [inside.organizationId, hashes]);
  }
}

function hashOf({ organizationId }: Context, address: string): Buffer {
  return createHash('sha256')
    .update(`${organizationId} ${address.normalize('NFC').trim().toLowerCase()}`)
    .digest();
}
