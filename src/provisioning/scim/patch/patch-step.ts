import type { Filter } from '../query/filter.js';
import { checkParts } from '../query/element-filter.js';
import { parseFilter } from '../query/filter-parser.js';
import { extensionAttributes, findPlace, type AttributePlace } from '../schema/attribute-path.js';
import type { ResourceType } from '../schema/schemas.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { isObject } from '../../../kernel/json/is-object.js';

export type Verb = 'add' | 'replace' | 'remove';

/** One change to one attribute. */
export interface PatchStep {
  readonly verb: Verb;
  readonly place: AttributePlace;
  /** Selects elements of a list. */
  readonly filter?: Filter;
  /** The path as received. */
  readonly value: unknown;
}

const mostOperations = 1_000;

/**
 * Reads a PATCH body in any of its many forms: paths in any letter case, with or without urn, or as keys of a value
 * without a path; extensions as objects.
 * @throws ScimProblem
 */
export function patchSteps(type: ResourceType, body: unknown): PatchStep[] {
  if (!isObject(body)) throw ScimProblem.bad('invalidSyntax', 'A PATCH is an object with Operations');
  const [, operations] = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations') ?? [];
  if (!Array.isArray(operations) || operations.length === 0)
    throw ScimProblem.bad('invalidSyntax', 'Operations is a list of at least one operation');
  if (operations.length > mostOperations)
    throw new ScimProblem(413, `There are more than ${mostOperations} operations`);
  return operations.flatMap((operation: unknown) => stepsOf(type, operation));
}

function stepsOf(type: ResourceType, operation: unknown): PatchStep[] {
  if (!isObject(operation)) throw ScimProblem.bad('invalidSyntax', 'An operation is an object');
  const { op, path, value } = operation;
  const verb = typeof op === 'string' ? op.trim().toLowerCase() : '';
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw ScimProblem.bad('invalidSyntax', 'op is add, replace or remove');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw ScimProblem.bad('invalidPath', 'path is a text');
  if (path?.trim()) return stepsAt(type, verb, path.trim(), value, true);
  if (verb === 'remove') throw ScimProblem.bad('noTarget', 'remove needs a path');
  if (!isObject(value)) throw ScimProblem.bad('invalidValue', 'Without a path, value is an object');
  return Object.entries(value).flatMap(([name, inner]) => stepsAt(type, verb, name, inner, false));
}

/** `isNamed`: given by a path. A read-only attribute is then rejected; as a key among others it is ignored. */
function stepsAt(type: ResourceType, verb: Verb, path: string, value: unknown, isNamed: boolean): PatchStep[] {
  const { target, filter } = dividedPath(path);
  const found = findPlace(type, target);
  switch (found.kind) {
    case 'ignored':
      return [];
    case 'unknown':
      if (isNamed) throw ScimProblem.bad('invalidPath', `${path.slice(0, 100)} is not an attribute of a ${type}`);
      return [];
    case 'extension':
      return extensionSteps(type, verb, found.urn, value);
    case 'place': {
      const { place } = found;
      const isFixed = place.attribute.mutability === 'readOnly' || place.sub?.mutability === 'readOnly';
      if (isFixed && isNamed) throw ScimProblem.bad('mutability', `${target.slice(0, 100)} cannot be changed`);
      if (filter && !place.attribute.multiValued)
        throw ScimProblem.bad('invalidPath', `${place.attribute.name} is not a list`);
      if (filter) checkParts(filter, place.attribute);
      return isFixed ? [] : [{ verb, place, filter, value }];
    }
  }
}

function extensionSteps(type: ResourceType, verb: Verb, urn: string, value: unknown): PatchStep[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => stepsAt(type, verb, `${urn}:${name}`, inner, false));
  if (verb !== 'remove' && value !== null && value !== '') throw ScimProblem.bad('invalidValue', `${urn} is an object`);
  return extensionAttributes(urn).map((attribute) => ({ verb: 'remove', place: { urn, attribute }, value: undefined }));
}

/** `emails[type eq "work"].value`: the attribute, its part, and the selected elements. */
function dividedPath(path: string): { readonly target: string; readonly filter?: Filter } {
  const begin = path.indexOf('[');
  if (begin < 0) return { target: path };
  const end = path.lastIndexOf(']');
  const rest = path.slice(end + 1).trim();
  if (end < begin || (rest !== '' && !rest.startsWith('.')))
    throw ScimProblem.bad('invalidPath', `${path.slice(0, 100)} cannot be understood`);
  try {
    return { target: path.slice(0, begin).trim() + rest, filter: parseFilter(path.slice(begin + 1, end)) };
  } catch (error) {
    if (error instanceof ScimProblem) throw ScimProblem.bad('invalidPath', error.detail);
    throw error;
  }
}
