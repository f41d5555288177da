-- What the access point of this vendor is told about a session, apart from its timeout: first the reply's digest, then
-- names and values of attributes. They follow from the arguments alone and cost more than all that a login looks up, so
-- each connection remembers them in a setting (docs/decisions/0022-a-login-sets-up-little.md). Raise the number in the
-- setting's name whenever one of the functions called here gives another result: connections live for days.
-- Called by radius.accept.
create or replace function radius.told(reply jsonb, vendor text) returns text[]
language plpgsql volatile as $$
declare
  key text := 'usher_told_1.h' || md5((reply - 'session_timeout')::text || vendor);
  kept text := current_setting(key, true);
  told text[];
  a radius.avp;
begin
  if kept <> '' then return kept::text[]; end if;
  told := array[radius.reply_digest(reply)];
  for a in select * from radius.reply_attributes(reply - 'session_timeout', vendor) loop
    told := told || a.attribute || a.value;
  end loop;
  perform set_config(key, told::text, false);
  return told;
end;
$$;
revoke all on function radius.told from public;
