import type { Instant } from '../../kernel/clock.js';
import { earliest, laterBy, secondsBetween } from '../../kernel/clock.js';
import { type EvaluatedPolicy, evaluatePolicies, type Evaluation } from '../policies/evaluate-policies.js';
import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { DecidingFacts, DueSession } from './session-endings.repository.js';
import { changeNeeded, replyDigest, speedIn } from './reply-digest.js';

/** Whether a session may go on: the `reason` against it, or until when, as far as known. */
export interface SessionCheck {
  readonly reason: string | null;
  readonly endsAt: Instant | null;
  /** What to tell the access point, or the controller, while the session continues. */
  readonly change?: GroupPolicy;
  /** The access point would end it earlier. */
  readonly tellUntil?: Instant;
}

/** How long a session may go on whose account no longer has an end. */
const longestSeconds = 30 * 86_400;
/** Ends are sent in whole seconds, each rounded on its own. */
const unheardSeconds = 5;

/** Makes the same decision that let it in, for now. */
export function checkSession(session: DueSession, policies: readonly EvaluatedPolicy[], at: Instant): SessionCheck {
  const refused = (reason: string): SessionCheck => ({ reason, endsAt: null });
  if (session.isSuspended) return refused('organization_suspended');
  if (session.hasLeft) return refused('registration_ended');
  if (session.request === 'disconnect') return refused('disconnected');
  const { certificate, group } = session;
  if (session.kind === 'certificate' && (!certificate || certificate.revokedAt)) return refused('certificate_revoked');
  if (session.kind === 'certificate' && certificate && certificate.expiresAt <= at)
    return refused('certificate_expired');
  const evaluation = evaluateSession(session, policies, at);
  if (evaluation.decision === 'deny') return refused(evaluation.reasons[0].code);
  const { daily_quota_bytes: quota } = evaluation.reply;
  if (quota !== undefined && (session.usedToday ?? 0) >= quota) return refused('over_quota');
  // Without a limit of the group, the end of the account or of its hours applies.
  const { session_timeout: seconds } = evaluation.reply;
  const change = changeOf(session, evaluation.reply);
  if (change === 'end') return refused(session.moved ? 'moved' : 'changed');
  const ends = [
    seconds === undefined ? null : laterBy(at, seconds),
    session.kind === 'certificate' ? certificate?.expiresAt : null,
  ].filter((each): each is Instant => typeof each === 'string');
  const endsAt = earliest(...ends);
  const tellUntil = laterEnd(session, endsAt, timeoutOf(group, evaluation, policies), at);
  return {
    reason: null,
    endsAt,
    ...(change === 'change' ? { change: evaluation.reply } : {}),
    ...(tellUntil === null ? {} : { tellUntil }),
  };
}

/** What its account would get now, whatever the session was given. */
export function evaluateSession(session: DecidingFacts, policies: readonly EvaluatedPolicy[], at: Instant): Evaluation {
  const { group } = session;
  return evaluatePolicies(
    {
      user: session.kind === 'guest' ? { disabled: false, validFrom: null, validUntil: null } : session.user,
      voucher: session.voucher,
      device: session.device,
      ssid: session.ssid,
      authMethod: session.kind === 'device' ? 'MAC' : session.authMethod,
      group: group && { ...group, policy: withoutTimeout(group.policy) },
      client: session.client && { address: nasAddressOf(session) ?? null, name: session.client.name },
      at,
      timeZone: session.timeZone,
    },
    policies.map((each) => ({ ...each, reply: withoutTimeout(each.reply) })),
  );
}

/** Null: the access point's end is late enough, or it was never told one, or it has ended the session by itself. */
function laterEnd(
  { toldUntil: said, startedAt, controller }: DueSession,
  endsAt: Instant | null,
  timeout: number | undefined,
  at: Instant,
): Instant | null {
  const toldUntil = controller?.untilAt ?? said;
  if (toldUntil === null || toldUntil <= at) return null;
  const limit = timeout === undefined ? null : laterBy(startedAt, timeout);
  const until = earliest(endsAt, limit, laterBy(at, longestSeconds));
  // Without an end of its own the time moves with each look, so not every change is sent.
  const leastSeconds = endsAt === null && limit === null ? longestSeconds / 2 : unheardSeconds;
  return until !== null && secondsBetween(toldUntil, until) > leastSeconds ? until : null;
}

/** By the rules alone, counted from the beginning of the session. */
function timeoutOf(
  group: DueSession['group'],
  { matched }: Evaluation,
  policies: readonly EvaluatedPolicy[],
): number | undefined {
  const named = matched
    .filter(({ policy: { effect } }) => effect === 'permit')
    .map(({ policy: { id } }) => policies.find((each) => each.id === id)?.reply.session_timeout);
  return named.find((each) => each !== undefined) ?? group?.policy.session_timeout;
}

/** Accounts whose group is known as of the sign-in. */
const comparedKinds: readonly (string | null)[] = ['user', 'voucher', 'device'];

function changeOf(
  { kind, replyDigest: sent, moved, isCounted, controller }: DueSession,
  reply: GroupPolicy,
): ReturnType<typeof changeNeeded> {
  // A controller is told a speed anew, or that there is none: nobody has to be put out for it.
  if (controller !== null) return replyDigest(speedIn(reply)) === (sent ?? replyDigest({})) ? 'nothing' : 'change';
  if (sent === null || !comparedKinds.includes(kind)) return moved ? 'end' : 'nothing';
  // Volume counts from sign-in on.
  if (moved && reply.daily_quota_bytes !== undefined && !isCounted) return 'end';
  return changeNeeded(sent, reply);
}

/** The access point's address: its own, or the one it reports if the network names a range; none by RadSec. */
export function nasAddressOf({
  client,
  nasAddress,
}: {
  readonly client: { readonly address: string | null } | null;
  readonly nasAddress: string | null;
}): string | undefined {
  if (client?.address === null) return undefined;
  const [address, prefix] = client?.address.split('/') ?? [];
  if (address && (prefix === undefined || prefix === (address.includes(':') ? '128' : '32'))) return address;
  return nasAddress ?? undefined;
}

function withoutTimeout(policy: GroupPolicy): GroupPolicy {
  return { ...policy, session_timeout: undefined };
}
