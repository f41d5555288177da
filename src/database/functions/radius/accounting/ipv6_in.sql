-- The IPv6 addresses and prefixes in what an access point told, separated by spaces or commas. What is none is left
-- out.
-- Called by radius.write_packets.
create or replace function radius.ipv6_in(told text) returns inet[]
language plpgsql immutable as $$
declare
  word text;
  found inet[] := '{}';
begin
  foreach word in array regexp_split_to_array(told, '[\s,]+') loop
    if word like '%:%' then
      begin
        found := found || word::inet;
      exception when invalid_text_representation then null;
      end;
    end if;
  end loop;
  return nullif(found, '{}');
end;
$$;
revoke all on function radius.ipv6_in from public;
