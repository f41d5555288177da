import { findPlace } from '../schema/attribute-path.js';
import type { ResourceType } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { columnOf } from './attribute-column.js';

/** A stable order across pages, by creation time unless requested otherwise. @throws ScimProblem invalidPath */
export function orderOf(type: ResourceType, sortBy: string | null, isDescending: boolean): string {
  const direction = isDescending ? 'desc' : 'asc';
  return `${sortBy === null ? 'r.created_at' : sortedBy(type, sortBy)} ${direction} nulls last, r.id ${direction}`;
}

/** Lists, and attributes that have parts, do not sort: the order is then that of creation. */
function sortedBy(type: ResourceType, sortBy: string): string {
  const found = findPlace(type, sortBy);
  if (found.kind !== 'place')
    throw ScimProblem.bad('invalidPath', `sortBy: ${sortBy.slice(0, 100)} is not an attribute of a ${type}`);
  const { attribute, sub } = found.place;
  const isSingle = !attribute.multiValued && (sub ?? attribute).type !== 'complex';
  const column = isSingle ? columnOf(type, found.place) : 'nothing';
  if (column === 'nothing') return 'r.created_at';
  if (column.form === 'text') return `lower(${column.sql})`;
  return column.form === 'exact' || column.form === 'key' ? `${column.sql} collate "C"` : column.sql;
}
