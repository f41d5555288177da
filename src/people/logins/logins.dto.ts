import { ApiProperty } from '@nestjs/swagger';
import { attemptKinds } from '../../console/portal-attempts/portal-attempts.repository.js';
import { ExplanationDto } from '../../console/policies/explain.dto.js';
import { explanationDto } from '../../console/policies/explanation-answer.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { attemptStates, type ExplainedAttempt } from './attempt-explanation.js';
import { gates, remedies } from './gates.js';
import type { ExplainedLogin } from './login-explanation.js';

class GateDto {
  /** What that step checks; docs/online.md explains each. */
  @ApiProperty({ enum: gates, enumName: 'LoginGate' })
  gate: string;
  /** unknown: the login broke off in a way that does not say whether this was asked. */
  @ApiProperty({ enum: ['passed', 'closed', 'not_reached', 'unknown'] })
  state: string;
  /** Of the one that closed: the reason of the log. */
  @ApiProperty({ nullable: true, type: String, example: 'expired' })
  reason: string | null;
}

class RemedyDto {
  /** What to do; docs/online.md says more about each. */
  @ApiProperty({ enum: remedies, enumName: 'LoginRemedy' })
  code: string;
  /** The call that does it; null: it is done elsewhere, as at the device. */
  @ApiProperty({ nullable: true, type: String, example: 'PATCH /users/0190a0e0-0000-7000-8000-000000000001' })
  call: string | null;
  /** Fields to send. */
  @ApiProperty({ isArray: true, type: String, example: ['valid_until'] })
  fields: readonly string[];
  /** Of a user whom a connection looks after: which one, since its word counts. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  params: Readonly<Record<string, unknown>>;
}

class RepeatsDto {
  /** Logins of the same device and name with the same outcome, from a day before to a day after; this one counts. */
  @ApiProperty({ type: 'integer' })
  count: number;
  /** The first of them. */
  first_at: Instant;
  /** The last of them. */
  last_at: Instant;
}

export class LoginExplanationDto extends LinksDto {
  /** The entry's in the authentication log (report 110). */
  id: string;
  /** When it was decided. */
  at: Instant;
  /** What was decided. */
  @ApiProperty({ enum: ['accepted', 'rejected'] })
  outcome: string;
  /** Why it was refused; null: it was not. */
  @ApiProperty({ nullable: true, type: String, example: 'expired' })
  reason: string | null;
  /** What the server said of it. */
  reason_detail: string | null;
  /** As the device sent it; with EAP the inner name. */
  username: string | null;
  /** The user that was recognised; null: none. */
  user_id: string | null;
  /** What was recognised: user, voucher, device, certificate or guest. */
  kind: string | null;
  /** The device; null: the access point did not report it. */
  @ApiProperty({ nullable: true, type: String, example: 'aa:bb:cc:00:11:22' })
  mac: string | null;
  /** The network's name, as the access point reported it. */
  ssid: string | null;
  /** The access point's or controller's own name. */
  access_point: string | null;
  /** PAP, PEAP, MAC …; null: unknown. */
  auth_method: string | null;
  /** The policy that refused it. */
  policy_id: string | null;
  /** Its name now; null: it is gone. */
  policy: string | null;
  /** Number of times that this device tried the same. */
  repeats: RepeatsDto;
  /** In the order in which they are asked. */
  @ApiProperty({ isArray: true, type: GateDto })
  gates: readonly GateDto[];
  /** What to do about it, the likeliest first. */
  @ApiProperty({ isArray: true, type: RemedyDto })
  remedies: readonly RemedyDto[];
  /**
   * What the same request would get by the records and rules of now, with the attributes that would be sent; passwords
   * and open sessions aside. Null: it cannot be asked again.
   */
  @ApiProperty({ type: ExplanationDto, nullable: true })
  now: ExplanationDto | null;
}

export function loginExplanationDto({
  login,
  gates: states,
  remedies: able,
  now,
}: ExplainedLogin): Omit<LoginExplanationDto, '_links'> {
  return {
    id: login.id,
    at: login.at,
    outcome: login.outcome,
    reason: login.reason,
    reason_detail: login.reasonDetail,
    username: login.username,
    user_id: login.userId,
    kind: login.kind,
    mac: login.mac && macWithColons(login.mac),
    ssid: login.ssid,
    access_point: login.accessPoint,
    auth_method: login.authMethod,
    policy_id: login.policyId,
    policy: login.policy,
    repeats: { count: login.repeats.count, first_at: login.repeats.firstAt, last_at: login.repeats.lastAt },
    gates: states,
    remedies: able,
    now: now && explanationDto(now),
  };
}

export class AttemptExplanationDto extends LinksDto {
  id: string;
  /** The portal where it happened. */
  captive_portal_id: string;
  /** What failures are counted by. */
  @ApiProperty({ enum: attemptKinds })
  kind: string;
  /** The device's address, the room, the account's name, or the id of the portal or gateway. */
  @ApiProperty({ example: '101' })
  subject: string;
  /** Number of failures since the first. */
  @ApiProperty({ type: 'integer' })
  failures: number;
  /** The first failure. */
  first_at: Instant;
  /** The last failure. */
  last_at: Instant;
  /** locked: nothing more is tried. counting: a few more may be. over: the count begins anew. */
  @ApiProperty({ enum: attemptStates })
  state: string;
  /**
   * wrong_proof: what was typed is not so. too_many_failures: it is locked. guessing: somebody guesses at rooms, and
   * guests are asked for another fact; or at vouchers, and devices wait before each code.
   */
  @ApiProperty({ enum: ['wrong_proof', 'too_many_failures', 'guessing'] })
  reason: string;
  /** Locked until then; null: not locked. */
  locked_until: Instant | null;
  /** When failures so far count no more. */
  counted_until: Instant;
  /** What to do about it, the likeliest first. */
  @ApiProperty({ isArray: true, type: RemedyDto })
  remedies: readonly RemedyDto[];
}

export function attemptExplanationDto(explained: ExplainedAttempt): Omit<AttemptExplanationDto, '_links'> {
  const { id, captivePortalId, kind, subject, failures, state, reason, remedies: able } = explained;
  return {
    id,
    captive_portal_id: captivePortalId,
    kind,
    subject: kind === 'device' && /^[0-9a-f]{12}$/.test(subject) ? macWithColons(subject) : subject,
    failures,
    first_at: explained.firstAt,
    last_at: explained.lastAt,
    state,
    reason,
    locked_until: explained.lockedUntil,
    counted_until: explained.countedUntil,
    remedies: able,
  };
}
