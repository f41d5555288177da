-- Whether a directory of the organization has to check the password: the account has none here, or the name is not
-- known here. reason: why the rules refuse, if they do. The end of an account that stands for a person of a directory
-- does not count: each sign-in extends it.
-- Called by radius.accept, radius.authorize.
create or replace function radius.asks_directory(n radius.place, p radius.party, reason text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, radius, public, pg_temp as $$
begin
  if p.kind is null then
    if reason is distinct from 'unknown_user' then return false; end if;
  elsif p.kind <> 'user' or p.nt_hash_sealed is not null or p.ssha512 is not null then return false;
  elsif reason is not null and (reason <> 'expired' or not exists (select from users u
    where u.organization_id = n.organization_id and u.id = p.user_id and u.external_id like 'provider/%')) then
    return false;
  end if;
  return exists (select from authentication_providers a where a.organization_id = n.organization_id
    and a.type = 'ldap' and not a.disabled and (a.settings ->> 'radius_sign_in')::boolean);
end;
$$;
revoke all on function radius.asks_directory from public;
