-- Whether any webhook of the organization subscribes to that event.
-- Called by tell_added_users, tell_added_vouchers, tell_disabled, others.
-- SQL, because triggers ask.
create or replace function event_wanted(organization uuid, event text) returns boolean
language sql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
  select exists (select from webhooks w
    where w.organization_id = organization and not w.disabled and event_wanted.event = any (w.events))
$$;
