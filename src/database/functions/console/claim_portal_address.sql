-- Maintains portal_addresses: a slug leads to one portal across all organizations.
-- Called by a trigger.
-- SQL, because the rows belong to Usher: a tenant's transaction cannot see that another tenant has the slug. The
-- function acts as Usher while it writes; if it fails, that scope ends with the transaction.
create or replace function claim_portal_address() returns trigger
language plpgsql as $$
declare
  usher constant uuid := '00000000-0000-7000-8000-000000000000';
  scope constant text := current_setting('usher.organization_id', true);
begin
  perform set_config('usher.organization_id', usher::text, true);
  if tg_op <> 'INSERT' then
    delete from {portal_addresses} where organization_id = usher and slug = old.slug and portal_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into {portal_addresses} (organization_id, slug, owner_id, portal_id)
      values (usher, new.slug, new.organization_id, new.id);
  end if;
  perform set_config('usher.organization_id', scope, true);
  return null;
end;
$$;
create or replace trigger claim_portal_address
  after insert or delete on captive_portals for each row execute function claim_portal_address();
create or replace trigger change_portal_address
  after update of slug on captive_portals for each row when (old.slug <> new.slug)
  execute function claim_portal_address();
