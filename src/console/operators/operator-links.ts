import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';

/** first: whoever has it becomes the first operator. session: it signs its operator in. reset: a new password. */
export type OperatorLinkKind = 'first' | 'session' | 'reset';

export interface OperatorLink {
  readonly organizationId: string;
  readonly id: string;
  /** Null for the first operator, who does not exist yet. */
  readonly operatorId: string | null;
}

const beginnings = { first: 'first', session: 'link', reset: 'reset' } as const;

const add = statement(
  'operator_links_add',
  `
  insert into operator_links (organization_id, id, kind, operator_id, token_hash, created_at, ends_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (organization_id, id) do nothing returning id`,
);
const find = statement(
  'operator_links_find',
  `
  select organization_id as "organizationId", id, operator_id as "operatorId" from operator_links
  where token_hash = $1 and kind = $2 and ends_at > $3 and used_at is null`,
);
/** Of several who use it at once, one wins. */
const use = statement(
  'operator_links_use',
  'update operator_links set used_at = $3 where organization_id = $1 and id = $2 and used_at is null returning id',
);
/** Of the operator $2; null: those for a first operator. $4: of one kind; null: of any. */
const end = statement(
  'operator_links_end',
  `
  update operator_links set used_at = $3
  where organization_id = $1 and operator_id is not distinct from $2::uuid and used_at is null
    and ($4::text is null or kind = $4)`,
);

/** Links to a page of the console that are good once, for a while. Only the hash of their token is stored. */
@Injectable()
export class OperatorLinks {
  // The token is all that is known of whoever comes with it.
  private readonly everywhere = systemContext(everyOrganization, 'link to the console');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly chance: Chance,
  ) {}

  /** A token that is shown once. */
  newToken(kind: OperatorLinkKind): string {
    return `${beginnings[kind]}_${this.chance.bytes(32).toString('base64url')}`;
  }

  /** `id`: if absent, a new one; the same link twice is one. */
  async issue(
    context: Context,
    kind: OperatorLinkKind,
    operatorId: string | null,
    token: string,
    validSeconds: number,
    id = this.ids.next(),
  ): Promise<{ readonly endsAt: Instant; readonly isNew: boolean }> {
    const at = this.clock.instant();
    const endsAt = laterBy(at, validSeconds);
    const added = await this.database.query(context, add, [
      context.organizationId,
      id,
      kind,
      operatorId,
      sha256(token),
      at,
      endsAt,
    ]);
    return { endsAt, isNew: added.length > 0 };
  }

  /** Undefined: unknown, used, over, or of another kind. */
  find(kind: OperatorLinkKind, token: string): Promise<OperatorLink | undefined> {
    return this.database.one<OperatorLink>(this.everywhere, find, [sha256(token), kind, this.clock.instant()]);
  }

  /** Inside a transaction. False if somebody else was faster. */
  async use(inside: Context, { organizationId, id }: OperatorLink): Promise<boolean> {
    return (await this.database.query(inside, use, [organizationId, id, this.clock.instant()])).length > 0;
  }

  /**
   * All that are open: of an operator whose password, address or right to sign in changes; null: for a first operator,
   * once there is one. `kind`: those alone.
   */
  async end(inside: Context, operatorId: string | null, kind: OperatorLinkKind | null = null): Promise<void> {
    await this.database.query(inside, end, [inside.organizationId, operatorId, this.clock.instant(), kind]);
  }
}
