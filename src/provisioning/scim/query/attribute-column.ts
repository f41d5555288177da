import type { AttributePlace } from '../schema/attribute-path.js';
import type { ResourceType } from '../schema/schemas.js';

/** A column or expression to compare. `key`: already lower case. */
export interface Column {
  readonly sql: string;
  readonly form: 'text' | 'exact' | 'key' | 'boolean' | 'instant' | 'uuid';
}

/** Where an attribute of `r`, a row of scim_users or scim_groups, is found; `nothing`: it is not stored. */
export function columnOf(type: ResourceType, place: AttributePlace): Column | 'nothing' {
  const {
    attribute: { name, type: kind },
    sub,
  } = place;
  switch (sub ? `${name}.${sub.name}` : name) {
    case 'id':
      return { sql: 'r.id', form: 'uuid' };
    case 'externalId':
      return { sql: 'r.external_id', form: 'exact' };
    case 'active':
      return { sql: 'r.active', form: 'boolean' };
    case 'userName':
      return { sql: 'r.name_key', form: 'key' };
    case 'meta.created':
      return { sql: 'r.created_at', form: 'instant' };
    case 'meta.lastModified':
      return { sql: 'r.updated_at', form: 'instant' };
    case 'meta.resourceType':
      return { sql: `'${type}'::text`, form: 'exact' };
    default:
  }
  if (name === 'meta') return 'nothing';
  if (type === 'Group') return { sql: 'r.name_key', form: 'key' };
  const isExact = (sub ?? place.attribute).caseExact;
  return { sql: pathSql(place), form: kind === 'boolean' ? 'boolean' : isExact ? 'exact' : 'text' };
}

/** Names come from the schemas, never from a request. */
export function pathSql({ urn, attribute, sub }: AttributePlace, isWhole = false): string {
  const names = [...(urn ? [urn] : []), attribute.name, ...(sub ? [sub.name] : [])].map((name) => `'${name}'`);
  return (
    '(r.document ' +
    `${names.map((name, index) => `${index === names.length - 1 && !isWhole ? '->>' : '->'} ${name}`).join(' ')})`
  );
}
