-- A requested ending stays on record; a session that was only watched is dropped.
-- Called by radius.end_sessions, radius.follow_session.
create or replace function radius.confirm_ending(organization uuid, session uuid, at timestamptz) returns void
language plpgsql volatile as $$
begin
  delete from session_endings e
    where e.organization_id = organization and e.session_id = session and e.asked_at is null;
  update session_endings e set due_at = 'infinity', confirmed_at = at, lease_until_at = null
    where e.organization_id = organization and e.session_id = session;
end;
$$;
revoke all on function radius.confirm_ending from public;
