import { Problem } from '../../kernel/errors.js';
import { type FilterValue, readFilterValue } from './filter-value.js';
import type { ListField, ListFields } from './list-fields.js';

export const filterOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in'] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface FilterCondition {
  readonly field: string;
  readonly operator: FilterOperator;
  /** Several for `in`, else one. */
  readonly values: readonly FilterValue[];
}

const bracketForm = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/;
const mostValues = 100;

/** `filter[name]=…` or `filter[name][op]=…`; `in` takes a comma-separated list. */
export function readBracketFilter(name: string, text: string, fields: ListFields): FilterCondition {
  const [, field, operator = 'eq'] = bracketForm.exec(name) ?? [];
  if (!field) throw new Problem('malformed', `${name}: write filter[field]=value or filter[field][op]=value`);
  const place = `filter[${field}]`;
  return condition(place, field, operator, operator === 'in' ? text.split(',') : text, fields);
}

/** `{"field": value}` or `{"field": {"op": value}}`; `in` takes a list, or a comma-separated text. */
export function readJsonFilter(text: string, fields: ListFields): FilterCondition[] {
  return Object.entries(parsedObject(text)).flatMap(([field, wanted]) => {
    const place = `filter.${field}`;
    if (wanted === null || typeof wanted !== 'object' || Array.isArray(wanted))
      return [condition(place, field, 'eq', wanted, fields)];
    const operators = Object.entries(wanted as object);
    if (operators.length === 0)
      throw new Problem('malformed', `${place}: name an operator: ${filterOperators.join(', ')}`);
    return operators.map(([operator, value]: [string, unknown]) =>
      condition(
        place,
        field,
        operator,
        operator === 'in' && typeof value === 'string' ? value.split(',') : value,
        fields,
      ),
    );
  });
}

function condition(
  place: string,
  name: string,
  operator: string,
  wanted: unknown,
  fields: ListFields,
): FilterCondition {
  const field = filterable(place, name, fields);
  if (!isOperator(operator))
    throw new Problem('malformed', `${place}: unknown operator ${operator}. Known are: ${filterOperators.join(', ')}`);
  if (operator === 'like' && field.type !== 'text')
    throw new Problem('malformed', `${place}: like is for texts; ${name} is of type ${field.type}`);
  if (operator === 'in' && !Array.isArray(wanted)) throw new Problem('malformed', `${place}: in takes a list`);
  const list = operator === 'in' ? (wanted as unknown[]) : [wanted];
  if (list.length === 0 || list.length > mostValues)
    throw new Problem('malformed', `${place}: 1 to ${mostValues} values`);
  const values = list.map((each) => readFilterValue(place, each, field));
  if (values.includes(null) && operator !== 'eq' && operator !== 'ne')
    throw new Problem('malformed', `${place}: null takes eq or ne`);
  return { field: name, operator, values };
}

function filterable(place: string, name: string, { fields }: ListFields): ListField {
  if (Object.hasOwn(fields, name) && fields[name].filterable !== false) return fields[name];
  const known = Object.keys(fields).filter((each) => fields[each].filterable !== false);
  throw new Problem('malformed', `${place}: unknown field. Known are: ${known.join(', ')}`);
}

function isOperator(text: string): text is FilterOperator {
  return (filterOperators as readonly string[]).includes(text);
}

function parsedObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed;
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new Problem(
    'malformed',
    'filter: a JSON object such as {"username":"anna"}, or use the form filter[username]=anna',
  );
}
