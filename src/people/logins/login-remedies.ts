import { loginRefusalOf, type RemedyCode } from './gates.js';
import type { LoginRecord } from './login-records.js';

/** Something to do, with the call that does it, where one of this API does. */
export interface Remedy {
  readonly code: RemedyCode;
  /** `PATCH /users/{id}`; null: it is done elsewhere. */
  readonly call: string | null;
  /** Fields to send. */
  readonly fields: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
}

type Call = (login: LoginRecord) => Pick<Remedy, 'call' | 'fields'> | undefined;

const ofUser =
  (...fields: readonly string[]): Call =>
  ({ userId }) =>
    userId === null ? undefined : { call: `PATCH /users/${userId}`, fields };

const calls: Readonly<Partial<Record<RemedyCode, Call>>> = {
  new_password: ofUser('password'),
  extend: (login) =>
    login.kind === 'device' && login.deviceId !== null
      ? { call: `PATCH /devices/${login.deviceId}`, fields: ['valid_until'] }
      : ofUser(login.reason === 'not_yet_valid' ? 'valid_from' : 'valid_until')(login),
  enable_user: ofUser('disabled'),
  raise_device_limit: ofUser('max_devices'),
  change_group: ofUser('table_id'),
  enable_device: ({ deviceId }) =>
    deviceId === null ? undefined : { call: `PATCH /devices/${deviceId}`, fields: ['disabled'] },
  register_device: ({ mac }) => (mac === null ? undefined : { call: 'POST /devices', fields: ['mac', 'user_id'] }),
  new_voucher: () => ({ call: 'POST /vouchers', fields: ['table_id', 'duration'] }),
  issue_certificate: ({ userId }) =>
    userId === null ? undefined : { call: 'POST /certificates', fields: ['user_id'] },
  install_profile: () => ({ call: 'POST /profiles', fields: ['ssid', 'eap_type', 'platform'] }),
  change_network: ({ networkId }) =>
    networkId === null ? undefined : { call: `PATCH /networks/${networkId}`, fields: ['ssid'] },
  change_policy: ({ policyId }) =>
    policyId === null ? undefined : { call: `PATCH /policies/${policyId}`, fields: ['conditions', 'effect'] },
  disconnect_other: ({ username }) =>
    username === null
      ? undefined
      : { call: `GET /online?filter[username]=${encodeURIComponent(username)}`, fields: [] },
};

/** The likeliest first. A user whom a connection looks after gets what the outside system says: it is named. */
export function remediesFor(login: LoginRecord): Remedy[] {
  if (login.outcome === 'accepted') return [];
  return loginRefusalOf(login.reason).remedies.map((code) => {
    const { call = null, fields = [] } = calls[code]?.(login) ?? {};
    const isOfUser = call?.startsWith('PATCH /users/') ?? false;
    return {
      code,
      call,
      fields,
      params: isOfUser && login.source ? { connection_id: login.source.id, connection: login.source.name } : {},
    };
  });
}
