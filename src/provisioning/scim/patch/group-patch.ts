import type { Filter } from '../query/filter.js';
import { isUuid } from '../../../kernel/ids.js';
import { isEmpty, scimValueOf } from '../schema/values.js';
import { ScimProblem } from '../schema/scim-problem.js';
import { type PatchStep, patchSteps } from './patch-step.js';
import { isObject } from '../../../kernel/json/is-object.js';

/** A change of members, computed without loading the thousands that a group may have. */
export interface MemberChange {
  /** Removes all existing members except those added. */
  readonly isReplaced: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

export interface ScimGroupChange {
  readonly displayName?: string;
  /** Null removes it. */
  readonly externalId?: string | null;
  readonly members: MemberChange;
}

export const noMembersChanged: MemberChange = { isReplaced: false, added: new Set(), removed: new Set() };

/** Emptying a group by a bare remove or an empty list needs `mayClear`. @throws ScimProblem */
export function groupChange(body: unknown, mayClear: boolean): ScimGroupChange {
  let change: ScimGroupChange = { members: noMembersChanged };
  for (const step of patchSteps('Group', body)) {
    if (step.place.attribute.name === 'members')
      change = { ...change, members: membersAfter(change.members, step, mayClear) };
    else change = { ...change, [step.place.attribute.name]: textAfter(step) };
  }
  return change;
}

/**
 * The ids in a list of members: objects, of which only `value` counts, or plain ids.
 * @throws ScimProblem invalidValue
 */
export function memberIds(written: unknown): string[] {
  if (isEmpty(written)) return [];
  const list = Array.isArray(written) ? (written as unknown[]) : [written];
  const ids = list
    .filter((each) => !isEmpty(each))
    .map((each) => {
      const id = isObject(each) ? each.value : each;
      if (typeof id !== 'string')
        throw ScimProblem.bad('invalidValue', 'A member is named by the id of a user, as value');
      if (isObject(each) && typeof each.type === 'string' && each.type.toLowerCase() === 'group')
        throw ScimProblem.bad('invalidValue', `Groups within groups are not kept: ${id.slice(0, 100)}`);
      return id.toLowerCase();
    });
  return [...new Set(ids)];
}

/** @throws ScimProblem invalidValue when the text is not an id */
export function checkedIds(ids: readonly string[]): readonly string[] {
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw ScimProblem.bad('invalidValue', `There is no user ${wrong.slice(0, 100)}`);
  return ids;
}

function membersAfter(
  before: MemberChange,
  { verb, place, filter, value }: PatchStep,
  mayClear: boolean,
): MemberChange {
  if (place.sub && !filter && place.sub.name !== 'value')
    throw ScimProblem.bad('invalidPath', 'Members are changed as a whole');
  if (filter) {
    if (verb !== 'remove' && !isEmpty(value))
      throw ScimProblem.bad('invalidPath', 'Of a member nothing can be changed: remove it or add another');
    return without(before, idsIn(filter));
  }
  const ids = memberIds(value);
  if (verb === 'add')
    return { ...before, added: united(before.added, checkedIds(ids)), removed: lacking(before.removed, ids) };
  if (verb === 'remove' && ids.length > 0) return without(before, ids);
  if (ids.length === 0 && !mayClear && (verb === 'remove' || value === null || value === undefined)) {
    throw ScimProblem.bad(
      'invalidValue',
      'This would remove every member: name them, or allow it in the settings of the connection (allow_clear_members)',
    );
  }
  return { isReplaced: true, added: new Set(checkedIds(ids)), removed: new Set() };
}

/** Removing somebody who is not a member changes nothing. */
function without(before: MemberChange, ids: readonly string[]): MemberChange {
  return { ...before, added: lacking(before.added, ids), removed: united(before.removed, ids.filter(isUuid)) };
}

function idsIn(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsIn);
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.path.toLowerCase() !== 'value')
    throw ScimProblem.bad('invalidPath', 'Members are chosen by members[value eq "id"]');
  return [String(filter.value).toLowerCase()];
}

function textAfter({ verb, place: { attribute }, value }: PatchStep): string | null {
  const text = verb === 'remove' ? undefined : scimValueOf(attribute, value);
  if (text === undefined && attribute.required) throw ScimProblem.bad('invalidValue', `${attribute.name} is required`);
  return typeof text === 'string' ? text : null;
}

function united(known: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> {
  return new Set([...known, ...more]);
}

function lacking(known: ReadonlySet<string>, less: readonly string[]): ReadonlySet<string> {
  const gone = new Set(less);
  return new Set([...known].filter((each) => !gone.has(each)));
}
