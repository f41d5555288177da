import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';

/** A passkey as its operator sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether it is stored on more than one device. */
  readonly backedUp: boolean;
  readonly lastUsedAt: Instant | null;
  readonly createdAt: Instant;
}

/** The same with its public key. */
export interface KnownPasskey {
  readonly organizationId: string;
  readonly operatorId: string;
  readonly id: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends Omit<KnownPasskey, 'organizationId'> {
  readonly name: string;
  readonly backedUp: boolean;
}

const columns = `id, name, backed_up as "backedUp", last_used_at as "lastUsedAt", created_at as "createdAt"`;
const known = `organization_id as "organizationId", operator_id as "operatorId", id, credential_id as "credentialId",
  public_key as "publicKey", counter::float8 as counter, transports`;

const list = statement(
  'passkeys_list',
  `select ${columns} from operator_passkeys where organization_id = $1 and operator_id = $2 order by created_at, id`,
);
const knownOf = statement(
  'passkeys_known_of',
  `select ${known} from operator_passkeys where organization_id = $1 and operator_id = $2`,
);
/** Authenticators choose their ids, and a forged one may choose another's; so the operator is part of the key. */
const find = statement(
  'passkeys_find',
  `select ${known} from operator_passkeys where credential_id = $1 and operator_id = $2`,
);
const add = statement(
  'passkeys_add',
  `
  insert into operator_passkeys (organization_id, id, operator_id, name, credential_id, public_key, counter, transports,
    backed_up, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (organization_id, credential_id) do nothing
  returning ${columns}`,
);
const rename = statement(
  'passkeys_rename',
  `
  update operator_passkeys set name = coalesce($4, name) where organization_id = $1 and operator_id = $2 and id = $3
  returning ${columns}`,
);
const remove = statement(
  'passkeys_remove',
  'delete from operator_passkeys where organization_id = $1 and operator_id = $2 and id = $3 returning id',
);
const removeAll = statement(
  'passkeys_remove_all',
  'delete from operator_passkeys where organization_id = $1 and operator_id = $2',
);
/** Of two answers with one counter, one wins: this detects a copied authenticator. */
const used = statement(
  'passkeys_used',
  `
  update operator_passkeys set counter = $3, last_used_at = $4
  where organization_id = $1 and id = $2 and (counter < $3 or $3 = 0) returning id`,
);

@Injectable()
export class PasskeysRepository {
  // Before sign-in only the passkey is known.
  private readonly everywhere = systemContext(everyOrganization, 'passkeys');

  constructor(private readonly database: Database) {}

  list(context: Context, operatorId: string): Promise<Passkey[]> {
    return this.database.query<Passkey>(context, list, [context.organizationId, operatorId]);
  }

  knownOf(context: Context, operatorId: string): Promise<KnownPasskey[]> {
    return this.database.query<KnownPasskey>(context, knownOf, [context.organizationId, operatorId]);
  }

  find(credentialId: string, operatorId: string): Promise<KnownPasskey | undefined> {
    return this.database.one<KnownPasskey>(this.everywhere, find, [credentialId, operatorId]);
  }

  /** Undefined: it exists already. */
  add(context: Context, passkey: NewPasskey, at: Instant): Promise<Passkey | undefined> {
    const { id, operatorId, name, credentialId, publicKey, counter, transports, backedUp } = passkey;
    const values = [id, operatorId, name, credentialId, publicKey, counter, transports, backedUp, at];
    return this.database.one<Passkey>(context, add, [context.organizationId, ...values]);
  }

  rename(context: Context, operatorId: string, id: string, name: string | undefined): Promise<Passkey | undefined> {
    return this.database.one<Passkey>(context, rename, [context.organizationId, operatorId, id, name]);
  }

  async remove(context: Context, operatorId: string, id: string): Promise<boolean> {
    return (await this.database.query(context, remove, [context.organizationId, operatorId, id])).length > 0;
  }

  async removeAll(inside: Context, operatorId: string): Promise<void> {
    await this.database.query(inside, removeAll, [inside.organizationId, operatorId]);
  }

  /** Inside a transaction. False if the stored counter is not lower. */
  async used(inside: Context, id: string, counter: number, at: Instant): Promise<boolean> {
    return (await this.database.query(inside, used, [inside.organizationId, id, counter, at])).length > 0;
  }
}
