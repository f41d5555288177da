-- The result of radius.evaluate for this party at this place; src: the source address of the packet.
-- Called by radius.accept, radius.authorize, radius.reject.
create or replace function radius.decision(n radius.place, p radius.party, src text, at timestamptz) returns jsonb
language plpgsql stable as $$
declare
  decision jsonb;
  policies jsonb := '[]';
begin
  if coalesce(n.reason, p.hindrance) is not null then
    return jsonb_build_object('reason', coalesce(n.reason, p.hindrance), 'reply', '{}'::jsonb);
  end if;
  -- Nothing limits the account, no policy is about anybody: it gets what its group gives, as radius.evaluate would say.
  if not n.has_policies and p.facts @> '{"user": {"disabled": false, "validFrom": null, "validUntil": null},
      "voucher": null, "device": null}' and p.kind = 'user' and p.ends_at is null
    and not coalesce(p.group_policy ? 'login_time', false) then
    return jsonb_build_object('reason', null, 'reply', coalesce(p.group_policy, '{}'));
  end if;
  if n.has_policies then policies := radius.policies_of(n.organization_id); end if;
  decision := radius.evaluate(
    p.facts || jsonb_build_object('ssid', n.ssid, 'timeZone', n.time_zone,
      'client', jsonb_build_object('address', src, 'name', n.short_name),
      'group', case when p.group_id is not null
        then jsonb_build_object('id', p.group_id, 'policy', p.group_policy) end),
    policies);
  if p.ends_at is null or decision ->> 'reason' is not null then return decision; end if;
  return jsonb_set(decision, '{reply,session_timeout}', to_jsonb(greatest(1,
    least(floor(extract(epoch from p.ends_at - at))::int, (decision #>> '{reply,session_timeout}')::int))));
end;
$$;
revoke all on function radius.decision from public;
