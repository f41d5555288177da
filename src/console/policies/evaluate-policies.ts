import { laterBy } from '../../kernel/clock.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import { isAbout } from './access-condition.js';
import type { AccessFacts, Denial } from './access-facts.js';
import { accountDenials, secondsUntil } from './account-denials.js';
import { LoginTime } from './login-time.js';
import type { Policy } from './policy.js';

export type EvaluatedPolicy = Pick<
  Policy,
  'id' | 'name' | 'priority' | 'enabled' | 'match' | 'conditions' | 'effect' | 'reply'
>;

export interface MatchedPolicy {
  readonly policy: EvaluatedPolicy;
  /** The first matching policy, which alone decides. */
  readonly isDecisive: boolean;
}

/** Source of an entry of the reply. */
export type ReplySource =
  | { readonly from: 'group' }
  | { readonly from: 'policy'; readonly policy: EvaluatedPolicy }
  /** What the session is shortened by. */
  | { readonly from: 'valid_until' | 'login_time' };

export interface Evaluation {
  readonly decision: 'permit' | 'deny';
  /** Every reason against it, first the one that the log names. Empty if permitted. */
  readonly reasons: readonly Denial[];
  readonly matched: readonly MatchedPolicy[];
  /** Empty if denied. */
  readonly reply: GroupPolicy;
  readonly sources: Readonly<Partial<Record<keyof GroupPolicy, ReplySource>>>;
}

/**
 * The one decision about access. Pure, so that it can be explained and tested.
 *
 * 1. An unknown, disabled or expired account is denied; no policy can change that.
 * 2. The first enabled policy that applies decides: lower priority number first, `deny` before `permit` at the same
 * number. Without a policy: permitted.
 * 3. The reply is the group's. Every matching `permit` policy replaces the entries it names; the first one wins.
 * 4. The hours of that reply must be open. The session ends with the hours or with the account, whichever comes first.
 */
export function evaluatePolicies(facts: AccessFacts, policies: readonly EvaluatedPolicy[]): Evaluation {
  const matched = [...policies]
    .filter((policy) => policy.enabled && isAbout(facts, policy))
    .sort(inOrder)
    .map((policy, index): MatchedPolicy => ({ policy, isDecisive: index === 0 }));
  const merged = mergedReply(facts, matched);
  const reasons = [...accountDenials(facts), ...policyDenial(matched), ...hoursDenial(facts, merged.reply)];
  if (reasons.length > 0) return { decision: 'deny', reasons, matched, reply: {}, sources: {} };
  return { decision: 'permit', reasons, matched, ...cutShort(facts, merged) };
}

type Reply = Pick<Evaluation, 'reply' | 'sources'>;

function inOrder(one: EvaluatedPolicy, other: EvaluatedPolicy): number {
  const rank = ({ effect }: EvaluatedPolicy): number => (effect === 'deny' ? 0 : 1);
  return one.priority - other.priority || rank(one) - rank(other) || (one.id < other.id ? -1 : 1);
}

function mergedReply({ group }: AccessFacts, matched: readonly MatchedPolicy[]): Reply {
  const permitting = matched
    .map(({ policy }) => policy)
    .filter(({ effect }) => effect === 'permit')
    .toReversed();
  const layers = [
    ...(group ? [{ reply: group.policy, source: { from: 'group' } as const }] : []),
    ...permitting.map((policy) => ({ reply: policy.reply, source: { from: 'policy', policy } as const })),
  ];
  return {
    reply: Object.assign({}, ...layers.map(({ reply }) => reply)) as GroupPolicy,
    sources: Object.fromEntries(
      layers.flatMap(({ reply, source }) => Object.keys(reply).map((entry) => [entry, source])),
    ),
  };
}

function policyDenial([first]: readonly MatchedPolicy[]): Denial[] {
  if (first?.policy.effect !== 'deny') return [];
  return [{ code: 'policy_denied', detail: `The policy "${first.policy.name}" denies it` }];
}

function hoursDenial({ at, timeZone }: AccessFacts, { login_time: hours }: GroupPolicy): Denial[] {
  if (hours === undefined) return [];
  // Unreadable hours count as closed.
  const left = LoginTime.parse(hours)?.secondsLeft(at, timeZone);
  if (left !== undefined && left !== 0) return [];
  return [{ code: 'outside_hours', detail: `Access is open ${hours} (${timeZone})` }];
}

function cutShort(facts: AccessFacts, { reply, sources }: Reply): Reply {
  const { user, voucher, device, authMethod, at, timeZone } = facts;
  const voucherEnd =
    voucher && voucher.durationSeconds !== null ? laterBy(voucher.firstUsedAt ?? at, voucher.durationSeconds) : null;
  const ends = [user?.validUntil, voucherEnd, authMethod === 'MAC' ? device?.validUntil : null].flatMap((end) =>
    end ? [{ seconds: secondsUntil(end, at), source: { from: 'valid_until' } as const }] : [],
  );
  const hours = reply.login_time ? LoginTime.parse(reply.login_time)?.secondsLeft(at, timeZone) : null;
  const limits = [
    ...ends,
    ...(typeof hours === 'number' ? [{ seconds: hours, source: { from: 'login_time' } as const }] : []),
  ];
  const [shortest] = limits.sort((one, other) => one.seconds - other.seconds);
  if (!shortest || shortest.seconds >= (reply.session_timeout ?? Number.POSITIVE_INFINITY)) return { reply, sources };
  return {
    reply: { ...reply, session_timeout: shortest.seconds },
    sources: { ...sources, session_timeout: shortest.source },
  };
}
