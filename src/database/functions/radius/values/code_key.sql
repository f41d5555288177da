-- A voucher's code as it is compared: `codeKey` in console/vouchers/voucher.ts. Signs in full width become usual ones;
-- blanks, dashes of any length (Unicode Pd) and what comes along unseen when it is pasted (Cf) are left out.
-- Called by radius.is_proven, radius.party_of.
do $do$
declare
  rule text := (
    select quote_ident(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
    order by collname limit 1
  );
begin
  execute format($f$
    create or replace function radius.code_key(t text) returns text language sql immutable strict as $$
      select upper(regexp_replace(normalize(t, NFKC),
        '[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000'
        '\u002D\u058A\u05BE\u1400\u1806\u2010-\u2015\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0'
        '\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064'
        '\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000E0001\U000E0020-\U000E007F]', '', 'g') collate %s)
    $$
  $f$, coalesce(rule, '"default"'));
end $do$;
revoke all on function radius.code_key from public;
