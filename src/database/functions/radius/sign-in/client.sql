-- The RADIUS client that asks: a known source, at a port of its organization. The default ports also serve networks
-- that name no RADIUS server. One row per attribute of the client; none for an unknown one, which is noted. server: the
-- FreeRADIUS of an older version that still runs says none: it has one for each organization.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.client(
  src text, port text, usual_auth text, usual_acct text, server text default null
) returns setof radius.avp
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  c record;
  secret text;
begin
  select k.organization_id, k.id, k.secret_sealed, k.require_message_authenticator into c
    from network_clients k
    join networks n on n.organization_id = k.organization_id and n.id = k.network_id
    join organizations o on o.id = k.organization_id
    left join radius_servers s on s.organization_id = n.organization_id and s.id = n.radius_server_id
    where k.address = any (network_ranges_of(src::inet))
      and not exists (select from organizations a where a.id = any (o.path) and a.disabled)
      and case
        when port in (usual_auth, usual_acct) then coalesce(s.auth_port, 1812) in (1812, usual_auth::int)
        else port::int in (s.auth_port, s.acct_port) end
    order by masklen(k.address) desc, n.ssid nulls first, k.id limit 1;
  if c.organization_id is null then
    perform radius.note_unknown(src, port, usual_auth, usual_acct);
    return;
  end if;
  secret := convert_from(radius.opened(c.secret_sealed), 'UTF8');
  if secret is null or not radius.is_plain(secret) then return; end if;
  return query select n, src, a, v, ':=' from (values
    (1, 'FreeRADIUS-Client-IP-Address', src), (2, 'FreeRADIUS-Client-Secret', secret),
    (3, 'FreeRADIUS-Client-Shortname', c.organization_id || '/' || c.id), (4, 'FreeRADIUS-Client-NAS-Type', 'other'),
    (5, 'FreeRADIUS-Client-Require-MA', case when c.require_message_authenticator then 'yes' else 'no' end),
    (6, 'FreeRADIUS-Client-Virtual-Server', coalesce(server, 'wifi_' || replace(c.organization_id::text, '-', '')))
  ) x (n, a, v);
end;
$$;
revoke all on function radius.client from public;
grant execute on function radius.client to usher_radius;
