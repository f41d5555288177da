import { asOwner, identity } from './identity.js';

const partyOf = (identity.find((each) => each.startsWith('create function radius.party_of')) ?? '').replace(
  'create function',
  'create or replace function',
);
const factsOf = /p\.facts := (jsonb_build_object\([\s\S]*\));\n\s*return p;/.exec(partyOf)?.[1] ?? '';
const ofUser = /p\.kind := 'user';.*/;

/**
 * Each expression of a function is set up anew in each transaction, and a login is two of them: so the same is decided in fewer expressions. An end that is less
 * than a second away is over, as radius.seconds_until counts.
 */
export const leanerDecision = [
  partyOf.replace(
    ofUser,
    `return ('user', u.id, u.id, u.username, p.auth, ${factsOf}, null, u.group_id, u.nt_hash_sealed, u.password_ssha512, null, u.max_devices, null)::radius.party;`,
  ),

  // What the account itself has against it, in the order in which the log names it.
  `create or replace function radius.account_denial(facts jsonb) returns text language plpgsql immutable as $$
   begin
     return case
       when facts ->> 'authMethod' = 'MAC' and nullif(facts -> 'device', 'null') is null then 'unknown_device'
       when nullif(facts -> 'user', 'null') is null and nullif(facts -> 'voucher', 'null') is null and (facts ->> 'authMethod') is distinct from 'MAC' then 'unknown_user'
       when (facts #>> '{user,disabled}')::boolean then 'user_disabled'
       when (facts #>> '{user,validFrom}')::timestamptz > (facts ->> 'at')::timestamptz then 'not_yet_valid'
       when (facts #>> '{user,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second' then 'expired'
       when facts #>> '{voucher,revokedAt}' is not null then 'voucher_disabled'
       when facts #>> '{voucher,firstUsedAt}' is null and (facts #>> '{voucher,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second' then 'voucher_expired'
       when (facts #>> '{voucher,firstUsedAt}')::timestamptz + make_interval(secs => (facts #>> '{voucher,durationSeconds}')::int) < (facts ->> 'at')::timestamptz + interval '1 second' then 'voucher_expired'
       when (facts #>> '{device,disabled}')::boolean then 'device_disabled'
       when facts ->> 'authMethod' = 'MAC' and (facts #>> '{device,validUntil}')::timestamptz < (facts ->> 'at')::timestamptz + interval '1 second' then 'expired' end;
   end $$`,

  // How long the account itself still holds; null without end.
  `create or replace function radius.account_seconds(facts jsonb) returns int language plpgsql immutable as $$
   declare
     ends timestamptz := least((facts #>> '{user,validUntil}')::timestamptz,
       coalesce((facts #>> '{voucher,firstUsedAt}')::timestamptz, (facts ->> 'at')::timestamptz) + make_interval(secs => (facts #>> '{voucher,durationSeconds}')::int),
       case when facts ->> 'authMethod' = 'MAC' then (facts #>> '{device,validUntil}')::timestamptz end);
   begin
     return case when ends is not null then floor(extract(epoch from least(ends - (facts ->> 'at')::timestamptz, interval '20000 days')))::int end;
   end $$`,

  // {"reason", "policy", "policy_id", "reply"} of that party at that place; src: the address that the packet came from.
  `create or replace function radius.decision(n radius.place, p radius.party, src text, at timestamptz) returns jsonb language plpgsql stable ${asOwner} as $$
   declare
     decision jsonb;
     its_group jsonb;
     policies jsonb := '[]';
   begin
     if coalesce(n.reason, p.hindrance) is not null then return jsonb_build_object('reason', coalesce(n.reason, p.hindrance), 'reply', '{}'::jsonb); end if;
     select jsonb_build_object('id', g.id, 'policy', g.policy) into its_group from user_groups g where g.organization_id = n.organization_id and g.id = p.group_id;
     if exists (select from policies x where x.organization_id = n.organization_id and x.enabled) then policies := radius.policies_of(n.organization_id); end if;
     decision := radius.evaluate(p.facts || jsonb_build_object('ssid', n.ssid, 'timeZone', n.time_zone, 'client', jsonb_build_object('address', src, 'name', n.short_name), 'group', its_group), policies);
     if p.ends_at is null or decision ->> 'reason' is not null then return decision; end if;
     return jsonb_set(decision, '{reply,session_timeout}', to_jsonb(greatest(1, least(floor(extract(epoch from p.ends_at - at))::int, (decision #>> '{reply,session_timeout}')::int))));
   end $$`,
];
