/**
 * The decision about one try to get on the network: the same as src/console/policies/evaluate-policies.ts makes of the same facts
 * (AccessFacts and enabled policies as JSON), so that what the API explains is what FreeRADIUS answers. test/radius/evaluation.spec.ts
 * compares the two.
 */
export const evaluation = [
  `create function radius.texts(facts jsonb, field text) returns text[] language sql immutable as $$
     select array_remove(case field
       when 'group' then array[facts #>> '{group,id}'] when 'ssid' then array[facts ->> 'ssid'] when 'auth_method' then array[facts ->> 'authMethod']
       when 'device_type' then array[facts #>> '{device,type}'] when 'client' then array[facts #>> '{client,name}', facts #>> '{client,address}']
       else '{}'::text[] end, null) $$`,

  `create function radius.is_within(address text, wanted text) returns boolean language plpgsql immutable as $$
   begin
     return coalesce(address::inet <<= wanted::inet, false);
   exception when invalid_text_representation then return false;
   end $$`,

  `create function radius.is_same(facts jsonb, field text, wanted text) returns boolean language sql immutable as $$
     select case when field in ('group', 'ssid') then wanted = any (radius.texts(facts, field))
       else coalesce((select bool_or(radius.fold(t) = radius.fold(wanted)) from unnest(radius.texts(facts, field)) t), false)
         or field = 'client' and radius.is_within(facts #>> '{client,address}', wanted) end $$`,

  `create function radius.is_time(facts jsonb, op text, wanted text) returns boolean language plpgsql stable as $$
   declare at timestamptz := (facts ->> 'at')::timestamptz;
   begin
     if op in ('in', 'not_in') then
       return (op = 'in') = coalesce(radius.open_minutes(wanted) @> radius.minute_of_week(at, facts ->> 'timeZone'), false);
     end if;
     return case op when 'gt' then at > wanted::timestamptz when 'gte' then at >= wanted::timestamptz
       when 'lt' then at < wanted::timestamptz when 'lte' then at <= wanted::timestamptz else false end;
   end $$`,

  `create function radius.is_met(facts jsonb, condition jsonb) returns boolean language plpgsql stable as $$
   declare
     field text := condition ->> 'field';
     op text := condition ->> 'op';
     wanted text[];
   begin
     if field = 'time' then return radius.is_time(facts, op, condition ->> 'value'); end if;
     wanted := case jsonb_typeof(condition -> 'value') when 'array' then array(select jsonb_array_elements_text(condition -> 'value')) else array[condition ->> 'value'] end;
     if op = 'like' then
       return exists (select from unnest(radius.texts(facts, field)) t, unnest(wanted) w where radius.fold(t) like radius.fold(w) escape '');
     end if;
     -- What is not known equals nothing.
     return case when op in ('eq', 'in') then exists (select from unnest(wanted) w where radius.is_same(facts, field, w))
       when op in ('ne', 'not_in') then not exists (select from unnest(wanted) w where radius.is_same(facts, field, w)) else false end;
   end $$`,

  `create function radius.is_about(facts jsonb, policy jsonb) returns boolean language sql stable as $$
     select jsonb_array_length(policy -> 'conditions') = 0
       or case policy ->> 'match' when 'all' then (select bool_and(radius.is_met(facts, c)) from jsonb_array_elements(policy -> 'conditions') c)
         else (select bool_or(radius.is_met(facts, c)) from jsonb_array_elements(policy -> 'conditions') c) end $$`,

  // Less than a second left counts as none: a Session-Timeout of 0 is no limit at all to many access points.
  `create function radius.seconds_until(ends text, facts jsonb) returns int language sql immutable strict as $$
     select floor(extract(epoch from least(ends::timestamptz - (facts ->> 'at')::timestamptz, interval '20000 days')))::int $$`,

  // What the account itself has against it, in the order in which the log names it.
  `create function radius.account_denial(facts jsonb) returns text language plpgsql immutable as $$
   declare
     u jsonb := nullif(facts -> 'user', 'null'); v jsonb := nullif(facts -> 'voucher', 'null'); d jsonb := nullif(facts -> 'device', 'null');
     is_mac boolean := coalesce(facts ->> 'authMethod' = 'MAC', false);
     used_up timestamptz := (v ->> 'firstUsedAt')::timestamptz + make_interval(secs => (v ->> 'durationSeconds')::int);
   begin
     if is_mac and d is null then return 'unknown_device'; end if;
     if u is null and v is null and not is_mac then return 'unknown_user'; end if;
     return case
       when (u ->> 'disabled')::boolean then 'user_disabled'
       when (u ->> 'validFrom')::timestamptz > (facts ->> 'at')::timestamptz then 'not_yet_valid'
       when radius.seconds_until(u ->> 'validUntil', facts) < 1 then 'expired'
       when v ->> 'revokedAt' is not null then 'voucher_disabled'
       when v ->> 'firstUsedAt' is null and radius.seconds_until(v ->> 'validUntil', facts) < 1 then 'voucher_expired'
       when radius.seconds_until(used_up::text, facts) < 1 then 'voucher_expired'
       when (d ->> 'disabled')::boolean then 'device_disabled'
       when is_mac and radius.seconds_until(d ->> 'validUntil', facts) < 1 then 'expired' end;
   end $$`,

  // How long the account itself still holds; null without end.
  `create function radius.account_seconds(facts jsonb) returns int language sql immutable as $$
     select least(
       radius.seconds_until(facts #>> '{user,validUntil}', facts),
       radius.seconds_until((coalesce(facts #>> '{voucher,firstUsedAt}', facts ->> 'at')::timestamptz
         + make_interval(secs => (facts #>> '{voucher,durationSeconds}')::int))::text, facts),
       case when facts ->> 'authMethod' = 'MAC' then radius.seconds_until(facts #>> '{device,validUntil}', facts) end) $$`,

  // {"reason", "policy", "reply"}: reason is null when permitted, policy names the one that denies.
  `create function radius.evaluate(facts jsonb, policies jsonb) returns jsonb language plpgsql stable as $$
   declare
     matched jsonb[];
     policy jsonb;
     reason text := radius.account_denial(facts);
     reply jsonb := coalesce(facts #> '{group,policy}', '{}');
     hours_left int;
     timeout int;
   begin
     if reason is not null then return jsonb_build_object('reason', reason, 'reply', '{}'::jsonb); end if;
     if jsonb_array_length(policies) > 0 then
       matched := array(select p from jsonb_array_elements(policies) p where (p ->> 'enabled')::boolean and radius.is_about(facts, p)
         order by (p ->> 'priority')::int, (p ->> 'effect' = 'deny') desc, p ->> 'id' collate "C");
       if matched[1] ->> 'effect' = 'deny' then
         return jsonb_build_object('reason', 'policy_denied', 'policy', matched[1] ->> 'name', 'policy_id', matched[1] ->> 'id', 'reply', '{}'::jsonb);
       end if;
       for i in reverse coalesce(array_length(matched, 1), 0) .. 1 loop
         if matched[i] ->> 'effect' = 'permit' then reply := reply || (matched[i] -> 'reply'); end if;
       end loop;
     end if;
     if reply ? 'login_time' then
       hours_left := radius.open_seconds(reply ->> 'login_time', (facts ->> 'at')::timestamptz, facts ->> 'timeZone');
       if hours_left = 0 then
         return jsonb_build_object('reason', 'outside_hours', 'reply', '{}'::jsonb);
       end if;
     end if;
     timeout := least((reply ->> 'session_timeout')::int, radius.account_seconds(facts), hours_left);
     if timeout is not null then reply := reply || jsonb_build_object('session_timeout', timeout); end if;
     return jsonb_build_object('reason', null, 'reply', reply);
   end $$`,
];
