-- The Class of a session whose access point does not send it back: taken from the latest sign-in by this name from this
-- station, else by this name. A name that no account has (an outer identity) stands for whoever signed in from the
-- station. After a long time only the name counts.
-- The index is bounded by the beginning of the week only: between two unknown instants the planner expects hardly any
-- row, chooses the primary key instead of the keys over name and station, and reads a week of logins.
-- Called by radius.new_session.
create or replace function radius.class_of_sign_in(
  n radius.place, name text, station text, now_is timestamptz
) returns text
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  p radius.party;
  wanted text := radius.fold(btrim(normalize(coalesce(name, ''))));
  is_known boolean;
  found text;
  is_named boolean := false;
begin
  -- Nearly always the name is a user's, and the log has it as it was typed: who that is need not be known.
  select l.session_class into found from authentication_log l
    where l.organization_id = n.organization_id and l.mac = station and l.username_key = wanted
      and l.outcome = 'accepted' and l.session_class is not null
      and l.at >= now_is - interval '7 days' and l.at - interval '1 minute' <= now_is
    order by l.at desc limit 1;
  if found is not null then return found; end if;
  p := radius.party_of(n.organization_id, name, station, '', now_is);
  wanted := radius.fold(btrim(normalize(coalesce(p.known_as, ''))));
  is_known := p.subject_id is not null;
  select l.session_class, l.username_key = wanted into found, is_named from authentication_log l
    where l.organization_id = n.organization_id and l.mac = station and l.outcome = 'accepted'
      and l.session_class is not null
      and l.at >= now_is - interval '7 days' and l.at - interval '1 minute' <= now_is
    order by l.username_key = wanted desc nulls last, l.at desc limit 1;
  if is_named then return found; end if;
  if is_known then
    found := null;
    select l.session_class into found from authentication_log l
      where l.organization_id = n.organization_id and l.username_key = wanted and l.outcome = 'accepted'
        and l.session_class is not null
        and l.at >= now_is - interval '7 days' and l.at - interval '1 minute' <= now_is
      order by l.at desc limit 1;
    if found is null then
      found := concat_ws(':', p.kind, coalesce(p.user_id::text, ''), p.subject_id::text, '', '', '',
        gen_random_uuid(), '');
    end if;
  end if;
  return found;
end;
$$;
revoke all on function radius.class_of_sign_in from public;
