-- Decides one attempt to get on the network: the same decision that src/console/policies/evaluate-policies.ts makes
-- from the same facts (AccessFacts and enabled policies as JSON), so that the API explains what FreeRADIUS answers;
-- test/radius/evaluation.spec.ts compares the two. Returns {"reason", "policy", "policy_id", "rules", "reply"}: reason
-- is null when permitted, policy names the one that denies, rules are its conditions that hold.
-- Called by radius.decision.
create or replace function radius.evaluate(facts jsonb, policies jsonb) returns jsonb
language plpgsql stable as $$
declare
  matched jsonb[];
  policy jsonb;
  reason text := radius.account_denial(facts);
  reply jsonb := coalesce(facts #> '{group,policy}', '{}');
  hours_left int;
  timeout int;
begin
  if reason is not null then return jsonb_build_object('reason', reason, 'reply', '{}'::jsonb); end if;
  if jsonb_array_length(policies) > 0 then
    matched := array(select p from jsonb_array_elements(policies) p
      where (p ->> 'enabled')::boolean and radius.is_about(facts, p)
      order by (p ->> 'priority')::int, (p ->> 'effect' = 'deny') desc, p ->> 'id' collate "C");
    if matched[1] ->> 'effect' = 'deny' then
      return jsonb_build_object('reason', 'policy_denied', 'policy', matched[1] ->> 'name',
        'policy_id', matched[1] ->> 'id', 'reply', '{}'::jsonb,
        'rules', (
          select jsonb_agg(c order by place)
          from jsonb_array_elements(matched[1] -> 'conditions') with ordinality x (c, place)
          where radius.is_met(facts, c)));
    end if;
    for i in reverse coalesce(array_length(matched, 1), 0) .. 1 loop
      if matched[i] ->> 'effect' = 'permit' then reply := reply || (matched[i] -> 'reply'); end if;
    end loop;
  end if;
  if reply ? 'login_time' then
    hours_left := radius.open_seconds(reply ->> 'login_time', (facts ->> 'at')::timestamptz, facts ->> 'timeZone');
    if hours_left = 0 then
      return jsonb_build_object('reason', 'outside_hours', 'reply', '{}'::jsonb);
    end if;
  end if;
  timeout := least((reply ->> 'session_timeout')::int, radius.account_seconds(facts), hours_left);
  if timeout is not null then reply := reply || jsonb_build_object('session_timeout', timeout); end if;
  return jsonb_build_object('reason', null, 'reply', reply);
end;
$$;
revoke all on function radius.evaluate from public;
