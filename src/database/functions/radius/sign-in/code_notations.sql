-- How a voucher's code may be written as a password, whatever was typed as the name: as that, as it is printed, without
-- its dashes, in small letters.
-- Called by radius.authorize, radius.is_proven.
create or replace function radius.code_notations(typed text, code text) returns text[]
language sql immutable as $$
  select array[typed, code, upper(code), lower(code), radius.code_key(code), lower(radius.code_key(code))]
$$;
revoke all on function radius.code_notations from public;
