-- Whether a condition of a policy holds for these facts.
-- Called by radius.evaluate, radius.is_about.
create or replace function radius.is_met(facts jsonb, condition jsonb) returns boolean
language plpgsql stable as $$
declare
  field text := condition ->> 'field';
  op text := condition ->> 'op';
  wanted text[];
begin
  if field = 'time' then return radius.is_time(facts, op, condition ->> 'value'); end if;
  wanted := case jsonb_typeof(condition -> 'value')
    when 'array' then array(select jsonb_array_elements_text(condition -> 'value'))
    else array[condition ->> 'value'] end;
  if op = 'like' then
    return exists (select from unnest(radius.texts(facts, field)) t, unnest(wanted) w
      where radius.fold(t) like radius.fold(w) escape '');
  end if;
  -- An unknown value equals nothing.
  return case
    when op in ('eq', 'in') then exists (select from unnest(wanted) w where radius.is_same(facts, field, w))
    when op in ('ne', 'not_in') then not exists (select from unnest(wanted) w where radius.is_same(facts, field, w))
    else false end;
end;
$$;
revoke all on function radius.is_met from public;
