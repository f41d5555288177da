import { signIn } from './sign-in.js';

const accept = signIn.find((each) => each.includes('create function radius.accept(')) ?? '';
const beforeIt = "case when decision -> 'reply' ? 'daily_quota_bytes' then 'quota' else '' end, gen_random_uuid())";
const afterIt =
  "case when decision -> 'reply' ? 'daily_quota_bytes' then 'quota' else '' end, gen_random_uuid(), radius.told(decision -> 'reply'))";
const replaced = (text: string): string => text.replace('create function', 'create or replace function');

/** What a session was given goes into its class, in short: src/console/sessions/told-reply.ts compares it with what it would be given now. */
export const toldReply = [
  `create function radius.told(reply jsonb) returns text language sql immutable as $$
     select left(md5(coalesce(reply ->> 'vlan', '')), 8) || '-' || left(md5(string_agg(coalesce(reply ->> entry, ''), '|' order by n)), 8) || '-' || string_agg(case when reply ? entry then '1' else '0' end, '' order by n)
       from unnest(array['bandwidth_down', 'bandwidth_up', 'idle_timeout', 'acct_interim_interval']) with ordinality e (entry, n) $$`,
  'revoke all on function radius.told(jsonb) from public',
  replaced(accept).replace(beforeIt, afterIt),
  'alter table session_endings add column told text, add column change_outcome text, add column change_error_cause int',
  // A policy that is new decides as one that was changed does.
  'create trigger sessions_of_added after insert on policies referencing new table as was for each statement execute function usher_end_sessions_of_policies()',
];

export const withoutToldReply = [
  'drop trigger if exists sessions_of_added on policies',
  'alter table session_endings drop column if exists told, drop column if exists change_outcome, drop column if exists change_error_cause',
  replaced(accept),
  'drop function radius.told(jsonb)',
];
