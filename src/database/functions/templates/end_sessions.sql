-- Whoever takes access away has the open sessions that it may concern looked at at once: in the statement that makes
-- the change, by whatever way. about: which open sessions `s` a changed row `x` is about; moved: whether the group
-- of `o` is another in `x`.
-- Called by triggers on the table. src/database/schema/ended-sessions.ts fills in the columns that decide.
-- SQL, so that no way to take access away can forget it.
--
-- Most organizations have no open session at that moment; that is asked first. Executed as text, so that each change is
-- planned for its own size.
--
-- Whoever makes sessions due wakes the workers (wakeUpChannel in src/database/wake-ups.ts), of none in particular:
-- the one that made the change hears it, too. A NOTIFY takes a lock on the whole database when its transaction commits,
-- so a change that is about no open session stays silent, and so does accounting: it looks at a session's volume with
-- each interim update, minutes apart, where a second more is nothing.
create or replace function usher_end_sessions_of_{table}() returns trigger language plpgsql as $$
declare made_due int;
begin
  if current_setting('usher.keeps_sessions', true) = 'on'
    or not exists (select from {accounting_sessions} where stopped_at is null) then
    return null;
  end if;
  -- The woken worker compares with a clock of milliseconds, and may look within the same one.
  if tg_op = 'UPDATE' then
    execute $q$
      insert into {session_endings} as e (organization_id, session_id, started_at, due_at, moved)
      select s.organization_id, s.id, s.started_at, date_trunc('milliseconds', now()), bool_or({moved})
      from added x join was o on {same} and {was} is distinct from {is}
      join {accounting_sessions} s on {about} and s.stopped_at is null group by 1, 2, 3
      on conflict (organization_id, session_id) do update
        set due_at = least(e.due_at, excluded.due_at), due_again = true, moved = e.moved or excluded.moved
    $q$;
  else
    execute $q$
      insert into {session_endings} as e (organization_id, session_id, started_at, due_at, moved)
      select s.organization_id, s.id, s.started_at, date_trunc('milliseconds', now()), bool_or(false)
      from was x join {accounting_sessions} s on {about} and s.stopped_at is null group by 1, 2, 3
      on conflict (organization_id, session_id) do update
        set due_at = least(e.due_at, excluded.due_at), due_again = true, moved = e.moved or excluded.moved
    $q$;
  end if;
  get diagnostics made_due = row_count;
  if made_due > 0 then
    perform pg_notify('usher_wake_up',
      '{"from":"","texts":["{\"topic\":\"sessions\",\"organizationId\":\"*\",\"key\":\"\"}"]}');
  end if;
  return null;
end;
$$;
