-- Minute of the day of "0830"; null when that is not a time. Weekly hours are in FreeRADIUS' Login-Time form, as
-- src/console/policies/login-time.ts reads them: the last minute belongs to a range, and a range over midnight stays
-- within its days. test/radius/evaluation.spec.ts compares both.
-- Called by radius.open_minutes.
create or replace function radius.minute_of(hhmm text) returns int
language sql immutable strict as $$
  select case when substr(hhmm, 3)::int > 59 or hhmm::int > 2400 then null
    else least(substr(hhmm, 1, 2)::int * 60 + substr(hhmm, 3)::int, 1439) end
$$;
revoke all on function radius.minute_of from public;
