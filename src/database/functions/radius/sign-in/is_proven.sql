-- Whether the credentials shown are this account's; false or null for no account, and for one that cannot be proven
-- this way. Proofs are digests over a key that only this session and FreeRADIUS know, the request's own random number,
-- and the NT hash or a voucher's code: a statement in a log reveals nothing about the password.
-- Called by radius.accept.
create or replace function radius.is_proven(
  p radius.party, nonce text, hash_proof text, code_proof text
) returns boolean
language plpgsql stable as $$
declare
  salt text := current_setting('usher.radius_proof_key', true) || nonce;
begin
  case p.kind
  when 'user' then return encode(sha256(convert_to(salt
    || encode(radius.opened(p.nt_hash_sealed), 'hex'), 'UTF8')), 'hex') = hash_proof;
  when 'voucher' then return code_proof in (
    select encode(sha256(convert_to(salt || x.written, 'UTF8')), 'hex')
    from unnest(radius.code_notations(p.clear, p.known_as)) as x (written));
  -- A device by its address, or anybody on an open network: no password counts.
  when 'device', 'guest' then return true;
  else return false;
  end case;
end;
$$;
revoke all on function radius.is_proven from public;
