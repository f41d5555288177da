-- What a session is told beside its timeout, for a reply and an access point of this vendor: first the reply's digest,
-- then names and values of attributes. Both follow from the arguments alone, and cost more than all that a login looks
-- up, so a connection remembers them, as settings of its own: docs/decisions/0022-a-login-sets-up-little.md. When the
-- functions below tell something else, their number here has to change: connections live for days.
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
