-- Fills username_key of a log: the username in lower case, as the service's toLowerCase and radius.fold make it. In the
-- C locale, lower() only knows ASCII. A row that comes with it keeps it: an access point may tell another name than
-- that of the account.
-- Called by triggers.
-- SQL, because RADIUS writes the logs.
do $do$
declare
  rule text := (
    select quote_ident(collname) from pg_collation
    where collname in ('pg_unicode_fast', 'und-x-icu', 'pg_c_utf8')
    order by array_position(array['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8'], collname::text) limit 1
  );
begin
  execute format($f$
    create or replace function usher_username_key() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.username_key is not null then return new; end if;
      new.username_key := lower(new.username collate %s);
      return new;
    end;
    $$
  $f$, coalesce(rule, '"default"'));
end $do$;
create or replace trigger username_key before insert or update of username on authentication_log
  for each row execute function usher_username_key();
create or replace trigger username_key before insert or update of username on accounting_sessions
  for each row execute function usher_username_key();
create or replace trigger username_key before insert or update of username on guest_registrations
  for each row execute function usher_username_key();
