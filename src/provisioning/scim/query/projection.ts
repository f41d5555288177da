import { findPlace } from '../schema/attribute-path.js';
import type { ResourceType } from '../schema/schemas.js';
import { isObject } from '../../../kernel/json/is-object.js';

/**
 * The attributes to return. Null: all; only then does `excluded` apply. Names are paths: `userName`, `name.givenName`,
 * `urn:…`.
 */
export interface Projection {
  readonly included: readonly (readonly string[])[] | null;
  readonly excluded: readonly (readonly string[])[];
}

/** Returned whatever the request asks for. */
const always: ReadonlySet<string> = new Set(['id', 'schemas']);

export function projectionOf(type: ResourceType, parameters: Readonly<Record<string, unknown>>): Projection {
  const named = (wanted: string) => Object.entries(parameters).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const included = pathsIn(type, named('attributes'));
  return { included: included.length > 0 ? included : null, excluded: pathsIn(type, named('excludedattributes')) };
}

/** Whether an attribute has to be loaded. */
export function isWanted({ included, excluded }: Projection, name: string): boolean {
  if (included) return included.some(([first]) => first === name);
  return !excluded.some((path) => path.length === 1 && path[0] === name);
}

export function projected(
  resource: Readonly<Record<string, unknown>>,
  { included, excluded }: Projection,
): Record<string, unknown> {
  if (included) {
    return Object.fromEntries(
      Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
        if (always.has(name)) return [[name, value]];
        const paths = included.filter(([first]) => first === name).map((path) => path.slice(1));
        if (paths.length === 0) return [];
        return [[name, paths.some((path) => path.length === 0) ? value : only(value, paths)]];
      }),
    );
  }
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      const paths = excluded.filter(([first]) => first === name).map((path) => path.slice(1));
      if (always.has(name) || paths.length === 0) return [[name, value]];
      return paths.some((path) => path.length === 0) ? [] : [[name, except(value, paths)]];
    }),
  );
}

function only(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => only(each, paths));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const further = paths.filter(([first]) => first === name).map((path) => path.slice(1));
      if (further.length === 0) return [];
      return [[name, further.some((path) => path.length === 0) ? inner : only(inner, further)]];
    }),
  );
}

function except(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => except(each, paths));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const further = paths.filter(([first]) => first === name).map((path) => path.slice(1));
      if (further.some((path) => path.length === 0)) return [];
      return [[name, further.length > 0 ? except(inner, further) : inner]];
    }),
  );
}

/** Ignores unknown names. */
function pathsIn(type: ResourceType, written: unknown): string[][] {
  const names = [written]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
    .map((each) => each.trim())
    .filter(Boolean)
    .slice(0, 100);
  return names.flatMap((name) => {
    const found = findPlace(type, name);
    if (found.kind === 'extension') return [[found.urn]];
    if (found.kind !== 'place') return [];
    const { urn, attribute, sub } = found.place;
    return [[...(urn ? [urn] : []), attribute.name, ...(sub ? [sub.name] : [])]];
  });
}
