-- The open minutes of a week; null when the text is not of this form.
-- Called by radius.is_time, radius.open_seconds.
create or replace function radius.open_minutes(hours text) returns int4multirange
language plpgsql immutable strict as $$
declare
  part text;
  found text[];
  first int;
  last int;
  d int;
  open int4multirange := '{}';
begin
  for part in select unnest(regexp_split_to_array(lower(hours), '[,|]')) loop
    found := regexp_match(part,
      '^((?:(?:su|mo|tu|we|th|fr|sa)(?:-(?:su|mo|tu|we|th|fr|sa))?|wk|any|al)*)(?:(\d{4})-(\d{4}))?$');
    first := radius.minute_of(coalesce(found[2], '0000'));
    last := radius.minute_of(coalesce(found[3], '2359'));
    if part = '' or found is null or first is null or last is null then return null; end if;
    foreach d in array radius.days_of(found[1]) loop
      open := open + case
        when first <= last then int4multirange(int4range(d * 1440 + first, d * 1440 + last + 1))
        else int4multirange(
          int4range(d * 1440, d * 1440 + last + 1), int4range(d * 1440 + first, d * 1440 + 1440)) end;
    end loop;
  end loop;
  return open;
end;
$$;
revoke all on function radius.open_minutes from public;
