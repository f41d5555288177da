-- Bytes as text; null when they are not UTF-8.
-- Called by radius.new_session.
create or replace function radius.text_of(bytes bytea) returns text
language plpgsql immutable strict as $$
begin
  return convert_from(bytes, 'UTF8');
exception when data_exception then return null;
end;
$$;
revoke all on function radius.text_of from public;
