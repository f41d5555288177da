import { findPlace, type ResourceType } from '../schema/attribute-path.js';
import { ScimProblem } from '../schema/scim-problem.js';

/** A stable order across pages, by creation time unless requested otherwise. @throws ScimProblem invalidPath */
export function orderOf(type: ResourceType, sortBy: string | null, isDescending: boolean): string {
  const direction = isDescending ? 'desc' : 'asc';
  return `${sortBy === null ? 'r.created_at' : columnOf(type, sortBy)} ${direction} nulls last, r.id ${direction}`;
}

function columnOf(type: ResourceType, sortBy: string): string {
  const found = findPlace(type, sortBy);
  if (found.kind !== 'place')
    throw ScimProblem.bad('invalidPath', `sortBy: ${sortBy.slice(0, 100)} is not an attribute of a ${type}`);
  const { urn, attribute, sub } = found.place;
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name;
  switch (urn ? '' : name) {
    case 'id':
      return 'r.id';
    case 'externalId':
      return 'r.external_id collate "C"';
    case 'userName':
      return 'r.name_key collate "C"';
    case 'displayName':
      return type === 'Group' ? 'r.name_key collate "C"' : `lower(r.document ->> 'displayName')`;
    case 'name.familyName':
      return `lower(r.document -> 'name' ->> 'familyName')`;
    case 'name.givenName':
      return `lower(r.document -> 'name' ->> 'givenName')`;
    case 'meta.lastModified':
      return 'r.updated_at';
    default:
      return 'r.created_at';
  }
}
