-- The text in which people are searched: their names in lower case and without accents, last name first. Null without
-- any name.
-- Called by generated columns, and by src/people/guests/guest-list.ts for what was typed.
-- SQL, so that every writer of a record makes the same key.
do $do$
declare
  -- In the C locale, lower() of a database knows ASCII only.
  rule text := (
    select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1
  );
begin
  execute format($f$
    create or replace function usher_person_key(
      last_name text, first_name text default null, display_name text default null, room text default null,
      email text default null
    ) returns text language plpgsql immutable parallel safe as $$
    declare
      words text := concat_ws(' ', last_name, first_name, display_name, room, email);
    begin
      if octet_length(words) = char_length(words) then
        words := lower(words collate "C");
      else
        words := regexp_replace(lower(normalize(words, NFKD) collate %s), '[\u0300-\u036f]', '', 'g');
        -- Of a final Σ some collations make ς, others σ; typed in lower case it is ς.
        words := replace(replace(replace(translate(words, 'łøđðıς', 'loddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
      end if;
      words := translate(words, E'-–’''.,;_/\\()"\t\n\r', '                ');
      -- Every writer of a record pays for this, and few names have two spaces.
      if strpos(words, '  ') > 0 then words := regexp_replace(words, ' +', ' ', 'g'); end if;
      return nullif(left(btrim(words), 500), '');
    end;
    $$
  $f$, coalesce(rule, '"default"'));
end $do$;
