import type { Columns } from '../../database/table.js';
import { apiName } from '../../http/field-names.js';

/**
 * Turns a table's records into answers: the shown columns under the API's names, booleans as 0 and 1. `Shown` is the
 * DTO without its links; the caller overrides what differs.
 */
export function answerOf<Shown extends object>(table: Columns): (record: object) => Shown {
  const plan = table.all
    .filter(({ field, isShown }) => isShown && field !== 'revision')
    .map(({ field, type }) => ({ field, api: apiName(field), isFlag: type === 'boolean' }));
  return (record) => {
    const values = record as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = {};
    for (const { field, api, isFlag } of plan) shown[api] = isFlag ? Number(values[field]) : values[field];
    return shown as Shown;
  };
}
