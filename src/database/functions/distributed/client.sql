-- As src/database/functions/radius/sign-in/client.sql says, in two steps: whose address it is, which every node knows,
-- then its secret, on the node of its organization.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.client(
  src text, port text, usual_auth text, usual_acct text, server text default null
) returns setof radius.avp
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  own client_addresses;
  c record;
  secret text;
begin
  select k.* into own
    from client_addresses k join organizations o on o.id = k.organization_id
    where k.address = any (network_ranges_of(src::inet))
      and not exists (select from organizations a where a.id = any (o.path) and a.disabled)
      and case
        when port in (usual_auth, usual_acct) then coalesce(k.auth_port, 1812) in (1812, usual_auth::int)
        else port::int in (k.auth_port, k.acct_port) end
    order by masklen(k.address) desc, k.ssid nulls first, k.client_id limit 1;
  if own.organization_id is null then
    perform radius.note_unknown(src, port, usual_auth, usual_acct);
    return;
  end if;
  perform from radius.reach_nodes(own.organization_id);
  select k.secret_sealed, k.require_message_authenticator into c from network_clients k
    where k.organization_id = own.organization_id and k.id = own.client_id;
  secret := convert_from(radius.opened(c.secret_sealed), 'UTF8');
  if secret is null or not radius.is_plain(secret) then return; end if;
  return query select n, src, a, v, ':=' from (values
    (1, 'FreeRADIUS-Client-IP-Address', src), (2, 'FreeRADIUS-Client-Secret', secret),
    (3, 'FreeRADIUS-Client-Shortname', own.organization_id || '/' || own.client_id),
    (4, 'FreeRADIUS-Client-NAS-Type', 'other'),
    (5, 'FreeRADIUS-Client-Require-MA', case when c.require_message_authenticator then 'yes' else 'no' end),
    (6, 'FreeRADIUS-Client-Virtual-Server',
      coalesce(server, 'wifi_' || replace(own.organization_id::text, '-', '')))
  ) x (n, a, v);
end;
$$;
revoke all on function radius.client from public;
grant execute on function radius.client to usher_radius;
