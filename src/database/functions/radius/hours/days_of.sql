-- Days of "MoWe-Fr"; Sunday is 0. Without days: every day.
-- Called by radius.open_minutes.
create or replace function radius.days_of(words text) returns int[]
language sql immutable strict as $$
  select case when words = '' then '{0,1,2,3,4,5,6}'::int[] else (
    select array_agg(d)
    from regexp_matches(words, '((?:su|mo|tu|we|th|fr|sa)|wk|any|al)(?:-((?:su|mo|tu|we|th|fr|sa)))?', 'g') m,
      lateral (
        select strpos('sumotuwethfrsa', m[1]) / 2 as first, strpos('sumotuwethfrsa', m[2]) / 2 as last
      ) at,
      lateral (
        select unnest(case m[1]
          when 'wk' then '{1,2,3,4,5}'::int[]
          when 'any' then '{0,1,2,3,4,5,6}'::int[]
          when 'al' then '{0,1,2,3,4,5,6}'::int[]
          else array(
            select (at.first + i) % 7
            from generate_series(0, case when at.last is null then 0 else (at.last - at.first + 7) % 7 end) i
          ) end) as d
      ) days
  ) end
$$;
revoke all on function radius.days_of from public;
