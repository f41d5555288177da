-- Lower case as the service's own toLowerCase: in the C locale, lower() of a database knows ASCII only. pg_c_utf8, the
-- last resort, takes letters one by one: of a final Σ it makes no ς, and of İ no i with a dot.
-- Called by radius.class_of_sign_in, radius.is_met, radius.is_same, others.
do $do$
declare
  rule text := (
    select quote_ident(collname) from pg_collation
    where collname in ('pg_unicode_fast', 'und-x-icu', 'pg_c_utf8')
    order by array_position(array['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8'], collname::text) limit 1
  );
begin
  execute format($f$
    create or replace function radius.fold(t text) returns text language sql immutable strict as $$
      select lower(t collate %s)
    $$
  $f$, coalesce(rule, '"default"'));
end $do$;
revoke all on function radius.fold from public;
