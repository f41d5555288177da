import type { AttributeTable } from './attribute-tables.js';
import type { RadiusAttributeEntity } from './radius-attribute.entity.js';

/** An attribute of a reply is set or added. */
const replyOperators = ['=', ':=', '+='] as const;
/** Those whose right side is no value of the attribute: a pattern, or nothing. */
const patternOperators = ['=~', '!~', '=*', '!*'] as const;
/** What a request contains can be compared, too. */
export const attributeOperators = ['=', ':=', '==', '+=', '!=', '>', '>=', '<', '<=', ...patternOperators] as const;

export function operatorsOf(table: AttributeTable): readonly string[] {
  return table.endsWith('reply') ? replyOperators : attributeOperators;
}

export function comparesValue(operator: string): boolean {
  return !(patternOperators as readonly string[]).includes(operator);
}

/**
 * One attribute. Those that the older form uses for a user's or group's own fields have no row; their ids begin with
 * the field, `password-<user id>` (own-fields.ts).
 */
export type RadiusAttribute = Readonly<
  Omit<RadiusAttributeEntity, 'organizationId' | 'userId' | 'groupId' | 'valueSealed'>
> & {
  /** The user's id; in the group tables the group's. */
  readonly ownerId: string;
};

export type AttributeValues = Pick<RadiusAttribute, 'ownerId' | 'attribute' | 'operator' | 'table'> & {
  readonly value: string;
};

export function isSecret(name: string): boolean {
  return /password|secret/i.test(name);
}
