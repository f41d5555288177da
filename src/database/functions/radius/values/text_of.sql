-- Bytes as text; null when they are not UTF-8. ASCII is asked first: a block that catches errors is a transaction of
-- its own, for which Citus sends two messages to the node. Whatever is none is told by a backslash.
-- Called by radius.new_session.
create or replace function radius.text_of(bytes bytea) returns text
language plpgsql immutable strict as $$
declare
  plain text := encode(bytes, 'escape');
begin
  if strpos(plain, '\') = 0 then return plain; end if;
  begin
    return convert_from(bytes, 'UTF8');
  exception when data_exception then return null;
  end;
end;
$$;
revoke all on function radius.text_of from public;
