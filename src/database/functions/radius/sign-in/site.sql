-- Whose connection by RadSec it is, by the serial number of the certificate that it showed, as radius.client names
-- access points: the one that the certificate was issued for, or the same one in the network with this SSID. Null:
-- nobody's, revoked, ended, or of an authority that is retired. Serial numbers are random, and every authority's key is
-- Usher's own, so nobody can make a certificate with another's.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.site(serial text, called text) returns text
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  its_ssid text := radius.ssid(called);
  client text;
begin
  select k.organization_id || '/' || k.id into client
    from certificates c
    join certificate_authorities a
      on a.organization_id = c.organization_id and a.id = c.authority_id and a.retired_at is null
    join organizations o on o.id = c.organization_id
    join network_clients own on own.organization_id = c.organization_id and own.id = c.network_client_id
    join network_clients k on k.organization_id = own.organization_id
      and (k.id = own.id or k.site_address = own.site_address and lower(k.short_name) = lower(own.short_name))
    join networks n on n.organization_id = k.organization_id and n.id = k.network_id
    where c.serial = site.serial and c.network_client_id is not null and c.revoked_at is null
      and c.expires_at > clock_timestamp() and own.site_address is not null
      and not exists (select from organizations s where s.id = any (o.path) and s.disabled)
    order by n.ssid is not distinct from its_ssid desc, n.ssid is null desc, k.id = own.id desc limit 1;
  return client;
end;
$$;
revoke all on function radius.site from public;
grant execute on function radius.site to usher_radius;
