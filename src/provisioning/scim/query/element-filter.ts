import { type ScimAttribute, attributeNamed } from '../schema/attribute.js';
import { ScimProblem } from '../schema/scim-problem.js';
import type { Filter, Literal } from './filter.js';

type Element = Readonly<Record<string, unknown>>;

/** Whether an element matches, as in the PATCH path `emails[type eq "work"]`. @throws ScimProblem invalidPath */
export function fits(element: Element, filter: Filter, attribute: ScimAttribute): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => fits(element, part, attribute));
    case 'or':
      return filter.parts.some((part) => fits(element, part, attribute));
    case 'not':
      return !fits(element, filter.part, attribute);
    case 'present':
      return element[partOf(attribute, filter.path).name] !== undefined;
    case 'compare': {
      const part = partOf(attribute, filter.path);
      return holds(element[part.name], filter.operator, filter.value, part);
    }
    case 'element':
      throw listInList();
  }
}

/** Elements have everything that is asked about, whether or not there are any yet. @throws ScimProblem invalidPath */
export function checkParts(filter: Filter, attribute: ScimAttribute): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.forEach((part) => checkParts(part, attribute));
    case 'not':
      return checkParts(filter.part, attribute);
    case 'present':
    case 'compare':
      return void partOf(attribute, filter.path);
    case 'element':
      throw listInList();
  }
}

/** The values of a matching element, if the filter consists of equalities only. */
export function equalitiesIn(filter: Filter, attribute: ScimAttribute): Element | undefined {
  if (filter.kind === 'and') {
    const parts = filter.parts.map((part) => equalitiesIn(part, attribute));
    return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as Element);
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return undefined;
  const { name, type } = partOf(attribute, filter.path);
  return { [name]: type === 'boolean' ? String(filter.value).toLowerCase() === 'true' : String(filter.value) };
}

function listInList(): ScimProblem {
  return ScimProblem.bad('invalidPath', 'A list within a list cannot be chosen from');
}

function partOf(attribute: ScimAttribute, path: string): ScimAttribute {
  const part = attributeNamed(attribute.subAttributes ?? [], path);
  if (!part) throw ScimProblem.bad('invalidPath', `${attribute.name} has no ${path.slice(0, 100)}`);
  return part;
}

function holds(found: unknown, operator: string, value: Literal, { type, caseExact }: ScimAttribute): boolean {
  const isKnown = found !== undefined;
  if (value === null) return operator === 'eq' ? !isKnown : isKnown;
  const plain = (each: unknown) => (caseExact && type !== 'boolean' ? String(each) : String(each).toLowerCase());
  const [one, other] = [isKnown ? plain(found) : '', plain(value)];
  switch (operator) {
    case 'eq':
      return isKnown && one === other;
    case 'ne':
      return !isKnown || one !== other;
    case 'co':
      return isKnown && one.includes(other);
    case 'sw':
      return isKnown && one.startsWith(other);
    case 'ew':
      return isKnown && one.endsWith(other);
    case 'gt':
      return isKnown && one > other;
    case 'ge':
      return isKnown && one >= other;
    case 'lt':
      return isKnown && one < other;
    default:
      return isKnown && one <= other;
  }
}
