-- Plans the first check of a new session: at the end of its account, or at once if the account was changed or lost its
-- access since the login. A session that began long before its first packet is checked at once, too: nobody knew of it
-- when access was taken away. It goes on although it was closed here, by an access point that acknowledged its end or
-- was silent for a day.
-- Called by radius.follow_session.
create or replace function radius.watch_session(s accounting_sessions, at timestamptz) returns void
language plpgsql volatile as $$
declare
  signed_in uuid := case when s.kind in ('voucher', 'certificate')
    then nullif(split_part(s.session_class, ':', 3), '')::uuid end;
  ends text := split_part(s.session_class, ':', 4);
begin
  if s.started_at < at - interval '1 minute'
    or s.user_id is not null
      and not exists (select from public.users u where u.organization_id = s.organization_id and u.id = s.user_id
      and (u.updated_at = u.created_at or u.updated_at < at - interval '1 minute'))
    or s.kind = 'voucher' and not exists (select from public.vouchers v where v.organization_id = s.organization_id
      and v.id = signed_in and v.revoked_at is null)
    or s.kind = 'certificate' and not exists (select from public.certificates c
      where c.organization_id = s.organization_id and c.id = signed_in and c.revoked_at is null)
    or s.kind = 'device'
      and not exists (select from public.devices d where d.organization_id = s.organization_id and d.mac = s.mac
      and (d.updated_at = d.created_at or d.updated_at < at - interval '1 minute'))
    or exists (select from public.devices d where d.organization_id = s.organization_id and d.mac = s.mac
      and d.disabled and d.updated_at >= at - interval '1 minute') then
    insert into public.session_endings (organization_id, session_id, started_at, due_at)
      values (s.organization_id, s.id, s.started_at, date_trunc('milliseconds', clock_timestamp()));
  elsif ends ~ '^\d{1,12}$' then
    insert into public.session_endings (organization_id, session_id, started_at, due_at)
      values (s.organization_id, s.id, s.started_at, to_timestamp(ends::bigint));
  end if;
end;
$$;
revoke all on function radius.watch_session from public;
