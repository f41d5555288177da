-- What the legacy tables say about an account, first about its group; way: check or reply. One read per index.
-- Called by radius.accept, radius.authorize.
create or replace function radius.account_attributes(
  organization uuid, way text, of_user uuid, of_group uuid
) returns setof radius.avp
language sql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
  select place, null::text, attribute, v, op from (
    select 1 as place, a.id, a.attribute, a.op,
      coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8')) as v
    from radius_attributes a
    where a.organization_id = organization and a.group_id = of_group and a.table_name = 'radgroup' || way
    union all
    select 2, a.id, a.attribute, a.op,
      coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8'))
    from radius_attributes a
    where a.organization_id = organization and a.user_id = of_user and a.table_name = 'rad' || way) x
  where radius.is_plain(v) order by place, id
$$;
revoke all on function radius.account_attributes from public;
