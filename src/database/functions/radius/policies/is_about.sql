-- Whether a policy applies to these facts.
-- Called by radius.evaluate.
create or replace function radius.is_about(facts jsonb, policy jsonb) returns boolean
language sql stable as $$
  select jsonb_array_length(policy -> 'conditions') = 0
    or case policy ->> 'match'
      when 'all' then (select bool_and(radius.is_met(facts, c)) from jsonb_array_elements(policy -> 'conditions') c)
      else (select bool_or(radius.is_met(facts, c)) from jsonb_array_elements(policy -> 'conditions') c) end
$$;
revoke all on function radius.is_about from public;
