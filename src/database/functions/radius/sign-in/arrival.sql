-- A login's network, as radius.place_of says it, with the account that has its name, in one statement: most logins are
-- decided by these alone. key: the name as users.username_key has it; is_free: an account that has begun and is not
-- over, with a password, that nothing else of its own limits, from a device without a record. A function in plain SQL,
-- so that the planner takes it into the statement that asks.
-- Called by radius.accept, radius.authorize.
create or replace function radius.arrival(
  client text, key text, station text, its_ssid text, at timestamptz
) returns table (
  organization_id uuid, network_id uuid, client_id uuid, short_name text, vendor text, time_zone text,
  default_group_id uuid, accepts_unknown boolean, reason text, has_policies boolean, has_attributes boolean,
  is_shared boolean, user_id uuid, username text, nt_hash_sealed bytea, ssha512 text, reply jsonb,
  valid_until timestamptz, is_free boolean
)
language sql stable as $$
  select k.organization_id, k.network_id, k.id, k.short_name, k.vendor, o.time_zone,
    n.default_group_id, n.unknown_users = 'accept',
    case
      when o.disabled or cardinality(o.path) > 1
        and exists (select from public.organizations a where a.id = any (o.path) and a.disabled)
        then 'organization_suspended'
      when n.ssid <> arrival.its_ssid then 'ssid_not_allowed' end,
    exists (select from public.policies x where x.organization_id = k.organization_id and x.enabled),
    exists (select from public.radius_attributes x where x.organization_id = k.organization_id),
    exists (select from public.network_clients x where x.address = k.address and x.id <> k.id),
    u.id, u.username, u.nt_hash_sealed, u.password_ssha512, g.policy, u.valid_until,
    not u.disabled and u.max_devices is null and (u.valid_from is null or u.valid_from <= arrival.at)
      and (u.valid_until is null or u.valid_until >= arrival.at + interval '1 second')
      and u.nt_hash_sealed is not null
      and not exists (select from public.devices d
        where d.organization_id = k.organization_id and d.mac = arrival.station)
  from public.network_clients k
  cross join lateral (
    select x.default_group_id, x.unknown_users, x.ssid from public.networks x
    where x.organization_id = k.organization_id and x.id = k.network_id offset 0) n
  join public.organizations o on o.id = k.organization_id
  left join lateral (
    select x.id, x.username, x.group_id, x.nt_hash_sealed, x.password_ssha512, x.disabled, x.valid_from, x.valid_until,
      x.max_devices
    from public.users x
    where x.organization_id = k.organization_id and x.username_key = arrival.key offset 0) u on true
  left join public.user_groups g on g.organization_id = k.organization_id and g.id = u.group_id
  where k.organization_id = nullif(split_part(arrival.client, '/', 1), '')::uuid
    and k.id = nullif(split_part(arrival.client, '/', 2), '')::uuid
$$;
revoke all on function radius.arrival from public;
