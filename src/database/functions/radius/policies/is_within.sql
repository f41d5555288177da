-- Whether an address is within a network; false if either is malformed.
-- Called by radius.is_same.
create or replace function radius.is_within(address text, wanted text) returns boolean
language plpgsql immutable as $$
begin
  return coalesce(address::inet <<= wanted::inet, false);
exception when invalid_text_representation then return false;
end;
$$;
revoke all on function radius.is_within from public;
