/** What a login passes, in the order in which RADIUS asks. */
export const gates = [
  'network',
  'method',
  'identity',
  'account',
  'policy',
  'hours',
  'limits',
  'attributes',
  'credential',
] as const;
export type Gate = (typeof gates)[number];

export interface GateState {
  readonly gate: Gate;
  /** unknown: the login broke off in a way that does not say what was asked before. */
  readonly state: 'passed' | 'closed' | 'not_reached' | 'unknown';
  readonly reason: string | null;
}

/** What somebody can do about it; docs/online.md says what each means. */
export const remedies = [
  'check_name',
  'check_password',
  'new_password',
  'sign_in_again',
  'extend',
  'enable_user',
  'enable_device',
  'register_device',
  'new_voucher',
  'issue_certificate',
  'install_profile',
  'change_method',
  'join_other_network',
  'change_network',
  'change_access_point',
  'change_policy',
  'change_group',
  'change_attributes',
  'disconnect_other',
  'raise_device_limit',
  'wait',
  'enable_organization',
  'read_detail',
  'unlock',
] as const;
export type RemedyCode = (typeof remedies)[number];

interface Refusal {
  /** Null: the reason does not say at which one it was. */
  readonly gate: Gate | null;
  /** The likeliest first. */
  readonly remedies: readonly RemedyCode[];
}

/** Every reason of the authentication log: docs/radius.md. */
export const loginRefusals: Readonly<Record<string, Refusal>> = {
  organization_suspended: { gate: 'network', remedies: ['enable_organization'] },
  ssid_not_allowed: { gate: 'network', remedies: ['join_other_network', 'change_network'] },
  method_not_possible: { gate: 'method', remedies: ['change_method', 'new_password'] },
  tls_failure: { gate: 'method', remedies: ['install_profile'] },
  client_refused_server_certificate: { gate: 'method', remedies: ['install_profile'] },
  unknown_user: { gate: 'identity', remedies: ['check_name'] },
  unknown_device: { gate: 'identity', remedies: ['register_device'] },
  unknown_certificate: { gate: 'identity', remedies: ['issue_certificate'] },
  mac_mismatch: { gate: 'identity', remedies: ['change_access_point'] },
  user_disabled: { gate: 'account', remedies: ['enable_user'] },
  device_disabled: { gate: 'account', remedies: ['enable_device'] },
  voucher_disabled: { gate: 'account', remedies: ['new_voucher'] },
  certificate_revoked: { gate: 'account', remedies: ['issue_certificate'] },
  certificate_expired: { gate: 'account', remedies: ['issue_certificate'] },
  not_yet_valid: { gate: 'account', remedies: ['extend', 'wait'] },
  expired: { gate: 'account', remedies: ['extend'] },
  voucher_expired: { gate: 'account', remedies: ['new_voucher'] },
  policy_denied: { gate: 'policy', remedies: ['change_policy'] },
  outside_hours: { gate: 'hours', remedies: ['wait', 'change_group'] },
  too_many_sessions: { gate: 'limits', remedies: ['disconnect_other', 'change_group'] },
  device_limit: { gate: 'limits', remedies: ['disconnect_other', 'raise_device_limit'] },
  over_quota: { gate: 'limits', remedies: ['wait', 'change_group'] },
  attribute_mismatch: { gate: 'attributes', remedies: ['change_attributes'] },
  wrong_password: { gate: 'credential', remedies: ['check_password', 'new_password'] },
  password_expired: { gate: 'credential', remedies: ['read_detail'] },
  provider_unavailable: { gate: 'credential', remedies: ['wait', 'read_detail'] },
  too_many_tries: { gate: 'credential', remedies: ['wait', 'check_password'] },
  ticket_expired: { gate: 'credential', remedies: ['sign_in_again'] },
  ticket_of_another_device: { gate: 'credential', remedies: ['sign_in_again'] },
  access_point_refused: { gate: null, remedies: ['sign_in_again', 'read_detail'] },
  failed: { gate: null, remedies: ['read_detail'] },
};

const unclear: Refusal = { gate: null, remedies: ['read_detail'] };

export function loginRefusalOf(reason: string | null): Refusal {
  return (reason !== null && Object.hasOwn(loginRefusals, reason) && loginRefusals[reason]) || unclear;
}

/** The gates of a login that was refused for this reason; of one that was accepted, all are passed. */
export function gatesOf(outcome: string, reason: string | null): GateState[] {
  if (outcome === 'accepted') return gates.map((gate) => ({ gate, state: 'passed', reason: null }));
  const { gate: closed } = loginRefusalOf(reason);
  // A handshake may break off before or after the account is looked at.
  const isUnclear = closed === null || closed === 'method';
  const at = closed === null ? -1 : gates.indexOf(closed);
  return gates.map((gate, index) => {
    if (index === at) return { gate, state: 'closed', reason };
    if (isUnclear) return { gate, state: index < at ? 'passed' : 'unknown', reason: null };
    return { gate, state: index < at ? 'passed' : 'not_reached', reason: null };
  });
}
