-- Why the account itself is denied, in the order in which the log names it. An end less than a second away counts as
-- past.
-- Called by radius.evaluate.
create or replace function radius.account_denial(facts jsonb) returns text
language plpgsql immutable as $$
begin
  return case
    when facts ->> 'authMethod' = 'MAC' and nullif(facts -> 'device', 'null') is null then 'unknown_device'
    when nullif(facts -> 'user', 'null') is null and nullif(facts -> 'voucher', 'null') is null
      and (facts ->> 'authMethod') is distinct from 'MAC' then 'unknown_user'
    when (facts #>> '{user,disabled}')::boolean then 'user_disabled'
    when (facts #>> '{user,validFrom}')::timestamptz > (facts ->> 'at')::timestamptz then 'not_yet_valid'
    when (facts #>> '{user,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second'
      then 'expired'
    when facts #>> '{voucher,revokedAt}' is not null then 'voucher_disabled'
    when facts #>> '{voucher,firstUsedAt}' is null
      and (facts #>> '{voucher,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second'
      then 'voucher_expired'
    when (facts #>> '{voucher,firstUsedAt}')::timestamptz
      + make_interval(secs => (facts #>> '{voucher,durationSeconds}')::int)
      < (facts ->> 'at')::timestamptz + interval '1 second' then 'voucher_expired'
    when (facts #>> '{device,disabled}')::boolean then 'device_disabled'
    when facts ->> 'authMethod' = 'MAC'
      and (facts #>> '{device,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second'
      then 'expired' end;
end;
$$;
revoke all on function radius.account_denial from public;
