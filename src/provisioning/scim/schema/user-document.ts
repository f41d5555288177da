import { isDeepStrictEqual } from 'node:util';
import { findPlace } from './attribute-path.js';
import type { ScimAttribute } from './attribute.js';
import { resourceSchemas } from './schemas.js';
import { isEmpty, scimValueOf } from './values.js';
import { ScimProblem } from './scim-problem.js';
import { isObject } from '../../../kernel/json/is-object.js';

/**
 * The stored form of a user: attributes by schema name, extensions by urn, no empty values.
 */
export type UserDocument = Readonly<Record<string, unknown>> & {
  readonly userName: string;
  readonly externalId?: string;
  readonly active: boolean;
};

type Written = Readonly<Record<string, unknown>>;

/** A body of POST. @throws ScimProblem invalidValue, invalidSyntax */
export function newUser(body: Written): UserDocument {
  return checked({ active: true, ...readUser(body) });
}

/** Applies a PUT body to the stored user; `active` and whole extensions that it omits stay. */
export function replacedUser(before: UserDocument, body: Written): UserDocument {
  const written = readUser(body);
  const mentioned = new Set(
    Object.keys(body).flatMap((name) => [
      name.toLowerCase(),
      name.toLowerCase().slice(0, Math.max(0, name.lastIndexOf(':'))),
    ]),
  );
  const said = new Set([...mentioned, ...listedSchemas(body)]);
  const kept = resourceSchemas.User.extensions
    .map(({ id }) => id)
    .filter((urn) => !said.has(urn.toLowerCase()) && before[urn] !== undefined)
    .map((urn) => [urn, before[urn]] as const);
  return checked({ active: before.active, ...Object.fromEntries(kept), ...written });
}

/** @throws ScimProblem invalidValue when the user would have no name */
export function checked(document: Written): UserDocument {
  const { userName, active } = document;
  if (typeof userName !== 'string' || userName.trim() === '')
    throw ScimProblem.bad('invalidValue', 'userName is required');
  if (typeof active !== 'boolean')
    throw ScimProblem.bad('invalidValue', 'active is true or false: it cannot be removed');
  return document as UserDocument;
}

export function isSameUser(one: UserDocument, other: UserDocument): boolean {
  return isDeepStrictEqual(one, other);
}

function readUser(body: Written): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const [name, written] of Object.entries(body)) {
    const found = findPlace('User', name);
    if (found.kind === 'extension') {
      if (isEmpty(written)) continue;
      if (!isObject(written)) throw ScimProblem.bad('invalidSyntax', `${found.urn} is an object`);
      for (const [inner, value] of Object.entries(written)) {
        const place = findPlace('User', `${found.urn}:${inner}`);
        if (place.kind === 'place') put(document, place.place, value);
      }
    } else if (found.kind === 'place') put(document, found.place, written);
  }
  return document;
}

function put(
  document: Record<string, unknown>,
  { urn, attribute, sub }: { urn: string | null; attribute: ScimAttribute; sub?: ScimAttribute },
  written: unknown,
): void {
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly' || (attribute.multiValued && sub)) return;
  const value = plain(scimValueOf(attribute, sub ? { [sub.name]: written } : written));
  if (value === undefined) return;
  const container = urn ? ((document[urn] ??= {}) as Record<string, unknown>) : document;
  const known = container[attribute.name];
  container[attribute.name] = isObject(value) && isObject(known) ? { ...known, ...value } : value;
}

/** Removes parts that are null. */
function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  const known = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
  return Object.keys(known).length > 0 ? known : undefined;
}

function listedSchemas({ schemas }: Written): string[] {
  return Array.isArray(schemas)
    ? schemas.filter((each): each is string => typeof each === 'string').map((each) => each.toLowerCase())
    : [];
}
