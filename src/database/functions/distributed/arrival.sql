-- As src/database/functions/radius/sign-in/arrival.sql says; never a row, so that radius.place_of and radius.party_of
-- are asked. Whose network it is has to be known before a statement can go to the node of its organization.
-- Called by radius.accept, radius.authorize.
create or replace function radius.arrival(
  client text, key text, station text, its_ssid text, at timestamptz
) returns table (
  organization_id uuid, network_id uuid, client_id uuid, short_name text, vendor text, time_zone text,
  default_group_id uuid, accepts_unknown boolean, reason text, has_policies boolean, has_attributes boolean,
  is_shared boolean, user_id uuid, username text, nt_hash_sealed bytea, ssha512 text, reply jsonb,
  valid_until timestamptz, is_free boolean
)
language plpgsql stable as $$
begin
  return;
end;
$$;
revoke all on function radius.arrival from public;
