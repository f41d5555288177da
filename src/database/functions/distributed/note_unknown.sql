-- As src/database/functions/radius/sign-in/note_unknown.sql says; of RADIUS servers every node knows those that have
-- clients.
-- Called by radius.client.
-- SQL, because nobody else hears of such a packet: FreeRADIUS does not log it.
create or replace function radius.note_unknown(src text, port text, usual_auth text, usual_acct text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  now_is timestamptz := date_trunc('milliseconds', clock_timestamp());
  whose uuid[];
  own uuid;
  seen_at timestamptz;
begin
  if port in (usual_auth, usual_acct) then
    whose := array(select o.id from organizations o where o.parent_id is null limit 2);
  else
    whose := array(select distinct a.organization_id from client_addresses a
      where port::int in (a.auth_port, a.acct_port) limit 2);
  end if;
  if cardinality(whose) <> 1 then return; end if;
  own := whose[1];
  perform from radius.reach_nodes(own);
  select k.last_at into seen_at from radius_contacts k
    where k.organization_id = own and k.kind = 'unknown_address' and k.address = src;
  if seen_at > now_is - interval '10 seconds' then return; end if;
  if seen_at is null and 200 <= (select count(*) from radius_contacts k
    where k.organization_id = own and k.kind = 'unknown_address') then
    delete from radius_contacts k where k.organization_id = own and k.kind = 'unknown_address'
      and k.last_at < now_is - interval '1 day';
    if not found then return; end if;
  end if;
  insert into radius_contacts as k (organization_id, kind, address, first_at, last_at)
    values (own, 'unknown_address', src, now_is, now_is)
    on conflict (organization_id, kind, address) do update set last_at = excluded.last_at, times = k.times + 1;
end;
$$;
revoke all on function radius.note_unknown from public;
