import { type FactKind, type Facts, isLiving } from '../facts/facts.js';
import type { AccessSettings } from './access-settings.dto.js';
import { type AccountName, passwordFrom, usernameFrom } from './account-names.js';
import { conditionsMatch } from './condition.js';
import { factFields } from './fact-fields.js';
import type { Grant, GrantWindow, UserGrant } from './grant.js';
import { instantIn } from './moment.js';
import { nobody, personIn } from './person.js';
import { type GrantRecord, type Scope, recordScopeOf, type SiteDefaults, textOf } from './record-scope.js';
import { render, TemplateProblem } from './template.js';
import { shortened } from './typeable.js';
import { windowOf } from './window.js';
import { usernameKey } from '../../kernel/username-key.js';

/** Characters. */
const longestGroupName = 128;

/**
 * The access that one record's facts give. Pure, and defined for every input: facts that cannot be turned into access
 * are a `problem` (reported, present access stays), facts that give none are `none`.
 */
export function grantFor(access: AccessSettings, record: GrantRecord, site: SiteDefaults): Grant {
  const entry = entryOf(access, record, site);
  if (entry.kind !== 'entry') return entry;
  try {
    return granted(access, entry);
  } catch (error) {
    if (error instanceof FieldRefused) return { kind: 'problem', field: error.field, detail: error.message };
    throw error;
  }
}

/** Gives access for a period, unless it is unclear to whom. */
interface Entry {
  readonly kind: 'entry';
  readonly scope: Scope;
  readonly window: GrantWindow;
  readonly groupRank: number;
}

/**
 * The first half of `grantFor`: whether there is access and for how long, before names are made, which is most of its
 * work. `none` is final.
 */
export function entryOf(
  access: AccessSettings,
  record: GrantRecord,
  site: SiteDefaults,
): Entry | Extract<Grant, { kind: 'none' | 'problem' }> {
  if (access.grant === 'none') return { kind: 'none', reason: 'this connection grants nothing' };
  const scope = recordScopeOf(record, site);
  const refusal = refusedByStatus(record.facts, scope);
  if (refusal) return refusal;
  const there = whileThere(scope);
  if (!conditionsMatch(access.when, there))
    return { kind: 'none', reason: `the conditions of access do not hold (status ${String(scope.status)})` };
  const window = windowOf(record.facts.kind, access, scope, instantIn(record.observedAt));
  if (window.kind !== 'window') return window;
  const groupRank = access.group.findIndex((rule) => conditionsMatch(rule.when ?? [], there));
  if (groupRank < 0) return { kind: 'none', reason: 'no group rule holds' };
  return { kind: 'entry', scope, window: { validFrom: window.validFrom, validUntil: window.validUntil }, groupRank };
}

function granted(access: AccessSettings, { scope, window, groupRank }: Entry): Grant {
  const group = rendered('group', access.group[groupRank].name, scope);
  const groupName = group.length > longestGroupName ? shortened(group, longestGroupName) : group;
  if (access.grant === 'voucher') {
    const { count, duration_seconds, max_devices } = access.voucher;
    return {
      kind: 'voucher',
      groupName,
      count,
      durationSeconds: duration_seconds ?? lengthOf(window),
      maxDevices: max_devices,
      ...window,
    };
  }
  const isRoom = access.per === 'room';
  if (isRoom && !textOf(scope, 'room'))
    throw new FieldRefused('room', 'is not known, and access is given for each room');
  const { value: username, former } = named('username', () => usernameFrom(access.username, scope));
  if (/\p{Cc}/u.test(username)) throw new FieldRefused('username', 'would contain control characters');
  return {
    kind: 'user',
    username,
    accountKey: usernameKey(username),
    ...(former !== undefined && { formerUsernames: former }),
    password: passwordOf(access, scope),
    ...(!isRoom && isPersonal(access, scope) && { personNumber: textOf(scope, 'employee_number') }),
    groupName,
    groupRank,
    maxDevices: access.max_devices,
    // A room's account belongs to whoever sleeps there: it has no person's name.
    ...(isRoom ? nobody : personIn(scope)),
    onEnd: access.on_end,
    deleteAfterSeconds: access.delete_after_seconds,
    onConflict: access.on_conflict,
    ...window,
  };
}

/**
 * Whether a record stands for one person. A stay, a visit and a contract are occasions: the next may be theirs, too.
 */
function isPersonal({ preset }: AccessSettings, { kind }: Scope): boolean {
  return kind === 'employment' || kind === 'presence' || (kind === 'membership' && preset === 'building');
}

/** Statuses that no mapping can turn into access, however generous its conditions. */
function refusedByStatus(facts: Facts, scope: Scope): Extract<Grant, { kind: 'none' | 'problem' }> | null {
  if (!Object.hasOwn(factFields, facts.kind))
    return { kind: 'problem', field: 'kind', detail: 'is not a kind of facts' };
  const status = String(scope.status);
  if (status === 'unknown')
    return { kind: 'problem', field: 'status', detail: 'is not one that this connector knows; access stays as it is' };
  if (scope.revoke_now === true || scope.revoked_at !== undefined)
    return { kind: 'none', reason: 'revoked at once by the outside system' };
  const mayHold =
    leaving[facts.kind]?.includes(status) || (isLiving(facts) && status !== 'held' && status !== 'suspended');
  return mayHold ? null : { kind: 'none', reason: `status ${status}` };
}

/** Statuses of people who left, or will on a known day: the window decides how long they keep access. */
const leaving: Readonly<Partial<Record<FactKind, readonly string[]>>> = {
  stay: ['checked_out'],
  visit: ['ended'],
  employment: ['terminated'],
};

/** Conditions see people as they were while there; the window decides how long access lasts after they left. */
function whileThere(scope: Scope): Scope {
  const before: Readonly<Record<string, string>> = { checked_out: 'in_house', ended: 'active' };
  const status = before[String(scope.status)];
  return status ? { ...scope, status } : scope;
}

function passwordOf({ password }: AccessSettings, scope: Scope): UserGrant['password'] {
  if (password === null) return null;
  if (password === 'generate') return { kind: 'generate' };
  return { kind: 'value', ...named('password', () => passwordFrom(password, scope)) };
}

function rendered(field: string, template: string, scope: Scope): string {
  return named(field, () => ({ value: render(template, scope).trim() })).value;
}

function named<Name extends AccountName>(field: string, make: () => Name): Name {
  try {
    const name = make();
    if (name.value === '') throw new FieldRefused(field, 'would be empty');
    return name;
  } catch (error) {
    if (error instanceof TemplateProblem) throw new FieldRefused(field, error.message);
    throw error;
  }
}

function lengthOf({ validFrom, validUntil }: GrantWindow): number | null {
  return validFrom && validUntil ? Math.round((Date.parse(validUntil) - Date.parse(validFrom)) / 1000) : null;
}

class FieldRefused extends Error {
  constructor(
    readonly field: string,
    detail: string,
  ) {
    super(detail);
  }
}
