-- Minute of the week, from Sunday on, in local time of that zone.
-- Called by radius.is_time, radius.open_seconds.
create or replace function radius.minute_of_week(at timestamptz, zone text) returns int
language sql stable as $$
  select extract(dow from at at time zone zone)::int * 1440 + extract(hour from at at time zone zone)::int * 60
    + extract(minute from at at time zone zone)::int
$$;
revoke all on function radius.minute_of_week from public;
