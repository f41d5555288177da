-- Notifies every process, on the channel that the trigger names, that what it has cached is outdated. The notification
-- leaves with the transaction that made the change. That takes a lock on the whole database at commit, which these rare
-- writes can bear.
-- Called by triggers, heard by src/database/announcements.ts.
-- SQL, so that no way to change such a record can skip it.
create or replace function usher_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end;
$$;
-- What is cached of an API key depends on these columns; when it was last used does not matter.
create or replace trigger announce_changed after update on api_keys for each row
  when ((old.organization_id, old.token_hash, old.name, old.role_id, old.permissions, old.expires_at, old.revoked_at)
    is distinct from
    (new.organization_id, new.token_hash, new.name, new.role_id, new.permissions, new.expires_at, new.revoked_at))
  execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on roles for each row
  when (old.permissions is distinct from new.permissions) execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on organizations for each row
  when ((old.path, old.disabled, old.time_zone) is distinct from (new.path, new.disabled, new.time_zone))
  execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on api_keys
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on roles
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on organizations
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on captive_portals for each row
  when ((old.revision, old.network_id) is distinct from (new.revision, new.network_id))
  execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on gateways for each row
  when ((old.revision, old.network_id, old.captive_portal_id) is distinct from
    (new.revision, new.network_id, new.captive_portal_id))
  execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on authentication_providers for each row
  when (old.revision <> new.revision) execute function usher_announce('usher_cached');
create or replace trigger announce_added after insert on gateways
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_added after insert on authentication_providers
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on captive_portals
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on gateways
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on authentication_providers
  for each row execute function usher_announce('usher_cached');
-- Which SSIDs guests of a gateway may be in.
create or replace trigger announce_changed after update on networks for each row
  when (old.ssid is distinct from new.ssid) execute function usher_announce('usher_cached');
create or replace trigger announce_changed after update on network_clients for each row
  when ((old.address, old.network_id) is distinct from (new.address, new.network_id))
  execute function usher_announce('usher_cached');
create or replace trigger announce_added after insert on network_clients
  for each row execute function usher_announce('usher_cached');
create or replace trigger announce_removed after delete on network_clients
  for each row execute function usher_announce('usher_cached');
