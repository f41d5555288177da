-- Writes voucher.created for every voucher that a statement added.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_created_vouchers() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare organization uuid;
begin
  for organization in select distinct organization_id from added loop
    if exists (select from {webhooks} w
      where w.organization_id = organization and not w.disabled and 'voucher.created' = any (w.events)) then
      insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
        select organization, radius.new_id(n.created_at), 'voucher.created',
          jsonb_build_object('at', radius.instant(n.created_at), 'username', null::text, 'record', jsonb_build_object(
            'id', n.id, 'batch_id', n.batch_id, 'duration_seconds', n.duration_seconds, 'max_devices', n.max_devices,
            'valid_until', radius.instant(n.valid_until), 'first_used_at', radius.instant(n.first_used_at)))::text,
          true, n.created_at
        from added n where n.organization_id = organization order by n.id;
    end if;
  end loop;
  return null;
end;
$$;
create or replace trigger publish_created after insert on vouchers referencing new table as added
  for each statement execute function publish_created_vouchers();
