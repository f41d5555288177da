-- Whether the proof is of the NT hash that is sealed here, opened with the newest key. Null or false says nothing: it
-- may be sealed with an older key, which radius.is_proven tries. Without its padding nothing of it can be an error,
-- which would have to be caught: a transaction within the login.
-- Called by radius.accept.
create or replace function radius.is_hash_shown(sealed bytea, nonce text, hash_proof text) returns boolean
language sql stable as $$
  select case when octet_length(sealed) = 48 then
    encode(sha256(convert_to(current_setting('usher.radius_proof_key', true) || nonce || encode(substr(
      public.decrypt_iv(substr(sealed, 17), decode(left(current_setting('usher.radius_keys', true), 64), 'hex'),
        substr(sealed, 1, 16), 'aes-cbc/pad:none'), 1, 16), 'hex'), 'UTF8')), 'hex') = hash_proof end
$$;
revoke all on function radius.is_hash_shown from public;
