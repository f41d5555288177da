import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import { chainedHash, entryHash, type StoredEntry } from './canonical.js';
import { Seals } from './chain-head.js';

/** The person to erase from entries. */
export interface ErasedPerson {
  /** The person's accounts and other resources: all their values are removed. */
  readonly resourceIds: readonly string[];
  /** Texts that name the person, anywhere. */
  readonly names: readonly string[];
  /** Replaces what is removed: a keyed hash. */
  readonly pseudonym: string;
}

type FoundEntry = StoredEntry & { readonly isWaiting: boolean };

/** $2 resources, $3 LIKE patterns. An entry that is in no block yet has to wait until it is. */
const find = replanned(
  'audit_erase_find',
  `
  select e.organization_id as "organizationId", e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    as at,
    e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_name as "actorName", e.request_id as "requestId",
    e.action, e.resource,
    e.resource_id as "resourceId", e.label, e.before::text as before, e.after::text as after, e.erased,
    exists (select 1 from audit_open o where o.organization_id = $1 and o.first_id = (left(e.id::text,
    28) || '00000000')::uuid) as "isWaiting"
  from audit_entries e where e.organization_id = $1 and (e.erased is null and e.resource_id = any($2::uuid[])
    or lower(concat_ws(' ', e.label, e.before::text, e.after::text)) like any (lower($3::text[]::text)::text[]))
    order by e.id`,
);

const rendered = statement('audit_erase_rendered', 'select $1::jsonb::text as before, $2::jsonb::text as after');
const redact = statement('audit_erase_redact', 'select usher_audit_redact($1, $2, $3, $4, $5, $6)');

const personal = new Set([
  'username',
  'first_name',
  'last_name',
  'email',
  'phone',
  'comment',
  'external_id',
  'name',
  'mac',
  'common_name',
  'subject',
]);

/**
 * Erases a person. Entries keep their place and the chain still verifies: each keeps the hash that it was chained with,
 * under a seal that only a master key can make. What named the person becomes a keyed hash.
 */
@Injectable()
export class AuditEraser {
  constructor(
    private readonly database: Database,
    private readonly seals: Seals,
  ) {}

  /** Number of entries erased, and of those that still wait for their block. */
  async erase(inside: Context, person: ErasedPerson): Promise<{ readonly erased: number; readonly waiting: number }> {
    // As itself in a label, and as JSON has it in what was before and after.
    const patterns = person.names
      .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
      .map((each) => `%${each.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`);
    const found = await this.database.query<FoundEntry>(inside, find, [
      inside.organizationId,
      person.resourceIds,
      patterns,
    ]);
    const chained = found.filter(({ isWaiting }) => !isWaiting);
    for (const entry of chained) await this.redact(inside, entry, person);
    return { erased: chained.length, waiting: found.length - chained.length };
  }

  private async redact(inside: Context, entry: FoundEntry, person: ErasedPerson): Promise<void> {
    const isOwn = entry.resourceId !== null && person.resourceIds.includes(entry.resourceId);
    const clean = (value: string | null): string | null =>
      value === null ? null : JSON.stringify(cleaned(JSON.parse(value), isOwn, person));
    const label = entry.label !== null && (isOwn || names(entry.label, person)) ? person.pseudonym : entry.label;
    const [{ before, after }] = await this.database.query<{ before: string | null; after: string | null }>(
      inside,
      rendered,
      [clean(entry.before), clean(entry.after)],
    );
    const original = chainedHash(entry, this.seals).toString('hex');
    const now = entryHash({ ...entry, label, before, after }).toString('hex');
    await this.database.query(inside, redact, [
      inside.organizationId,
      entry.id,
      label,
      before,
      after,
      `${original} ${this.seals.ofErasure(entry.id, original, now)}`,
    ]);
  }
}

function cleaned(value: unknown, isOwn: boolean, person: ErasedPerson, field = ''): unknown {
  if (typeof value === 'string')
    return (isOwn && personal.has(field)) || names(value, person) ? person.pseudonym : value;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, isOwn, person, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each, isOwn, person, name)]));
}

function names(text: string, { names: wanted }: ErasedPerson): boolean {
  return wanted.some((each) => text.toLowerCase().includes(each.toLowerCase()));
}
