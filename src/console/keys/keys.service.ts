import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { HeardChanges } from '../../database/heard-changes.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { sha256 } from '../../kernel/secrets.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { ownerRole } from '../roles/built-in-roles.js';
import { Owners } from '../roles/owners.js';
import { requireGrantable, requirePowerOver } from '../roles/permission-vocabulary.js';
import { RolesService } from '../roles/roles.service.js';
import { type Key, prefixOf } from './key.js';
import { KeysRepository } from './keys.repository.js';

export interface KeyValues {
  readonly name: string;
  readonly roleId?: string;
  readonly permissions?: readonly string[];
  readonly expiresAt?: Instant | null;
}

/** API keys of an organization. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly roles: RolesService,
    private readonly owners: Owners,
    private readonly database: Database,
    private readonly heard: HeardChanges,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly chance: Chance,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Key>> {
    return this.keys.list(context, list);
  }

  async read(context: Context, id: string): Promise<Key> {
    const key = await this.keys.find(context, id);
    if (!key) throw Problem.notFound('key', id);
    return key;
  }

  /** The token is returned here and stored nowhere: 256 random bits, of which only the SHA-256 is kept. */
  create(context: Context, values: KeyValues): Promise<{ key: Key; token: string }> {
    return this.database.transaction(context, async (inside) => {
      if (!values.roleId && !values.permissions) throw Problem.invalidField('role_id', 'give role_id or permissions');
      const granted = await this.granted(inside, values);
      const at = this.clock.instant();
      const token = `usher_${this.chance.bytes(32).toString('base64url')}`;
      const key: Key = {
        id: this.ids.next(),
        name: values.name,
        prefix: prefixOf(token),
        roleId: null,
        permissions: null,
        ...granted,
        expiresAt: this.laterThanNow(values.expiresAt ?? null),
        lastUsedAt: null,
        madeByKind: inside.actor.kind,
        madeById: inside.actor.id,
        madeByName: inside.actor.name,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      await this.keys.insert(inside, key, sha256(token));
      return { key, token };
    });
  }

  /** Takes effect with the key's next request. */
  change(context: Context, id: string, change: Partial<KeyValues>, expected: Expected): Promise<Key> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.locked(inside, id, expected);
      await this.requirePowerOver(inside, before);
      const key: Key = {
        ...before,
        ...(await this.granted(inside, change)),
        name: change.name ?? before.name,
        expiresAt: change.expiresAt === undefined ? before.expiresAt : this.laterThanNow(change.expiresAt),
        revision: before.revision + 1,
        updatedAt: this.clock.instant(),
      };
      await this.keys.update(inside, key);
      if (isLastingOwner(before) && !isLastingOwner(key)) await this.owners.requireOne(inside);
      this.heard.changed(inside);
      return key;
    });
  }

  /**
   * Once this has returned, this process no longer accepts the key, nor does any other that has heard of it (see
   * KeyAdmission).
   */
  revoke(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.locked(inside, id, expected);
      await this.requirePowerOver(inside, before);
      await this.keys.revoke(inside, id, this.clock.instant());
      if (isLastingOwner(before)) await this.owners.requireOne(inside);
      this.heard.changed(inside);
    });
  }

  private async locked(inside: Context, id: string, expected: Expected): Promise<Key> {
    const key = await this.keys.findForChange(inside, id);
    if (!key) throw Problem.notFound('key', id);
    requireExpected(expected, key.revision);
    return key;
  }

  /**
   * The permissions that these values give, checked against what the caller may give. Nothing if the values say nothing
   * of them.
   */
  private async granted(
    inside: Context,
    { roleId, permissions }: Partial<KeyValues>,
  ): Promise<Partial<Pick<Key, 'roleId' | 'permissions'>>> {
    if (roleId && permissions) throw Problem.invalidField('permissions', 'give role_id or permissions, not both');
    if (!roleId && !permissions) return {};
    requireGrantable(inside.actor, await this.permissionsOf(inside, roleId ?? null, permissions ?? null));
    return { roleId: roleId ?? null, permissions: permissions ?? null };
  }

  private async requirePowerOver(inside: Context, { roleId, permissions }: Key): Promise<void> {
    requirePowerOver(inside.actor, 'this key', await this.permissionsOf(inside, roleId, permissions));
  }

  private async permissionsOf(
    inside: Context,
    roleId: string | null,
    permissions: readonly string[] | null,
  ): Promise<readonly string[]> {
    if (!roleId) return permissions ?? [];
    const role = await this.roles.hold(inside, roleId);
    if (!role) throw Problem.invalidField('role_id', `There is no role ${roleId}`);
    return role.permissions;
  }

  private laterThanNow(expiresAt: Instant | null): Instant | null {
    if (expiresAt === null) return null;
    if (Date.parse(expiresAt) <= this.clock.milliseconds())
      throw Problem.invalidField('expires_at', 'must lie in the future; to end a key at once, delete it');
    return expiresAt;
  }
}

/** A key that never expires. */
function isLastingOwner({ roleId, expiresAt }: Key): boolean {
  return roleId === ownerRole.id && expiresAt === null;
}
