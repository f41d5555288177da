import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { permits } from '../../http/access/permits.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids, isUuid } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import type { SetResult } from '../set/set-result.js';
import type { UserValues } from '../users/user.js';
import { UserSet } from '../users/user-set.js';
import {
  type Attribute, type AttributeTable, type AttributeValues, isAuthType, isOfGroup, isSecret, passwordOf, rejectionOf, setsPassword,
} from './attribute.js';
import { AttributesRepository } from './attributes.repository.js';

export type NewAttribute = Omit<AttributeValues, 'operator'> & { readonly operator?: string };

const mostOfOwner = 200;

/** RADIUS attributes of users and groups in the older form. What a user has a field for is kept in that field only. */
@Injectable()
export class AttributesService {
  constructor(
    private readonly database: Database,
    private readonly attributes: AttributesRepository,
    private readonly users: UserSet,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(context: Context, table: AttributeTable, ownerId: string): Promise<Attribute[]> {
    requirePermission(context, table, 'read');
    if (!isUuid(ownerId)) throw ownerMissing(table, ownerId);
    const own = await this.ownFields(context, table, ownerId);
    return [...own, ...(await this.attributes.ofOwner(context, table, ownerId))];
  }

  create(context: Context, values: NewAttribute): Promise<Attribute> {
    const { table, name, value } = values;
    const ownerId = values.ownerId.toLowerCase();
    requirePermission(context, table, 'write');
    if (table === 'radcheck' && setsPassword(name)) return this.setField(context, ownerId, { password: value });
    if (table === 'radcheck' && isAuthType(name)) {
      if (value.toLowerCase() !== 'reject') throw Problem.invalidField('value', 'must be Reject: other ways to authenticate follow from the password');
      return this.setField(context, ownerId, { disabled: true });
    }
    if (isSecret(name) && table.endsWith('check')) throw Problem.invalidField('attribute', 'must be Cleartext-Password in radcheck: other forms of password are not kept');
    return this.add(context, { ...values, ownerId });
  }

  /** Taking a password or a rejection away takes it from the user. */
  async remove(context: Context, table: AttributeTable, id: string): Promise<void> {
    requirePermission(context, table, 'write');
    const [, field, userId] = /^(password|reject)-(.+)$/.exec(id) ?? [];
    const isGone = field ? await this.clearField(context, table, field, userId) : isUuid(id) && await this.attributes.delete(context, table, id);
    if (!isGone) throw Problem.notFound(`attribute in ${table} with id`, id);
  }

  private add(context: Context, { table, ownerId, name, operator = ':=', value }: NewAttribute): Promise<Attribute> {
    return this.database.transaction(context, async (inside) => {
      if (!isUuid(ownerId) || !(await this.attributes.holdOwner(inside, table, ownerId))) throw ownerMissing(table, ownerId);
      if ((await this.attributes.ofOwner(inside, table, ownerId)).length >= mostOfOwner) throw new Problem('conflict', `More than ${mostOfOwner} attributes are not kept in ${table} for one owner`);
      const id = this.ids.next();
      const sealed = isSecret(name) ? this.secrets.seal(value, `radius_attributes:${id}`) : null;
      const attribute = { id, table, ownerId, name, operator, value: sealed === null ? value : null, createdAt: this.clock.instant() };
      await this.attributes.insert(inside, attribute, sealed);
      return attribute;
    });
  }

  private async setField(context: Context, userId: string, { password, ...changes }: Partial<UserValues>): Promise<Attribute> {
    const [result] = await this.users.changeMany(context, [{ id: userId, changes, password }]);
    if (result.status === 'invalid') throw Problem.invalid(result.errors.map(({ detail }) => ({ pointer: '#/value', detail })));
    if (result.status === 'not_found') throw ownerMissing('radcheck', userId);
    return password === undefined ? rejectionOf(userId, this.clock.instant()) : passwordOf(userId, this.clock.instant());
  }

  private async clearField(context: Context, table: AttributeTable, field: string, userId: string): Promise<boolean> {
    if (table !== 'radcheck') return false;
    const cleared = field === 'password' ? { changes: {}, password: null } : { changes: { disabled: false } };
    const [result]: SetResult[] = await this.users.changeMany(context, [{ id: userId, ...cleared }]);
    return result.status === 'changed';
  }

  private async ownFields(context: Context, table: AttributeTable, ownerId: string): Promise<Attribute[]> {
    if (isOfGroup(table)) {
      if (!(await this.attributes.groupExists(context, ownerId))) throw ownerMissing(table, ownerId);
      return [];
    }
    const user = await this.attributes.user(context, ownerId);
    if (!user) throw ownerMissing(table, ownerId);
    if (table !== 'radcheck') return [];
    return [...(user.hasPassword ? [passwordOf(ownerId, user.createdAt)] : []), ...(user.disabled ? [rejectionOf(ownerId, user.createdAt)] : [])];
  }
}

function ownerMissing(table: AttributeTable, id: string): Problem {
  return Problem.notFound(isOfGroup(table) ? 'user group' : 'user', id);
}

/** The route asks for the users' permission; attributes of groups are the groups' matter. */
function requirePermission({ actor }: Context, table: AttributeTable, way: 'read' | 'write'): void {
  const needed = `user-groups:${way}`;
  if (isOfGroup(table) && !permits(actor, needed)) throw new Problem('forbidden', `The API key lacks the permission ${needed}`);
}
