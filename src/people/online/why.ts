import type { EvaluatedPolicy, Evaluation } from '../../console/policies/evaluate-policies.js';
import { evaluatePolicies } from '../../console/policies/evaluate-policies.js';
import type { Instant } from '../../kernel/clock.js';
import { shown } from '../../provisioning/api/answers/shown.js';
import type { Online, OnlineFact } from './online.js';

/** One link of the chain from a fact to the access of a device, in the order in which each follows from the last. */
export interface WhyLink {
  readonly kind: string;
  readonly id: string | null;
  /** What a sentence about it needs. */
  readonly params: Readonly<Record<string, unknown>>;
}

export const whyKinds = [
  'stay',
  'employment',
  'visit',
  'presence',
  'membership',
  'entitlement',
  'user',
  'voucher',
  'device',
  'certificate',
  'unknown_guest',
  'waiting_at_portal',
  'registration',
  'group',
  'policy',
  'no_policy',
] as const;

/** What of a record's facts explains access; the rest is at GET /subjects/{id}. */
const told = new Set(
  (
    'status room first_name last_name display_name title role arrival_at departure_at check_in_at check_out_at ' +
    'sign_in_at expected_departure_at department start_date last_working_day end_date plan starts_at ends_at seen_at ' +
    'door'
  ).split(' '),
);

/** Fact → entitlement → account → registration → group → policies. */
export function whyOnline(row: Online, evaluation: Evaluation): WhyLink[] {
  const { group, registration } = row.detail;
  return [
    ...row.detail.facts.flatMap(ofFact),
    ...ofAccount(row),
    ...(registration
      ? [
          link('registration', registration.id, {
            method: registration.method,
            captive_portal_id: registration.captivePortalId,
            portal: registration.portal,
            since: registration.since,
            until: registration.until,
          }),
        ]
      : []),
    ...(group ? [link('group', group.id, { name: group.name })] : []),
    ...ofPolicies(evaluation),
  ];
}

/** The decision that let it in, made again for now. */
export function evaluationOf(row: Online, policies: readonly EvaluatedPolicy[], at: Instant): Evaluation {
  const { user, voucher, device, group, client, timeZone } = row.detail;
  return evaluatePolicies(
    {
      user: row.kind === 'guest' ? { disabled: false, validFrom: null, validUntil: null } : user,
      voucher,
      device,
      ssid: row.ssid,
      authMethod: authMethodOf(row),
      group,
      client: client && { address: row.nasAddress ?? client.address, name: client.name },
      at,
      timeZone,
    },
    policies,
  );
}

export function authMethodOf({ kind, sessionClass }: Pick<Online, 'kind' | 'sessionClass'>): string | null {
  return kind === 'device' ? 'MAC' : sessionClass?.split(':')[4] || null;
}

function ofFact({ subject, connection, entitlement }: OnlineFact): WhyLink[] {
  const facts = Object.entries(shown(subject.facts) ?? {}).filter(([name]) => told.has(name));
  return [
    link(subject.kind, subject.id, {
      ...Object.fromEntries(facts),
      state: subject.state,
      connection_id: connection.id,
      connection: connection.name,
      connector: connection.connector,
      known_since: subject.createdAt,
      last_heard_at: subject.lastEventAt,
    }),
    link('entitlement', entitlement.id, {
      valid_from: entitlement.validFrom,
      valid_until: entitlement.validUntil,
      revoked: entitlement.revoked,
    }),
  ];
}

function ofAccount({ kind, detail: { user, voucher, device, certificate, waitingAt } }: Online): WhyLink[] {
  return [
    ...(kind === 'guest' && !waitingAt ? [link('unknown_guest', null, {})] : []),
    ...(waitingAt
      ? [
          link('waiting_at_portal', waitingAt.id, {
            gateway: waitingAt.name,
            captive_portal_id: waitingAt.captivePortalId,
            portal: waitingAt.portal,
          }),
        ]
      : []),
    ...(kind === 'device' && device ? [link('device', device.id, { name: device.name, type: device.type })] : []),
    ...(certificate
      ? [link('certificate', certificate.id, { name: certificate.name, expires_at: certificate.expiresAt })]
      : []),
    ...(voucher
      ? [
          link('voucher', voucher.id, {
            name: voucher.name,
            first_used_at: voucher.firstUsedAt,
            duration: voucher.durationSeconds,
            valid_until: voucher.validUntil,
          }),
        ]
      : []),
    ...(user
      ? [
          link('user', user.id, {
            name: user.name,
            made_by: madeBy(user),
            valid_until: user.validUntil,
          }),
        ]
      : []),
  ];
}

function madeBy(user: NonNullable<Online['detail']['user']>): string {
  if (user.sourceConnectionId) return 'connection';
  if (user.madeByProvider) return 'provider';
  return user.madeByPortal ? 'portal' : 'console';
}

function ofPolicies({ matched, sources }: Evaluation): WhyLink[] {
  if (matched.length === 0) return [link('no_policy', null, {})];
  return matched.map(({ policy: { id, name, effect }, isDecisive }) =>
    link('policy', id, {
      name,
      effect,
      decisive: isDecisive,
      gives: Object.entries(sources)
        .filter(([, source]) => source.from === 'policy' && source.policy.id === id)
        .map(([entry]) => entry),
    }),
  );
}

function link(kind: string, id: string | null, params: Readonly<Record<string, unknown>>): WhyLink {
  return { kind, id, params };
}
