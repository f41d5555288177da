-- Whole seconds until the open hours end: 0 when closed or unreadable, null when they never end.
-- Called by radius.accept, radius.evaluate.
create or replace function radius.open_seconds(hours text, at timestamptz, zone text) returns int
language plpgsql stable as $$
declare
  open int4multirange := radius.open_minutes(hours);
  minute int := radius.minute_of_week(at, zone);
  until int;
  wall timestamp;
  ends timestamptz;
begin
  if hours is null then return null; end if;
  if open is null or not open @> minute then return 0; end if;
  if open = '{[0,10080)}'::int4multirange then return null; end if;
  select upper(r) into until from unnest(open) r where r @> minute;
  if until = 10080 and open @> 0 then until := 10080 + (select upper(r) from unnest(open) r where r @> 0); end if;
  -- In local time: a day on which the clock goes forward is an hour shorter.
  wall := date_trunc('minute', at at time zone zone) + make_interval(mins => until - minute);
  ends := wall at time zone zone;
  -- Where clocks pass over that time, it is when they go forward; PostgreSQL takes a later one.
  if ends at time zone zone <> wall then
    select min(t) into ends from generate_series(ends - (ends at time zone zone - wall), ends, interval '1 minute') t
      where t at time zone zone > wall;
  end if;
  -- When an hour occurs twice, the first is meant, unless that is past.
  if (ends - interval '1 hour') at time zone zone = wall then ends := ends - interval '1 hour'; end if;
  if ends <= at then ends := at + (wall - (at at time zone zone)); end if;
  return floor(extract(epoch from ends - at))::int;
end;
$$;
revoke all on function radius.open_seconds from public;
