-- Checks a password of PAP as a captive portal's ticket for this account: `good`, the reason why it is not, or null if
-- it is no ticket. If the gateway named no device, the ticket belongs to the first device that shows it. It may be
-- shown again until it ends: access points repeat packets, guests press twice.
-- Called by radius.accept.
create or replace function radius.ticket_shown(
  organization uuid, p radius.party, station text, nonce text, code_proof text, at timestamptz
) returns text
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  salt text := current_setting('usher.radius_proof_key', true) || nonce;
  t portal_tickets;
begin
  for t in select * from portal_tickets x
    where x.organization_id = organization and x.username_key = radius.fold(p.known_as)
    order by x.ends_at desc limit 50
  loop
    continue when encode(sha256(convert_to(salt || convert_from(radius.opened(t.ticket_sealed), 'UTF8'), 'UTF8')),
      'hex') is distinct from code_proof;
    if t.mac is null and t.ends_at > at and station is not null then
      update portal_tickets x set mac = station
        where x.organization_id = organization and x.id = t.id and x.mac is null returning * into t;
      if not found then
        select * into t from portal_tickets x where x.organization_id = organization and x.id = t.id;
      end if;
    end if;
    return case
      when t.mac is distinct from station then 'ticket_of_another_device'
      when t.ends_at <= at then 'ticket_expired'
      else 'good' end;
  end loop;
  return null;
end;
$$;
revoke all on function radius.ticket_shown from public;
