-- The result of radius.evaluate for this party at this place; src: the source address of the packet.
-- Called by radius.accept, radius.authorize, radius.reject.
create or replace function radius.decision(n radius.place, p radius.party, src text, at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  decision jsonb;
  its_group jsonb;
  policies jsonb := '[]';
begin
  if coalesce(n.reason, p.hindrance) is not null then
    return jsonb_build_object('reason', coalesce(n.reason, p.hindrance), 'reply', '{}'::jsonb);
  end if;
  select jsonb_build_object('id', g.id, 'policy', g.policy) into its_group from user_groups g
    where g.organization_id = n.organization_id and g.id = p.group_id;
  if exists (select from policies x where x.organization_id = n.organization_id and x.enabled) then
    policies := radius.policies_of(n.organization_id);
  end if;
  decision := radius.evaluate(
    p.facts || jsonb_build_object('ssid', n.ssid, 'timeZone', n.time_zone,
      'client', jsonb_build_object('address', src, 'name', n.short_name), 'group', its_group),
    policies);
  if p.ends_at is null or decision ->> 'reason' is not null then return decision; end if;
  return jsonb_set(decision, '{reply,session_timeout}', to_jsonb(greatest(1,
    least(floor(extract(epoch from p.ends_at - at))::int, (decision #>> '{reply,session_timeout}')::int))));
end;
$$;
revoke all on function radius.decision from public;
