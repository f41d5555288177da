-- Bytes as text; null when they are not UTF-8. ASCII is asked first: a block that catches errors is a transaction of
-- its own, for which Citus sends two messages to the node.
-- Called by radius.new_session.
create or replace function radius.text_of(bytes bytea) returns text
language plpgsql immutable strict as $$
begin
  if encode(bytes, 'hex') ~ '^(?:[2-7].)*$' then return convert_from(bytes, 'UTF8'); end if;
  begin
    return convert_from(bytes, 'UTF8');
  exception when data_exception then return null;
  end;
end;
$$;
revoke all on function radius.text_of from public;
