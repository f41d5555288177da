import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { permits } from '../../http/access/permits.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids, isUuid } from '../../kernel/ids.js';
import { Dictionary } from '../../radius/dictionary/dictionary.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import { Wrong } from '../../http/body/readers.js';
import type { SetResult } from '../batch/set-result.js';
import { GroupSet } from '../user-groups/group-set.js';
import { userFields } from '../users/user.dto.js';
import { UserSet } from '../users/user-set.js';
import { checkedStep } from '../batch/step-keys.js';
import { type RadiusAttribute, type AttributeValues, isSecret } from './attribute.js';
import { type AttributeTable, isOfGroup } from './attribute-tables.js';
import { checkedAttribute } from './attribute-rules.js';
import { type AttributedOwner, AttributesRepository } from './attributes.repository.js';
import { type OwnField, ownField, ownFieldOf, ownFieldsOf } from './own-fields.js';

export type NewAttribute = Omit<AttributeValues, 'operator'> & { readonly operator?: string };

const mostOfOwner = 200;

/**
 * RADIUS attributes of users and groups in the older form. Attributes that have a field are stored only in that field.
 */
@Injectable()
export class AttributesService {
  constructor(
    private readonly database: Database,
    private readonly attributes: AttributesRepository,
    private readonly users: UserSet,
    private readonly groups: GroupSet,
    private readonly dictionary: Dictionary,
    private readonly secrets: RadiusSecrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(context: Context, table: AttributeTable, ownerId: string): Promise<RadiusAttribute[]> {
    requirePermission(context, table, 'read');
    const owner = isUuid(ownerId) ? await this.attributes.owner(context, table, ownerId) : undefined;
    if (!owner) throw ownerMissing(table, ownerId);
    return [...ownAttributes(table, ownerId, owner), ...(await this.attributes.ofOwner(context, table, ownerId))];
  }

  async read(context: Context, table: AttributeTable, id: string): Promise<RadiusAttribute> {
    requirePermission(context, table, 'read');
    const found = isUuid(id) ? await this.attributes.find(context, table, id) : await this.ofField(context, table, id);
    if (!found) throw attributeMissing(table, id);
    return found;
  }

  create(context: Context, { operator = ':=', ...values }: NewAttribute): Promise<RadiusAttribute> {
    const { table, attribute: name, value } = values;
    const ownerId = values.ownerId.toLowerCase();
    requirePermission(context, table, 'write');
    const own = ownField(table, name);
    if (own) return this.set(context, own, ownerId, operator, value);
    if (isSecret(name) && table.endsWith('check'))
      throw Problem.invalidField(
        'attribute',
        'must be Cleartext-Password in radcheck: other forms of password are not kept',
      );
    return this.add(context, checkedAttribute({ ...values, operator, ownerId }, this.dictionary));
  }

  /** Deleting an attribute that is stored in a field empties the field. */
  async remove(context: Context, table: AttributeTable, id: string): Promise<void> {
    requirePermission(context, table, 'write');
    const isGone = isUuid(id) ? await this.attributes.delete(context, table, id) : await this.clear(context, table, id);
    if (!isGone) throw attributeMissing(table, id);
  }

  private add(
    context: Context,
    { table, ownerId, attribute: name, operator, value }: AttributeValues,
  ): Promise<RadiusAttribute> {
    return this.database.transaction(context, async (inside) => {
      if (!isUuid(ownerId) || !(await this.attributes.holdOwner(inside, table, ownerId)))
        throw ownerMissing(table, ownerId);
      if ((await this.attributes.ofOwner(inside, table, ownerId)).length >= mostOfOwner)
        throw new Problem('conflict', `More than ${mostOfOwner} attributes are not kept in ${table} for one owner`);
      // radius.opened (src/database/functions/radius) opens it for the reply.
      const sealed = isSecret(name) ? this.secrets.seal(value).toString('base64') : null;
      const attribute = {
        id: this.ids.next(),
        table,
        ownerId,
        attribute: name,
        operator,
        value: sealed === null ? value : null,
        createdAt: this.clock.instant(),
      };
      await this.attributes.insert(inside, attribute, sealed);
      return attribute;
    });
  }

  private async set(
    context: Context,
    own: OwnField,
    ownerId: string,
    operator: string,
    value: string,
  ): Promise<RadiusAttribute> {
    if (!['=', ':=', '=='].includes(operator))
      throw Problem.invalidField('operator', `must be := for ${own.attribute}, of which there is one`);
    const read = own.read(value, own.field === 'validUntil' ? await this.attributes.timeZone(context) : 'UTC');
    if (read instanceof Wrong) throw Problem.invalidField('value', read.detail);
    const result = await this.change(context, own, ownerId, read);
    if (result?.status === 'invalid')
      throw Problem.invalid(result.errors.map(({ detail }) => ({ pointer: '#/value', detail })));
    const attribute =
      result && result.status !== 'not_found'
        ? await this.ofField(context, own.table, `${own.mark}-${ownerId}`)
        : undefined;
    if (!attribute) throw ownerMissing(own.table, ownerId);
    return attribute;
  }

  private async ofField(context: Context, table: AttributeTable, id: string): Promise<RadiusAttribute | undefined> {
    const ownerId = ownFieldOf(table, id)?.ownerId;
    const owner = ownerId === undefined ? undefined : await this.attributes.owner(context, table, ownerId);
    return owner && ownAttributes(table, ownerId ?? '', owner).find((each) => each.id === id);
  }

  private async clear(context: Context, table: AttributeTable, id: string): Promise<boolean> {
    const found = ownFieldOf(table, id);
    return (
      found !== undefined &&
      (await this.change(context, found.own, found.ownerId, found.own.empty))?.status === 'changed'
    );
  }

  /** Undefined if the owner does not exist. */
  private change(
    context: Context,
    { table, field }: OwnField,
    ownerId: string,
    value: unknown,
  ): Promise<SetResult | undefined> {
    if (!isUuid(ownerId)) return Promise.resolve(undefined);
    return this.database.transaction(context, async (inside) => {
      if (!isOfGroup(table)) {
        const target = { by: 'id', value: ownerId } as const;
        const step = checkedStep(userFields, { [field]: value }, (values) => ({
          op: 'update' as const,
          target,
          values,
        }));
        return (await this.users.apply(inside, [step]))[0];
      }
      const group = await this.attributes.lockGroup(inside, ownerId);
      if (!group) return undefined;
      const { [field]: _, ...others } = group.fields;
      return (
        await this.groups.changeMany(inside, [
          { id: ownerId, changes: { policy: value === undefined ? others : { ...others, [field]: value } } },
        ])
      )[0];
    });
  }
}

function ownAttributes(
  table: AttributeTable,
  ownerId: string,
  { fields, createdAt }: AttributedOwner,
): RadiusAttribute[] {
  return ownFieldsOf(table).flatMap(({ attribute, mark, field, write }) => {
    const value = write(fields[field]);
    return value === undefined
      ? []
      : [{ id: `${mark}-${ownerId}`, table, ownerId, attribute, operator: ':=', value, createdAt }];
  });
}

function attributeMissing(table: AttributeTable, id: string): Problem {
  return Problem.notFound(`attribute in ${table} with id`, id);
}

function ownerMissing(table: AttributeTable, id: string): Problem {
  return Problem.notFound(isOfGroup(table) ? 'user group' : 'user', id);
}

/** The route requires the permission for users; attributes of groups require that for groups as well. */
function requirePermission({ actor }: Context, table: AttributeTable, way: 'read' | 'write'): void {
  const needed = `user-groups:${way}`;
  if (isOfGroup(table) && !permits(actor, needed))
    throw new Problem('forbidden', `The API key lacks the permission ${needed}`);
}
