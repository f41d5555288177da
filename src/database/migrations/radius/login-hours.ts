const day = '(?:su|mo|tu|we|th|fr|sa)';

/**
 * Hours of a week in FreeRADIUS' Login-Time form, as src/console/policies/login-time.ts reads them: the minute of the end belongs
 * to a range, and a range over midnight stays within its days. Both are compared by test/radius/evaluation.spec.ts.
 */
export const loginHours = [
  `create function radius.minute_of(hhmm text) returns int language sql immutable strict as $$
     select case when substr(hhmm, 3)::int > 59 or hhmm::int > 2400 then null else least(substr(hhmm, 1, 2)::int * 60 + substr(hhmm, 3)::int, 1439) end $$`,

  // No day is every day; Sunday is 0.
  `create function radius.days_of(words text) returns int[] language sql immutable strict as $$
     select case when words = '' then '{0,1,2,3,4,5,6}'::int[] else (
       select array_agg(d) from regexp_matches(words, '(${day}|wk|any|al)(?:-(${day}))?', 'g') m, lateral (
         select strpos('sumotuwethfrsa', m[1]) / 2 as first, strpos('sumotuwethfrsa', m[2]) / 2 as last) at, lateral (
         select unnest(case m[1] when 'wk' then '{1,2,3,4,5}'::int[] when 'any' then '{0,1,2,3,4,5,6}'::int[] when 'al' then '{0,1,2,3,4,5,6}'::int[] else
           array(select (at.first + i) % 7 from generate_series(0, case when at.last is null then 0 else (at.last - at.first + 7) % 7 end) i) end) as d) days) end $$`,

  // The open minutes of a week; null when the text is not of this form.
  `create function radius.open_minutes(hours text) returns int4multirange language plpgsql immutable strict as $$
   declare
     part text; found text[]; first int; last int; d int; open int4multirange := '{}';
   begin
     for part in select unnest(regexp_split_to_array(lower(hours), '[,|]')) loop
       found := regexp_match(part, '^((?:${day}(?:-${day})?|wk|any|al)*)(?:(\\d{4})-(\\d{4}))?$');
       first := radius.minute_of(coalesce(found[2], '0000'));
       last := radius.minute_of(coalesce(found[3], '2359'));
       if part = '' or found is null or first is null or last is null then return null; end if;
       foreach d in array radius.days_of(found[1]) loop
         open := open + case when first <= last then int4multirange(int4range(d * 1440 + first, d * 1440 + last + 1))
           else int4multirange(int4range(d * 1440, d * 1440 + last + 1), int4range(d * 1440 + first, d * 1440 + 1440)) end;
       end loop;
     end loop;
     return open;
   end $$`,

  `create function radius.minute_of_week(at timestamptz, zone text) returns int language sql stable as $$
     select extract(dow from at at time zone zone)::int * 1440 + extract(hour from at at time zone zone)::int * 60 + extract(minute from at at time zone zone)::int $$`,

  // Whole seconds until the open hours end: 0 when they are closed or cannot be read, null when they never end.
  `create function radius.open_seconds(hours text, at timestamptz, zone text) returns int language plpgsql stable as $$
   declare
     open int4multirange := radius.open_minutes(hours);
     minute int := radius.minute_of_week(at, zone);
     until int;
     wall timestamp;
     ends timestamptz;
   begin
     if hours is null then return null; end if;
     if open is null or not open @> minute then return 0; end if;
     if open = '{[0,10080)}'::int4multirange then return null; end if;
     select upper(r) into until from unnest(open) r where r @> minute;
     if until = 10080 and open @> 0 then until := 10080 + (select upper(r) from unnest(open) r where r @> 0); end if;
     -- By the clock on the wall: a day on which it is put forward is an hour shorter.
     wall := date_trunc('minute', at at time zone zone) + make_interval(mins => until - minute);
     ends := wall at time zone zone;
     -- Of an hour that comes twice the first is meant, unless that is past.
     if (ends - interval '1 hour') at time zone zone = wall then ends := ends - interval '1 hour'; end if;
     if ends <= at then ends := at + (wall - (at at time zone zone)); end if;
     return floor(extract(epoch from ends - at))::int;
   end $$`,
];
