import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { sha256 } from '../../../kernel/secrets.js';

const randomBytes = 32;
const shownCharacters = 16;
/** The current token and its successor. */
const liveAtOnce = 2;

const insert = statement(
  'connection_tokens_insert',
  `
  insert into connection_tokens (organization_id, id, connection_id, token_hash, prefix, created_at) values ($1, $2, $3,
    $4, $5, $6)`,
);

const dropOlder = statement(
  'connection_tokens_drop_older',
  `
  delete from connection_tokens where organization_id = $1 and connection_id = $2 and id not in (
    select id from connection_tokens where organization_id = $1 and connection_id = $2 order by created_at desc, id desc
      limit $3)`,
);

const byHash = statement(
  'connection_tokens_by_hash',
  `
  select t.connection_id as id, exists (select 1 from organizations home join organizations above
    on above.id = any (home.path) and above.disabled where home.id = t.organization_id) as "isOff"
  from connection_tokens t where t.token_hash = $1`,
);

export interface TokenHolder {
  readonly id: string;
  /** Its organization, or one above it, is disabled. */
  readonly isOff: boolean;
}

/** Bearer tokens with which a directory calls one connection: shown once, stored as a hash. */
@Injectable()
export class ConnectionTokens {
  constructor(
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** A new token. The previous one keeps working, older ones do not. Joins the context's transaction. */
  issue(context: Context, connectionId: string): Promise<string> {
    const token = `usher_scim_${this.chance.bytes(randomBytes).toString('base64url')}`;
    return this.database.transaction(context, async (inside) => {
      await this.database.query(inside, insert, [
        inside.organizationId,
        this.ids.next(),
        connectionId,
        sha256(token),
        token.slice(0, shownCharacters),
        this.clock.instant(),
      ]);
      await this.database.query(inside, dropOlder, [inside.organizationId, connectionId, liveAtOnce]);
      return token;
    });
  }

  /** The connection of a token; undefined: unknown, or replaced twice. */
  connectionOf(token: string, requestId: string): Promise<TokenHolder | undefined> {
    return this.database.one<TokenHolder>(systemContext(everyOrganization, requestId), byHash, [sha256(token)]);
  }
}
