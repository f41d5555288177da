-- Writes a row of connection_states when the state of a connection's link changes; a heartbeat writes none.
-- Called by triggers.
-- SQL, so that no writer of a connection can skip it: the row exists if and only if the change does.
create or replace function record_link_state() returns trigger
language plpgsql as $$
declare
  n connections := new;
  now_state text := usher_link_state(n);
  now_reason text := case now_state
    when 'quarantined' then n.quarantine ->> 'detail'
    when 'down' then coalesce(n.link ->> 'detail', n.last_problem ->> 'detail')
    when 'silent' then n.last_problem ->> 'detail'
    when 'degraded' then n.last_problem ->> 'detail'
    end;
  -- A process that died could not say when: its lease does.
  now_at timestamptz := coalesce((n.link ->> 'lostAt')::timestamptz, clock_timestamp());
  last_at timestamptz;
  last_state text;
  last_reason text;
begin
  select at, state, reason into last_at, last_state, last_reason from {connection_states}
    where organization_id = n.organization_id and connection_id = n.id order by at desc limit 1;
  if last_state = now_state then
    -- A link that is lost says why only with its first failed attempt.
    if last_reason is null and now_reason is not null then
      update {connection_states} set reason = now_reason
        where organization_id = n.organization_id and connection_id = n.id and at = last_at;
    end if;
    return null;
  end if;
  insert into {connection_states} (organization_id, connection_id, at, state, reason)
    values (n.organization_id, n.id, greatest(now_at, last_at + interval '1 microsecond'), now_state, now_reason);
  return null;
end;
$$;
create or replace trigger record_first_link_state after insert on connections for each row
  execute function record_link_state();
create or replace trigger record_link_state
  after update of status, enabled, pause, quarantine, link, silent_since_at, last_problem on connections for each row
  when (old.status is distinct from new.status or old.enabled is distinct from new.enabled
    or old.pause is distinct from new.pause or old.silent_since_at is distinct from new.silent_since_at
    or old.last_problem is distinct from new.last_problem
    or old.link ->> 'state' is distinct from new.link ->> 'state'
    or old.link ->> 'detail' is distinct from new.link ->> 'detail')
  execute function record_link_state();
