-- The state of a connection's link to its outside system, in one word, for every kind of link.
-- Called by record_link_state and by src/people/overview/ and src/people/links/.
-- SQL, so that what is recorded and what is counted use the same word.
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
