import { asOwner } from './identity.js';
import { toldReply } from './told-reply.js';

const accept = toldReply.find((each) => each.startsWith('create or replace function radius.accept(')) ?? '';
const gaveAll = /return query select \* from radius\.reply_attributes\([\s\S]*?a;\n/;

/**
 * FreeRADIUS takes the rows of one answer as one set, in which its operators do not count: an account's own Session-Timeout would be sent beside its group's. So they are
 * carried out here, as src/console/policies/given-attributes.ts does; test/radius/evaluation.spec.ts compares the two.
 */
export const givenAttributes = [
  // What the older form's tables say, of the group first. One read for each index.
  `create function radius.said_of(organization uuid, way text, of_user uuid, of_group uuid) returns setof radius.avp language sql stable ${asOwner} as $$
     select place, null::text, attribute, v, op from (
       select 1 as place, a.id, a.attribute, a.op, coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8')) as v
         from radius_attributes a where a.organization_id = organization and a.group_id = of_group and a.table_name = 'radgroup' || way
       union all
       select 2, a.id, a.attribute, a.op, coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8'))
         from radius_attributes a where a.organization_id = organization and a.user_id = of_user and a.table_name = 'rad' || way) x
     where radius.is_plain(v) order by place, id $$`,

  // No session outlasts what the account has left; 0 is without limit to many access points.
  `create function radius.seconds_given(value text, most bigint) returns text language sql immutable as $$
     select case when n is null then value else coalesce(least(nullif(n, 0), most), n)::text end
     from (select case when value ~ '^[0-9]{1,10}$' then value::bigint when value ~* '^0x[0-9a-f]{1,8}$' then ('x' || lpad(substr(value, 3), 16, '0'))::bit(64)::bigint end as n) x $$`,

  // What is said replaces what came before (:=), is added where nothing of the name is (=), or is added (+=). A session's name is not to be changed: its accounting is counted by it.
  `create function radius.given(reply jsonb, vendor text, said radius.avp[]) returns setof radius.avp language sql immutable as $$
     with every as (
       select 1 as place, a.id::bigint as n, a.attribute, a.value, a.op from radius.reply_attributes(reply, vendor) a
       union all
       select 2, s.n, s.attribute, case when lower(s.attribute) = 'session-timeout' then radius.seconds_given(s.value, (reply ->> 'session_timeout')::bigint) else s.value end, s.op
         from unnest(said) with ordinality s (id, username, attribute, value, op, n) where lower(s.attribute) <> 'user-name' and radius.is_plain(s.value)),
     numbered as (select row_number() over (order by place, n) as n, attribute, value, op, regexp_replace(regexp_replace(lower(attribute), ':0*$', ''), ':0+', ':') as name from every),
     compared as (select *, min(n) over same as first, max(n) filter (where op = ':=') over same as replaced from numbered window same as (partition by name))
     select n::int, null::text, attribute, value, op from compared where n >= coalesce(replaced, 1) and (op <> '=' or n = first) order by n $$`,

  'revoke all on function radius.said_of(uuid, text, uuid, uuid), radius.seconds_given(text, bigint), radius.given(jsonb, text, radius.avp[]) from public',

  accept.replace('class text;\n', 'class text;\n     said radius.avp[];\n').replace(
    gaveAll,
    `said := array(select s from radius.said_of(n.organization_id, 'reply', p.user_id, p.group_id) s);
     if cardinality(said) = 0 then return query select * from radius.reply_attributes(decision -> 'reply', n.vendor);
     else return query select * from radius.given(decision -> 'reply', n.vendor, said); end if;\n`,
  ),
];

export const withoutGivenAttributes = [
  accept,
  'drop function radius.given(jsonb, text, radius.avp[])',
  'drop function radius.seconds_given(text, bigint)',
  'drop function radius.said_of(uuid, text, uuid, uuid)',
];
