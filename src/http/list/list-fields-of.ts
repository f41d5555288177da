import { apiName } from '../field-names.js';
import { type FieldType, type ListField, listFields, type ListFields } from './list-fields.js';

/** The part of database/'s Columns that a list needs; http lies beside database, not above it. */
interface ListedColumns {
  readonly all: readonly {
    readonly field: string;
    readonly name: string;
    readonly type: string;
    readonly isShown: boolean;
  }[];
}

const types: Readonly<Record<string, FieldType>> = {
  text: 'text',
  uuid: 'uuid',
  int: 'integer',
  bigint: 'integer',
  boolean: 'flag',
  timestamptz: 'instant',
};

/**
 * Lists filter and sort by every plain column that is shown, of the whole table or of the picked columns
 * (`table.only(…)`). `others`, by API name, are fields that need more than their column; null excludes one.
 */
export function listFieldsOf(
  columns: ListedColumns,
  alias: string,
  others: Readonly<Record<string, ListField | null>> = {},
): ListFields {
  const plain = columns.all
    .filter(({ field, type, isShown }) => isShown && field !== 'revision' && type in types)
    .map(({ field, name, type }) => [apiName(field), { column: `${alias}.${name}`, type: types[type] }] as const);
  const fields = Object.entries<ListField | null>({ ...Object.fromEntries(plain), ...others });
  return listFields({
    id: `${alias}.id`,
    fields: Object.fromEntries(fields.filter((field): field is [string, ListField] => field[1] !== null)),
  });
}
