-- Whether the instant of the try meets a condition about time.
-- Called by radius.is_met.
create or replace function radius.is_time(facts jsonb, op text, wanted text) returns boolean
language plpgsql stable as $$
declare at timestamptz := (facts ->> 'at')::timestamptz;
begin
  if op in ('in', 'not_in') then
    return (op = 'in')
      = coalesce(radius.open_minutes(wanted) @> radius.minute_of_week(at, facts ->> 'timeZone'), false);
  end if;
  return case op
    when 'gt' then at > wanted::timestamptz
    when 'gte' then at >= wanted::timestamptz
    when 'lt' then at < wanted::timestamptz
    when 'lte' then at <= wanted::timestamptz
    else false end;
end;
$$;
revoke all on function radius.is_time from public;
