-- Deleting a user or device, by any way, also revokes its certificates. column: the owner's column.
-- Called by a trigger.
-- SQL, so that no way to delete one can skip it.
create or replace function usher_revoke_certificates_of_{table}() returns trigger language plpgsql as $$
begin
  with revoked as (
    update {certificates} c set revoked_at = now(), revocation_reason = 'cessation_of_operation', announce_at = null,
      revision = c.revision + 1, updated_at = now()
    from removed r
    where c.organization_id = r.organization_id and c.{column} = r.id and c.revoked_at is null and c.expires_at > now()
    returning c.organization_id, c.authority_id)
  update {certificate_authorities} a set crl_outdated = true
  from (select distinct organization_id, authority_id from revoked) r
  where a.organization_id = r.organization_id and a.id = r.authority_id;
  return null;
end;
$$;
create or replace trigger revoke_certificates after delete on {table}
  referencing old table as removed for each statement execute function usher_revoke_certificates_of_{table}();
