-- Writes voucher.redeemed.
-- Called by a trigger.
-- SQL, so that the transaction that makes the change also writes the event, whoever runs it.
-- src/console/events/change-event.ts makes the payload when the event is dispatched.
create or replace function publish_redeemed_voucher() returns trigger
language plpgsql security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  n vouchers := new;
  event_name text := 'voucher.redeemed';
begin
  if exists (select from {webhooks} w
    where w.organization_id = n.organization_id and not w.disabled and event_name = any (w.events)) then
    insert into {outbox_events} (organization_id, id, event, payload, holds_facts, created_at)
      values (n.organization_id, radius.new_id(n.first_used_at), event_name,
        jsonb_build_object('at', radius.instant(n.first_used_at), 'username', null::text, 'record', jsonb_build_object(
          'id', n.id, 'batch_id', n.batch_id, 'duration_seconds', n.duration_seconds, 'max_devices', n.max_devices,
          'valid_until', radius.instant(n.valid_until), 'first_used_at', radius.instant(n.first_used_at)))::text,
        true, n.first_used_at);
  end if;
  return null;
end;
$$;
create or replace trigger publish_redeemed_voucher after update of first_used_at on vouchers for each row
  when (old.first_used_at is null and new.first_used_at is not null) execute function publish_redeemed_voucher();
