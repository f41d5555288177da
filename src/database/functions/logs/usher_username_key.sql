-- Fills username_key of a log: the username in lower case, as the service's toLowerCase makes it. In the C locale,
-- lower() only knows ASCII.
-- Called by triggers.
-- SQL, because RADIUS writes the logs.
do $do$
declare
  rule text := (
    select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1
  );
begin
  execute format($f$
    create or replace function usher_username_key() returns trigger language plpgsql as $$
    begin
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
