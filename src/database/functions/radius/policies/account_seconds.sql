-- Seconds until the account itself ends; null without an end.
-- Called by radius.accept, radius.evaluate.
create or replace function radius.account_seconds(facts jsonb) returns int
language plpgsql immutable as $$
declare
  ends timestamptz := least((facts #>> '{user,validUntil}')::timestamptz,
    coalesce((facts #>> '{voucher,firstUsedAt}')::timestamptz, (facts ->> 'at')::timestamptz)
      + make_interval(secs => (facts #>> '{voucher,durationSeconds}')::int),
    case when facts ->> 'authMethod' = 'MAC' then (facts #>> '{device,validUntil}')::timestamptz end);
begin
  return case when ends is not null
    then floor(extract(epoch from least(ends - (facts ->> 'at')::timestamptz, interval '20000 days')))::int end;
end;
$$;
revoke all on function radius.account_seconds from public;
