-- Opens what the service sealed; null when none of the keys fits. FreeRADIUS' connection string carries the keys, so
-- that no statement contains them: hexadecimal, newest first.
-- Called by radius.account_attributes, radius.authorize, radius.client, radius.is_proven.
create or replace function radius.opened(sealed bytea) returns bytea
language plpgsql stable strict as $$
declare key text;
begin
  foreach key in array string_to_array(coalesce(current_setting('usher.radius_keys', true), ''), ',') loop
    begin
      return public.decrypt_iv(substring(sealed from 17), decode(key, 'hex'), substring(sealed for 16),
        'aes-cbc/pad:pkcs');
    exception when external_routine_invocation_exception or data_exception then continue;
    end;
  end loop;
  return null;
end;
$$;
revoke all on function radius.opened from public;
