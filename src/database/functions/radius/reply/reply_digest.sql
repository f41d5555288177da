-- Digest of what a session was given; part of its class. src/console/sessions/reply-digest.ts compares it with what the
-- session would be given now.
-- Called by radius.told.
create or replace function radius.reply_digest(reply jsonb) returns text
language sql immutable as $$
  select left(md5(coalesce(reply ->> 'vlan', '')), 8) || '-'
    || left(md5(coalesce(reply ->> 'bandwidth_down', '') || '|' || coalesce(reply ->> 'bandwidth_up', '') || '|'
      || coalesce(reply ->> 'idle_timeout', '') || '|' || coalesce(reply ->> 'acct_interim_interval', '')), 8) || '-'
    || case when reply ? 'bandwidth_down' then '1' else '0' end
    || case when reply ? 'bandwidth_up' then '1' else '0' end
    || case when reply ? 'idle_timeout' then '1' else '0' end
    || case when reply ? 'acct_interim_interval' then '1' else '0' end
$$;
revoke all on function radius.reply_digest from public;
