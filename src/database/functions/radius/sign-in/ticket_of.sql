-- The text of the ticket that this device has for the account, or why it has none.
-- Called by radius.authorize.
create or replace function radius.ticket_of(
  organization uuid, account text, station text, at timestamptz, out clear text, out refusal text
)
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  t record;
begin
  select x.ticket_sealed, x.mac is null or x.mac is not distinct from station as is_own, x.ends_at > at as is_good
    into t from portal_tickets x
    where x.organization_id = organization and x.username_key = radius.fold(account)
    order by (x.mac is null or x.mac is not distinct from station) and x.ends_at > at desc, x.ends_at desc limit 1;
  if not found then return; end if;
  if t.is_own and t.is_good then
    clear := convert_from(radius.opened(t.ticket_sealed), 'UTF8');
  else
    refusal := case when t.is_own then 'ticket_expired' else 'ticket_of_another_device' end;
  end if;
end;
$$;
revoke all on function radius.ticket_of from public;
