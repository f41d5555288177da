-- As src/database/functions/radius/reply/account_attributes.sql says. Only this session knows the keys that open sealed
-- values, so rows come here before they are opened.
-- Called by radius.accept, radius.authorize.
create or replace function radius.account_attributes(
  organization uuid, way text, of_user uuid, of_group uuid
) returns setof radius.avp
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  a radius_attributes;
  v text;
begin
  for a in select x.* from radius_attributes x where x.organization_id = organization
    and (x.group_id = of_group and x.table_name = 'radgroup' || way
      or x.user_id = of_user and x.table_name = 'rad' || way)
    order by x.group_id is null, x.id
  loop
    v := coalesce(a.value, convert_from(radius.opened(decode(a.value_sealed, 'base64')), 'UTF8'));
    if radius.is_plain(v) then
      return next (case when a.group_id is null then 2 else 1 end, null, a.attribute, v, a.op)::radius.avp;
    end if;
  end loop;
end;
$$;
revoke all on function radius.account_attributes from public;
