import type { Chance } from '../../kernel/chance.js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import type { Ids } from '../../kernel/ids.js';
import type { OperationOutcome, VoucherSpec } from '../wifi-console/port/wifi-console.js';
import type { Account, AccountProblem, Binding } from '../identity/account.js';
import type { LogEntry } from '../identity/provision-log.js';
import { described } from './difference.js';
import { attemptsAfter, nextTryAt, waitsForReturnUntil } from './next-try.js';
import type { Plan, PlannedOperation } from './plan.js';

export interface BindingWrite {
  readonly id: string;
  readonly identityId: string;
  readonly connectionId: string;
  readonly targetKey: string;
  readonly kind: Binding['kind'];
  readonly remoteId: string;
  readonly name: string;
  readonly ownership: Binding['ownership'];
  readonly state: 'bound' | 'unknown' | 'removed';
  readonly applied: object;
  readonly endedAt: Instant | null;
}

/** What to record about one identity after the console's answer. */
export interface Settlement {
  readonly account: Account;
  readonly done: boolean;
  readonly dueAt: Instant | null;
  readonly priority: 0 | 1 | 2;
  readonly attempts: number;
  readonly problem: AccountProblem | null;
  readonly bindings: readonly BindingWrite[];
  readonly log: readonly LogEntry[];
  /** The subject whose name belongs to another account, and that account. */
  readonly dispute: { readonly subjectId: string; readonly remoteId: string | null; readonly account: string } | null;
  /** The name is taken; another may be tried. */
  readonly wantsSuffix: boolean;
  /** The disputed name has become free. */
  readonly isUndisputed: boolean;
}

export interface SettlingTools {
  readonly ids: Pick<Ids, 'next'>;
  readonly now: Instant;
  readonly chance: Pick<Chance, 'fraction'>;
  /** Whether the account that has a name is (or may turn out to be) another of ours, which is about to give it up. */
  readonly isOurs: (remoteId: string | null, username: string) => boolean;
}

interface Answer {
  readonly operation: PlannedOperation;
  readonly outcome: OperationOutcome;
}

type Rest = Pick<Settlement, 'done' | 'dueAt' | 'problem'> &
  Partial<Pick<Settlement, 'attempts' | 'dispute' | 'wantsSuffix'>>;

/** Turns the console's answers into what is recorded. Pure. `withheld`: planned, but not permitted now. */
export function settlementOf(
  plan: Plan,
  answers: readonly Answer[],
  withheld: readonly PlannedOperation[],
  tools: SettlingTools,
): Settlement {
  const { account, next } = plan;
  const rests = answers.map((answer) => restOf(plan, answer, tools));
  const worst = rests.find(({ done }) => !done) ??
    rests.find(({ problem }) => problem) ?? { done: true, dueAt: next.at, problem: null };
  const held: Rest = { done: false, dueAt: next.at, problem: { code: 'held', detail: 'its connection is paused' } };
  const rest: Rest = withheld.length > 0 && worst.done ? held : worst;
  return {
    account,
    // What could not be done stays as urgent as it was.
    priority: rest.done ? next.priority : account.priority,
    attempts: 0,
    dispute: null,
    wantsSuffix: false,
    ...rest,
    isUndisputed:
      account.problem?.code === 'taken' &&
      answers.some(({ operation, outcome }) => operation.kind === 'create_user' && outcome.status === 'done'),
    bindings: [...answers.flatMap((answer) => bindingsOf(plan, answer, tools)), ...ledgerOf(plan)],
    log: [
      ...answers.flatMap((answer, index) => entryOf(account, answer, rests[index])),
      ...withheld.map((operation) => logged(account, operation, 'held', 'its connection is paused')),
    ],
  };
}

function restOf({ account, next }: Plan, { operation, outcome }: Answer, tools: SettlingTools): Rest {
  const { now } = tools;
  const isAway = 'isAway' in outcome && outcome.isAway === true;
  const attempts = attemptsAfter(account, isAway);
  const later = (problem: AccountProblem): Rest => {
    if (isAway) {
      const dueAt = waitsForReturnUntil(now, attempts, tools.chance);
      return { done: false, dueAt, attempts, problem: { ...problem, code: 'unreachable' } };
    }
    const at = nextTryAt(attempts, operation.revokes, now, tools.chance);
    if (at === null)
      return { done: false, dueAt: next.at, attempts, problem: { code: 'dead', detail: problem.detail } };
    return { done: false, dueAt: at, attempts, problem };
  };
  switch (outcome.status) {
    case 'done':
      return { done: true, dueAt: next.at, problem: null };
    case 'gone':
      if ((operation.kind === 'change_user' && !operation.revokes) || operation.kind === 'change_voucher')
        return { done: false, dueAt: now, problem: null, attempts: 0 };
      return { done: true, dueAt: next.at, problem: null };
    case 'refused': {
      const { detail, fields = [] } = outcome;
      const problem: AccountProblem = { code: 'refused', detail, ...(fields.length > 0 && { fields }) };
      return operation.revokes
        ? { done: false, dueAt: laterBy(now, 3600), attempts, problem }
        : { done: true, dueAt: next.at, problem };
    }
    case 'retry':
      if (outcome.notBeforeAt)
        return {
          done: false,
          dueAt: outcome.notBeforeAt,
          attempts: account.attempts,
          problem: { code: 'retry', detail: outcome.detail },
        };
      return later({ code: 'retry', detail: outcome.detail });
    case 'unknown':
      return later({ code: 'unknown', detail: outcome.detail });
    case 'taken':
      return takenRest(operation, outcome.remoteId, next.at, later, tools);
  }
}

function takenRest(
  operation: PlannedOperation,
  remoteId: string | null,
  dueAt: Instant | null,
  later: (problem: AccountProblem) => Rest,
  tools: SettlingTools,
): Rest {
  if (tools.isOurs(remoteId, operation.account ?? ''))
    return later({ code: 'retry', detail: 'another account of ours is about to give this name up' });
  const problem = { code: 'taken', detail: 'the console has an account of this name that is not ours' } as const;
  if (operation.onConflict === 'suffix') return { done: false, dueAt: tools.now, problem: null, wantsSuffix: true };
  const dispute =
    operation.subjectId === null
      ? null
      : { subjectId: operation.subjectId, remoteId, account: operation.account ?? '' };
  return { done: true, dueAt, problem, dispute };
}

function bindingsOf(plan: Plan, { operation, outcome }: Answer, { ids }: SettlingTools): BindingWrite[] {
  const { account, endedAt } = plan;
  const { binding, kind, user } = operation;
  const about = { identityId: account.id, connectionId: account.connectionId, targetKey: account.targetKey };
  const isEnd = kind === 'delete_user' || kind === 'revoke_voucher';
  if (binding && (outcome.status === 'gone' || (isEnd && outcome.status === 'done'))) {
    return [{ ...about, ...kept(binding), state: 'removed', endedAt: endedAt ?? binding.endedAt }];
  }
  if (outcome.status === 'unknown' && binding)
    return [{ ...about, ...kept(binding), state: 'unknown', endedAt: binding.endedAt }];
  if (outcome.status !== 'done') return [];
  if (kind === 'create_vouchers') {
    return (outcome.vouchers ?? []).map(({ remoteId, code }) => ({
      ...about,
      id: ids.next(),
      kind: 'voucher',
      remoteId,
      name: code,
      ownership: 'owned',
      state: 'bound',
      applied: operation.voucher ?? {},
      endedAt: null,
    }));
  }
  if (kind === 'change_voucher' && binding)
    return [{ ...about, ...kept(binding), state: 'bound', applied: operation.voucher ?? {}, endedAt: null }];
  if (!user) return [];
  return [
    {
      ...about,
      id: binding?.id ?? ids.next(),
      kind: 'user',
      remoteId: outcome.remoteId,
      name: user.username,
      ownership: binding?.ownership ?? 'owned',
      state: 'bound',
      applied: user,
      endedAt: user.disabled ? endedAt : null,
    },
  ];
}

function ledgerOf({ account, ledger }: Plan): BindingWrite[] {
  if (!ledger) return [];
  const { binding, applied, isReleased } = ledger;
  const state = isReleased ? 'removed' : binding.state === 'unknown' ? 'unknown' : 'bound';
  const about = { identityId: account.id, connectionId: account.connectionId, targetKey: account.targetKey };
  return [{ ...about, ...kept(binding), state, applied, endedAt: binding.endedAt }];
}

function kept({
  id,
  kind,
  remoteId,
  name,
  ownership,
  applied,
}: Binding): Pick<BindingWrite, 'id' | 'kind' | 'remoteId' | 'name' | 'ownership' | 'applied'> {
  return { id, kind, remoteId, name, ownership, applied };
}

/** A postponement makes no entry: the log has one row for each write and each decision. */
function entryOf(account: Account, { operation, outcome }: Answer, rest: Rest): LogEntry[] {
  switch (outcome.status) {
    case 'done':
      return [logged(account, operation, 'done', outcome.detail ?? null)];
    case 'gone':
      return [logged(account, operation, operation.revokes ? 'done' : 'gone', 'it was not there any more')];
    case 'refused':
      return [logged(account, operation, 'refused', outcome.detail)];
    case 'taken':
      return rest.done ? [logged(account, operation, 'disputed', rest.problem?.detail ?? null)] : [];
    default:
      return rest.problem?.code === 'dead' ? [logged(account, operation, 'dead', outcome.detail)] : [];
  }
}

function logged(
  account: Account,
  operation: PlannedOperation,
  status: LogEntry['status'],
  detail: string | null,
): LogEntry {
  return {
    connectionId: account.connectionId,
    subjectId: operation.subjectId,
    identityId: account.id,
    kind: shownKind(operation),
    status,
    cause: account.cause,
    account: operation.account,
    ...beforeAndAfter(operation),
    detail,
  };
}

/**
 * `disable_user` for a change that ends access; not for one of an account that was told so before, which drift has
 * written again as a whole: its own entry says what differed.
 */
export function shownKind({ kind, changes, binding }: PlannedOperation): string {
  const wasDisabled = binding?.kind === 'user' && binding.applied.disabled;
  return kind === 'change_user' && changes.disabled && !wasDisabled ? 'disable_user' : kind;
}

export function beforeAndAfter({
  kind,
  binding,
  user,
  changes,
  voucher,
}: PlannedOperation): Pick<LogEntry, 'before' | 'after'> {
  const before = binding?.kind === 'user' ? binding.applied : null;
  switch (kind) {
    case 'create_user':
      return { before: null, after: user && described(user) };
    case 'delete_user':
      return { before: before && described(before), after: null };
    case 'change_user':
      return {
        before:
          before &&
          described(
            Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof typeof before]])),
          ),
        after: described(changes),
      };
    case 'create_vouchers':
      return {
        before: null,
        after: voucher && { group_name: voucher.groupName, count: voucher.count, valid_until: voucher.validUntil },
      };
    case 'change_voucher':
      return {
        before: { valid_until: (binding?.applied as Partial<VoucherSpec> | undefined)?.validUntil ?? null },
        after: { valid_until: voucher?.validUntil ?? null },
      };
    case 'revoke_voucher':
      return {
        before: { group_name: (binding?.applied as { groupName?: string } | undefined)?.groupName ?? null },
        after: null,
      };
  }
}
