-- In one word, how the link of a connection to its outside system fares, whatever kind of link that is.
-- Called by record_link_state and by src/people/overview/ and src/people/links/.
-- SQL, because what is recorded and what is counted must be the same word.
create or replace function usher_link_state(c connections) returns text
language sql stable parallel safe as $$
  select case
    when c.status = 'disabled' or not c.enabled and c.status <> 'setup' then 'disabled'
    when c.status = 'quarantined' then 'quarantined'
    when c.status = 'paused' or c.pause is not null then 'paused'
    when c.status = 'setup' then 'setup'
    when c.link ->> 'state' <> 'connected' then 'down'
    when c.silent_since_at is not null then 'silent'
    when c.last_problem is not null then 'degraded'
    else 'connected' end
$$;
