-- The reply for an account with attributes of its own: := replaces what came before, = adds when the name is absent, +=
-- always adds. User-Name cannot be changed, because accounting finds its session by it.
-- Called by radius.accept.
create or replace function radius.merge_attributes(reply jsonb, vendor text, said radius.avp[]) returns setof radius.avp
language sql immutable as $$
  with every as (
    select 1 as place, a.id::bigint as n, a.attribute, a.value, a.op from radius.reply_attributes(reply, vendor) a
    union all
    select 2, s.n, s.attribute,
      case when lower(s.attribute) = 'session-timeout'
        then radius.capped_seconds(s.value, (reply ->> 'session_timeout')::bigint) else s.value end,
      s.op
    from unnest(said) with ordinality s (id, username, attribute, value, op, n)
    where lower(s.attribute) <> 'user-name' and radius.is_plain(s.value)),
  numbered as (
    select row_number() over (order by place, n) as n, attribute, value, op,
      regexp_replace(regexp_replace(lower(attribute), ':0*$', ''), ':0+', ':') as name
    from every),
  compared as (
    select *, min(n) over same as first, max(n) filter (where op = ':=') over same as replaced
    from numbered window same as (partition by name))
  select n::int, null::text, attribute, value, op from compared
  where n >= coalesce(replaced, 1) and (op <> '=' or n = first) order by n
$$;
revoke all on function radius.merge_attributes from public;
