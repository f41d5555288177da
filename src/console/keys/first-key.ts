import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';
import { ownerRole } from '../roles/built-in-roles.js';
import { prefixOf } from './key.js';
import { KeysRepository } from './keys.repository.js';

/** Processes that start together take turns; the lock ends with the transaction. */
const takeTurn = statement('keys_first_turn', `select pg_advisory_xact_lock(hashtext('usher first key'))`);
const firstOrganization = statement(
  'keys_first_organization',
  'select id from organizations where parent_id is null order by created_at, id limit 1',
);
const addOrganization = statement(
  'keys_add_first_organization',
  `
  insert into organizations (id, path, name, created_at, updated_at) values ($1::uuid, array[$1::uuid], $2, $3, $3)`,
);

/** How the first caller gets in. */
@Injectable()
export class FirstKey {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Makes sure that the first organization exists and that `token` is one of its owner keys. Any number of processes
   * may call it at once, at every start. A revoked token stays revoked. Returns the organization's id.
   */
  async bootstrap(token: string, organizationName = 'Main organization'): Promise<string> {
    return this.inTurn(async (inside, known) =>
      this.add(inside, token, known ?? (await this.addOrganization(inside, organizationName))),
    );
  }

  /**
   * In an unused database, makes the first organization with `make`'s token as owner key, and returns the token.
   * Otherwise returns null, so that a process with an empty data folder (another host, a new container) makes no second
   * owner.
   */
  async bootstrapOnce(make: () => string, organizationName = 'Main organization'): Promise<string | null> {
    return this.inTurn(async (inside, known) => {
      if (known) return null;
      const token = make();
      await this.add(inside, token, await this.addOrganization(inside, organizationName));
      return token;
    });
  }

  private async inTurn<Result>(
    work: (inside: Context, firstOrganizationId: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction(systemContext(everyOrganization, 'bootstrap'), async (inside) => {
      await this.database.query(inside, takeTurn);
      return work(inside, (await this.database.one<{ id: string }>(inside, firstOrganization))?.id);
    });
  }

  private async addOrganization(inside: Context, name: string): Promise<string> {
    const id = this.ids.next();
    await this.database.query(inside, addOrganization, [id, name, this.clock.instant()]);
    return id;
  }

  private async add(inside: Context, token: string, organizationId: string): Promise<string> {
    if (token.length < 32) throw new Error('The first owner token needs at least 32 characters');
    const at = this.clock.instant();
    await this.keys.insert(
      { ...inside, organizationId },
      {
        id: this.ids.next(),
        name: 'First owner',
        prefix: prefixOf(token),
        roleId: ownerRole.id,
        permissions: null,
        expiresAt: null,
        lastUsedAt: null,
        madeByKind: null,
        madeById: null,
        madeByName: null,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      },
      sha256(token),
    );
    return organizationId;
  }
}
