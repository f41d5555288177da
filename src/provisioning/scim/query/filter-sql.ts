import { writtenInstant } from '../../../kernel/clock.js';
import { isUuid } from '../../../kernel/ids.js';
import { type ScimAttribute, attributeNamed } from '../schema/attribute.js';
import { findPlace, type AttributePlace } from '../schema/attribute-path.js';
import { nameKey } from '../schema/name-key.js';
import type { ResourceType } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { type Column, columnOf, pathSql } from './attribute-column.js';
import type { Filter, Literal, ScimFilterOperator } from './filter.js';

type Columns = (path: string) => Column | 'nothing';

const orders: Readonly<Partial<Record<ScimFilterOperator, string>>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };

/**
 * A condition on `r`, a row of scim_users or scim_groups. Parameters: `$1` organization, `$2` connection, `values` from
 * $3 on. Every comparison stays null-safe when negated.
 */
export class FilterSql {
  readonly values: unknown[] = [];

  constructor(private readonly type: ResourceType) {}

  /** @throws ScimProblem invalidFilter */
  condition(filter: Filter): string {
    switch (filter.kind) {
      case 'and':
        return `(${filter.parts.map((part) => this.condition(part)).join(' and ')})`;
      case 'or':
        return `(${filter.parts.map((part) => this.condition(part)).join(' or ')})`;
      case 'not':
        return `(${this.condition(filter.part)}) is not true`;
      case 'element':
        return this.inList(this.place(filter.path), filter.part);
      case 'present':
        return this.present(this.place(filter.path));
      case 'compare':
        return this.compare(filter);
    }
  }

  private compare({ path, operator, value }: Extract<Filter, { kind: 'compare' }>): string {
    const place = this.place(path);
    if (place === 'nothing') return 'false';
    const { attribute, sub } = place;
    if (attribute.multiValued) {
      // "No element equals", not "some element differs".
      const isNegative = operator === 'ne';
      const part: Filter = {
        kind: 'compare',
        path: sub?.name ?? 'value',
        operator: isNegative ? 'eq' : operator,
        value,
      };
      return isNegative ? `(${this.inList(place, part)}) is not true` : this.inList(place, part);
    }
    return this.compared(columnOf(this.type, withValue(place)), operator, value);
  }

  private present(place: AttributePlace | 'nothing'): string {
    if (place === 'nothing') return 'false';
    const { attribute, sub } = place;
    if (attribute.multiValued)
      return this.exists(attribute, sub ? (columns) => present(columns(sub.name)) : () => 'true');
    if (attribute.type === 'complex' && !sub)
      return attribute.name === 'meta' ? 'true' : `${pathSql(place, true)} is not null`;
    return present(columnOf(this.type, place));
  }

  /**
   * One element must match all of `part`: both halves of `type eq "work" and value eq "a"` apply to the same element.
   */
  private inList(place: AttributePlace | 'nothing', part: Filter): string {
    if (place === 'nothing') return 'false';
    const { attribute } = place;
    if (!attribute.multiValued) throw wrong(`${attribute.name} is not a list`);
    const address = attribute.name === 'emails' ? wantedValue(part) : undefined;
    const indexed =
      address === undefined
        ? ''
        : `r.id in (select user_id from scim_emails where organization_id = $1 and connection_id = $2
          and value_key = ${this.bound(nameKey(address))}) and `;
    return `(${indexed}${this.exists(attribute, (columns) => this.within(part, columns))})`;
  }

  private within(filter: Filter, columns: Columns): string {
    switch (filter.kind) {
      case 'and':
        return `(${filter.parts.map((part) => this.within(part, columns)).join(' and ')})`;
      case 'or':
        return `(${filter.parts.map((part) => this.within(part, columns)).join(' or ')})`;
      case 'not':
        return `(${this.within(filter.part, columns)}) is not true`;
      case 'present':
        return present(columns(filter.path));
      case 'compare':
        return this.compared(columns(filter.path), filter.operator, filter.value);
      case 'element':
        throw wrong('a list within a list cannot be searched');
    }
  }

  private exists(attribute: ScimAttribute, condition: (columns: Columns) => string): string {
    const columns =
      (columnsOf: Readonly<Record<string, Column>>): Columns =>
      (path) => {
        const part = attributeNamed(attribute.subAttributes ?? [], path);
        if (!part) throw wrong(`${attribute.name} has no ${path.slice(0, 100)}`);
        return columnsOf[part.name] ?? 'nothing';
      };
    const member = (id: string, name: string) =>
      columns({ value: { sql: id, form: 'uuid' }, display: { sql: name, form: 'key' } });
    if (attribute.name === 'members') {
      return `exists (select 1 from scim_members m join scim_users u on u.organization_id = m.organization_id
        and u.id = m.user_id
        where m.organization_id = $1 and m.group_id = r.id and
          ${condition(member('m.user_id', 'u.name_key'))})`;
    }
    if (attribute.name === 'groups') {
      return `exists (select 1 from scim_members m join scim_groups g on g.organization_id = m.organization_id
        and g.id = m.group_id
        where m.organization_id = $1 and m.user_id = r.id and
          ${condition(member('m.group_id', 'g.name_key'))})`;
    }
    const parts = Object.fromEntries(
      (attribute.subAttributes ?? []).map(({ name, type }): [string, Column] => [
        name,
        type === 'boolean'
          ? { sql: `(e ->> '${name}')::boolean`, form: 'boolean' }
          : { sql: `e ->> '${name}'`, form: 'text' },
      ]),
    );
    return `exists (select 1 from jsonb_array_elements(coalesce(r.document ->
      '${attribute.name}', '[]')) e where ${condition(columns(parts))})`;
  }

  private compared(column: Column | 'nothing', operator: ScimFilterOperator, value: Literal): string {
    if (column === 'nothing') return 'false';
    if (value === null) {
      if (operator !== 'eq' && operator !== 'ne') throw wrong(`null cannot be compared by ${operator}`);
      return operator === 'eq' ? `(${present(column)}) is not true` : present(column);
    }
    switch (column.form) {
      case 'boolean':
        return this.truth(column.sql, operator, value);
      case 'instant':
        return this.instant(column.sql, operator, value);
      case 'uuid':
        return this.id(column.sql, operator, String(value));
      default:
        return this.text(column, operator, String(value));
    }
  }

  private truth(sql: string, operator: ScimFilterOperator, value: Literal): string {
    if (operator !== 'eq' && operator !== 'ne') throw wrong(`true and false cannot be compared by ${operator}`);
    if (!/^(true|false)$/i.test(String(value))) throw wrong(`${String(value).slice(0, 50)} is neither true nor false`);
    return `${sql} is ${operator === 'ne' ? '' : 'not '}distinct
      from ${this.bound(String(value).toLowerCase() === 'true')}::boolean`;
  }

  private instant(sql: string, operator: ScimFilterOperator, value: Literal): string {
    const sign = operator === 'eq' ? '=' : operator === 'ne' ? '<>' : orders[operator];
    const time = writtenInstant(String(value));
    if (!sign || time === undefined)
      throw wrong('a time is compared by eq, ne, gt, ge, lt or le with an instant such as 2026-05-14T13:00:00Z');
    // Times are shown with milliseconds, so they are compared with milliseconds too.
    return `date_trunc('milliseconds', ${sql}) ${sign} ${this.bound(time)}::timestamptz`;
  }

  private id(sql: string, operator: ScimFilterOperator, value: string): string {
    if (operator !== 'eq' && operator !== 'ne')
      return this.text({ sql: `${sql}::text`, form: 'exact' }, operator, value);
    if (!isUuid(value)) return operator === 'eq' ? 'false' : 'true';
    return `${sql} ${operator === 'eq' ? '=' : '<>'} ${this.bound(value)}::uuid`;
  }

  private text({ sql, form }: Column, operator: ScimFilterOperator, written: string): string {
    if (written.includes('\0')) return operator === 'ne' ? 'true' : 'false';
    const [found, wanted] =
      form === 'text'
        ? [`lower(${sql})`, `lower(${this.bound(written)}::text)`]
        : [sql, `${this.bound(form === 'key' ? nameKey(written) : written)}::text`];
    switch (operator) {
      case 'eq':
        return `${found} = ${wanted}`;
      case 'ne':
        return `${found} is distinct from ${wanted}`;
      case 'co':
        return `position(${wanted} in ${found}) > 0`;
      case 'sw':
        return `starts_with(${found}, ${wanted})`;
      case 'ew':
        return `right(${found}, length(${wanted})) = ${wanted}`;
      default:
        return `${found} collate "C" ${orders[operator]} ${wanted}`;
    }
  }

  private place(path: string): AttributePlace | 'nothing' {
    const found = findPlace(this.type, path);
    if (found.kind === 'ignored') return 'nothing';
    if (found.kind !== 'place') throw wrong(`${path.slice(0, 100)} is not an attribute of a ${this.type}`);
    return found.place;
  }

  private bound(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length + 2}`;
  }
}

function withValue(place: AttributePlace): AttributePlace {
  if (place.sub || place.attribute.type !== 'complex') return place;
  const sub = attributeNamed(place.attribute.subAttributes ?? [], 'value');
  if (!sub) throw wrong(`${place.attribute.name} has parts: name one of them`);
  return { ...place, sub };
}

function present(column: Column | 'nothing'): string {
  if (column === 'nothing') return 'false';
  return column.form === 'text' || column.form === 'exact' || column.form === 'key'
    ? `nullif(${column.sql}, '') is not null`
    : `${column.sql} is not null`;
}

/** The value that a matching element must have. */
function wantedValue(part: Filter): string | undefined {
  if (part.kind === 'and') return part.parts.map(wantedValue).find((each) => each !== undefined);
  const isEquality =
    part.kind === 'compare' && part.operator === 'eq' && part.path.toLowerCase() === 'value' && part.value !== null;
  return isEquality && !String(part.value).includes('\0') ? String(part.value) : undefined;
}

function wrong(detail: string): ScimProblem {
  return ScimProblem.bad('invalidFilter', `The filter cannot be used: ${detail}`);
}
