import type { Table } from '../../database/table.js';
import { apiName } from '../../http/field-names.js';
import { type FieldType, type ListField, listFields, type ListFields } from '../../http/list/list-fields.js';

const types: Readonly<Record<string, FieldType>> = {
  text: 'text',
  uuid: 'uuid',
  int: 'integer',
  bigint: 'integer',
  boolean: 'flag',
  timestamptz: 'instant',
};

/**
 * Lists filter and sort by every plain column of the record. `others`, by API name, are fields that need more than
 * their column; null excludes one.
 */
export function listFieldsOf(
  table: Table,
  alias: string,
  others: Readonly<Record<string, ListField | null>> = {},
): ListFields {
  const plain = table.all
    .filter(({ field, type, isShown }) => isShown && field !== 'revision' && type in types)
    .map(({ field, name, type }) => [apiName(field), { column: `${alias}.${name}`, type: types[type] }] as const);
  const fields = Object.entries<ListField | null>({ ...Object.fromEntries(plain), ...others });
  return listFields({
    id: `${alias}.id`,
    fields: Object.fromEntries(fields.filter((field): field is [string, ListField] => field[1] !== null)),
  });
}
