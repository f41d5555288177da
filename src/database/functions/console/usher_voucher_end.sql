-- Keeps ends_at of a voucher: when it expires as things stand.
-- Called by a trigger.
-- SQL, because RADIUS starts vouchers, too.
create or replace function usher_voucher_end() returns trigger
language plpgsql as $$
begin
  new.ends_at := coalesce(case when new.first_used_at is null then new.valid_until
    else new.first_used_at + new.duration_seconds * interval '1 second' end, 'infinity');
  return new;
end;
$$;
create or replace trigger voucher_end
  before insert or update of first_used_at, duration_seconds, valid_until on vouchers
  for each row execute function usher_voucher_end();
