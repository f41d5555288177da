-- Takes the lock on the subjects of a connection for this transaction; false if it is not free. Pages of a list share
-- that lock without a gap, so a caller that only tried would never get it. The first caller therefore waits in the
-- queue, for a second at most.
-- Called by src/provisioning/subject/subject-lock.ts.
-- SQL, because lock_timeout and its error stay within the function: the transaction goes on.
create or replace function try_lock_subjects(key text) returns boolean
language plpgsql volatile set lock_timeout = '1s' as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('one of those who try: ' || key, 0)) then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended(key, 0));
  return true;
exception when lock_not_available then return false;
end;
$$;
