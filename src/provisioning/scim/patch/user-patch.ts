import { equalitiesIn, fits } from '../query/element-filter.js';
import { isEmpty, isWorthKeeping, oneOfEach, scimValueOf, type ScimElement } from '../schema/values.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { checked, type UserDocument } from '../schema/user-document.js';
import { type PatchStep, patchSteps } from './patch-step.js';
import { isObject } from '../../../kernel/json/is-object.js';

type Container = Record<string, unknown>;

/** The user after all operations, applied in order, all or none. @throws ScimProblem */
export function patchedUser(before: UserDocument, body: unknown): UserDocument {
  const document = structuredClone(before) as Container;
  for (const step of patchSteps('User', body)) apply(document, step);
  return checked(document);
}

function apply(document: Container, step: PatchStep): void {
  const { urn, attribute } = step.place;
  const container = urn ? { ...(document[urn] as Container | undefined) } : document;
  const value = attribute.multiValued
    ? listAfter(container[attribute.name] as ScimElement[] | undefined, step)
    : singleAfter(container[attribute.name], step);
  if (isEmpty(value)) delete container[attribute.name];
  else container[attribute.name] = value;
  if (!urn) return;
  if (Object.keys(container).length === 0) delete document[urn];
  else document[urn] = container;
}

function singleAfter(known: unknown, { verb, place: { attribute, sub }, value }: PatchStep): unknown {
  const isGone = verb === 'remove' || isEmpty(value);
  if (attribute.type !== 'complex') return isGone ? undefined : scimValueOf(attribute, value);
  if (isGone && !sub) return undefined;
  // Only the given parts change.
  const parts = scimValueOf(attribute, sub ? { [sub.name]: isGone ? null : inner(value) } : value) as
    Container | undefined;
  const merged = Object.entries({ ...(known as Container | undefined), ...parts }).filter(([, each]) => each !== null);
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
}

function listAfter(known: readonly ScimElement[] = [], step: PatchStep): readonly ScimElement[] {
  const {
    verb,
    place: { attribute, sub },
    filter,
    value,
  } = step;
  if (filter) return withChosen(known, step);
  if (sub) return withPart(known, step);
  if (verb === 'remove') return isEmpty(value) ? [] : without(known, written(step));
  if (isEmpty(value)) return verb === 'replace' ? [] : known;
  const said = (scimValueOf(attribute, value) as ScimElement[] | undefined) ?? [];
  return verb === 'replace' ? said : united(known, said);
}

/** `emails[type eq "work"]`, perhaps with a part. An element that does not exist yet is created. */
function withChosen(
  known: readonly ScimElement[],
  { verb, place: { attribute, sub }, filter, value }: PatchStep,
): readonly ScimElement[] {
  if (!filter) return known;
  const isChosen = (each: ScimElement) => fits(each, filter, attribute);
  if (verb === 'remove' || isEmpty(value)) {
    return known.flatMap((each) => (isChosen(each) ? (sub ? kept({ ...each, [sub.name]: undefined }) : []) : [each]));
  }
  const [news] =
    (scimValueOf(attribute, sub ? elementWith(sub.name, value) : value) as ScimElement[] | undefined) ?? [];
  // A single part, such as primary, changes an element but does not create one.
  const change = news ?? (sub ? { [sub.name]: scimValueOf(sub, value) } : {});
  const isThere = known.some(isChosen);
  if (isThere)
    return settled(
      known.map((each) => (isChosen(each) ? { ...each, ...change } : each)),
      change,
    );
  const made = equalitiesIn(filter, attribute);
  if (!made)
    throw ScimProblem.bad('noTarget', `No element of ${attribute.name} fits, and what it should be is not said`);
  return settled([...known, { ...made, ...change }], change);
}

/** `emails.value` sets the part of the primary element, else the first, else a new one; removing it affects all. */
function withPart(known: readonly ScimElement[], { verb, place: { sub }, value }: PatchStep): readonly ScimElement[] {
  if (!sub) return known;
  if (verb === 'remove' || isEmpty(value)) return known.flatMap((each) => kept({ ...each, [sub.name]: undefined }));
  const index = Math.max(
    0,
    known.findIndex(({ primary }) => primary === true),
  );
  const changed = { ...known[index], [sub.name]: scimValueOf(sub, inner(value)) };
  return settled([...known.slice(0, index), ...kept(changed), ...known.slice(index + 1)], changed);
}

/** An element replaces an existing one of the same type. */
function united(known: readonly ScimElement[], said: readonly ScimElement[]): readonly ScimElement[] {
  const types = new Set(said.map(typeOf).filter((type) => type !== ''));
  const rest = known.filter(
    (each) =>
      !types.has(typeOf(each)) && !said.some((one) => typeOf(one) === typeOf(each) && same(one.value, each.value)),
  );
  return settled([...rest, ...said], said.at(-1) ?? {});
}

/** Compares the value, and the type if given. */
function without(known: readonly ScimElement[], said: readonly ScimElement[]): readonly ScimElement[] {
  return known.filter(
    (each) =>
      !said.some(
        (one) =>
          (one.type === undefined || typeOf(one) === typeOf(each)) &&
          Object.entries(one).every(
            ([name, value]) => name === 'type' || name === 'primary' || same(value, each[name]),
          ),
      ),
  );
}

function written({ place: { attribute }, value }: PatchStep): readonly ScimElement[] {
  return (scimValueOf(attribute, value) as ScimElement[] | undefined) ?? [];
}

/** When one element becomes primary, the others cease to be. */
function settled(elements: readonly ScimElement[], change: ScimElement): readonly ScimElement[] {
  const complete = elements.filter(isWorthKeeping);
  if (change.primary !== true) return oneOfEach(complete);
  const preferred = complete.findLast((each) => Object.entries(change).every(([name, value]) => each[name] === value));
  return oneOfEach(
    complete.map((each) => (each.primary === true && each !== preferred ? { ...each, primary: false } : each)),
  );
}

function kept(element: ScimElement): ScimElement[] {
  const known = Object.fromEntries(Object.entries(element).filter(([, value]) => value !== undefined));
  return isWorthKeeping(known) ? [known] : [];
}

function elementWith(name: string, value: unknown): ScimElement {
  return { [name]: inner(value) };
}

function inner(value: unknown): unknown {
  return isObject(value) && 'value' in value ? value.value : value;
}

function typeOf({ type }: ScimElement): string {
  return typeof type === 'string' ? type.toLowerCase() : '';
}

function same(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
