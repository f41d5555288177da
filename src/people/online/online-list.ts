import { type ListField, listFields, type ListFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListSource, whereSql } from '../../http/list/list-sql.js';
import type { Context } from '../../kernel/context.js';
import { macPattern } from '../../kernel/mac-address.js';
import { usernameKey } from '../../kernel/username-key.js';
import type { SearchedWord } from '../search/searched-words.js';
import { searchCondition } from './online-search.js';

/** The same columns of sessions and of registrations, so that both are read in the order of one index each. */
const ofSession = `
  select s.organization_id, s.id, s.started_at as since, s.kind, s.username, s.username_key, s.user_id,
    case when s.kind = 'voucher' then split_part(s.session_class, ':', 3) else s.user_id::text end as account,
    s.session_class, s.mac, s.ip_address, s.ssid, s.access_point, s.access_point_mac, s.nas_address, s.network_id,
    s.network_client_id, s.updated_at as last_heard_at, s.stopped_at, s.terminate_cause, s.session_seconds,
    s.input_octets, s.output_octets, s.previous_seconds, s.previous_input_octets, s.previous_output_octets,
    false as is_registration, 'infinity'::timestamptz as admitted_until_at,
    'infinity'::timestamptz as closes_at, null::timestamptz as ended_at
  from accounting_sessions s`;
const ofRegistration = `
  select r.organization_id, r.id, r.admitted_at as since,
    case when r.voucher_id is null then 'user' else 'voucher' end as kind, r.username, r.username_key, r.user_id,
    coalesce(r.voucher_id, r.user_id)::text as account, null::text as session_class, r.mac::text as mac,
    null::text as ip_address, r.ssid, r.access_point, null::text as access_point_mac, null::text as nas_address,
    (select p.network_id from captive_portals p
      where p.organization_id = r.organization_id and p.id = r.captive_portal_id) as network_id,
    null::uuid as network_client_id, r.admitted_at as last_heard_at, null::timestamptz as stopped_at,
    null::text as terminate_cause, null::bigint as session_seconds, null::bigint as input_octets,
    null::bigint as output_octets, null::bigint as previous_seconds, null::bigint as previous_input_octets,
    null::bigint as previous_output_octets, true as is_registration,
    least(r.admitted_until_at, r.until_at) as admitted_until_at, r.admitted_until_at as closes_at, r.ended_at
  from registrations r`;
export const onlineRows = { ofSession, ofRegistration };

const admittedBy = `(case when o.is_registration then 'gateway' when exists (select from controller_sessions c
  where c.organization_id = o.organization_id and c.session_id = o.id) then 'controller' else 'radius' end)`;

const selected = `o.id, ${admittedBy} as "admittedBy", o.kind, o.username, o.username_key as "usernameKey",
  o.user_id as "userId", o.account, o.session_class as "sessionClass", o.mac, o.ip_address as "ipAddress", o.ssid,
  o.access_point as "accessPoint", o.access_point_mac as "accessPointMac", o.nas_address as "nasAddress",
  o.network_id as "networkId", o.network_client_id as "networkClientId", o.since, o.last_heard_at as "lastHeardAt",
  o.stopped_at as "stoppedAt", o.terminate_cause as "terminateCause", o.session_seconds as "sessionSeconds",
  o.input_octets as "inputOctets", o.output_octets as "outputOctets", o.previous_seconds as "previousSeconds",
  o.previous_input_octets as "previousInputOctets", o.previous_output_octets as "previousOutputOctets",
  nullif(o.admitted_until_at, 'infinity') as "admittedUntilAt"`;

/** Of the facts and accounts behind a session: filters only, since no index of sessions is in their order. */
const ofFacts: Readonly<Record<string, ListField>> = {
  room: { column: 'x.room', type: 'text', sortable: false },
  connection_id: { column: 'x.connection_id', type: 'uuid', sortable: false },
};
const ofAccounts: Readonly<Record<string, ListField>> = {
  table_id: { column: 'a.group_id', type: 'uuid', sortable: false },
};

const list: ListFields = listFields({
  id: 'o.id',
  sort: 'since:desc',
  fields: {
    id: { column: 'o.id', type: 'uuid' },
    admitted_by: { column: admittedBy, type: 'text', sortable: false },
    kind: { column: 'o.kind', type: 'text' },
    username: { column: 'o.username_key', type: 'text', fold: usernameKey },
    user_id: { column: 'o.user_id', type: 'uuid' },
    mac: { column: 'o.mac', type: 'text', fold: macPattern },
    ip_address: { column: 'o.ip_address', type: 'text' },
    ssid: { column: 'o.ssid', type: 'text' },
    access_point: { column: 'o.access_point', type: 'text' },
    access_point_mac: { column: 'o.access_point_mac', type: 'text', fold: macPattern },
    nas_address: { column: 'o.nas_address', type: 'text' },
    network_id: { column: 'o.network_id', type: 'uuid' },
    since: { column: 'o.since', type: 'instant' },
    last_heard_at: { column: 'o.last_heard_at', type: 'instant' },
    seconds: { column: 'o.session_seconds', type: 'integer' },
    bytes_up: { column: 'o.input_octets', type: 'integer' },
    bytes_down: { column: 'o.output_octets', type: 'integer' },
    ...ofFacts,
    ...ofAccounts,
  },
});
export const onlineFields = { list, selected };

/** Conditions about facts and accounts are answered first, by their own indexes: they name a few accounts. */
export function onlineSource(
  { organizationId }: Context,
  asked: ListQuery,
  words: readonly SearchedWord[],
): { plain: ListQuery; source: ListSource } {
  const isOf = (fields: object) => asked.conditions.filter(({ field }) => Object.hasOwn(fields, field));
  const [facts, accounts] = [isOf(ofFacts), isOf(ofAccounts)];
  let values: readonly unknown[] = [organizationId];
  const conditions = [
    `o.organization_id = $1 and o.stopped_at is null and o.ended_at is null
      and o.closes_at > now() and o.admitted_until_at > now()`,
  ];
  if (facts.length > 0) {
    const found = whereSql({ ...asked, conditions: facts }, { where: 'x.organization_id = $1', values });
    ({ values } = found);
    conditions.push(`o.account in (select b.remote_id from subjects x
      join bindings b on b.organization_id = x.organization_id and b.identity_id = x.identity_id
        and b.target_key = 'built-in'
      where x.connection_id = any (array(select c.id from connections c where c.organization_id = $1))
        and ${found.where})`);
  }
  if (accounts.length > 0) {
    const found = whereSql({ ...asked, conditions: accounts }, { where: 'a.organization_id = $1', values });
    ({ values } = found);
    conditions.push(`o.account in (select a.id::text from (select organization_id, id, group_id from users
      union all select organization_id, id, group_id from vouchers) a where ${found.where})`);
  }
  const found = words.length > 0 ? searchCondition(words, values) : undefined;
  if (found) {
    ({ values } = found);
    conditions.push(found.where);
  }
  return {
    plain: { ...asked, conditions: asked.conditions.filter((each) => ![...facts, ...accounts].includes(each)) },
    source: {
      name: 'online',
      with: found?.people,
      select: selected,
      from: `(${ofSession} union all ${ofRegistration}) o`,
      where: conditions.join(' and '),
      values,
    },
  };
}
