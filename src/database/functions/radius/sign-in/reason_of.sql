-- Why a login was refused: our own reason, or what FreeRADIUS found when it compared.
-- Called by radius.reject.
create or replace function radius.reason_of(reason text, detail text) returns text
language sql immutable as $$
  select coalesce(nullif(reason, ''), case
    when detail ~* 'No mutually acceptable|No NT-Password|Cleartext-Password is required|No .*password'
      then 'method_not_possible'
    when detail ~* 'expired' then 'certificate_expired'
    when detail ~* '(incorrect|does not match|mismatch)' then 'wrong_password'
    when detail ~* 'unknown CA|Alert read' then 'client_refused_server_certificate'
    when detail ~* 'tls|ssl' then 'tls_failure'
    else 'failed' end)
$$;
revoke all on function radius.reason_of from public;
