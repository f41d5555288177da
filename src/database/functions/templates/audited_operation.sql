{names}
{prepare}
insert into {audit_entries} (organization_id, id, at, actor_kind, actor_id, actor_name, request_id, action, resource,
  resource_id, label, before, after, erased)
select c.organization_id, (stamp || lpad(to_hex(row_number() over ()), 8, '0'))::uuid, instant,
  case when {is_connection} then 'connection' else doer ->> 0 end,
  case when {is_connection} then c.connection_id else (doer ->> 1)::uuid end, {actor_name}, {request},
  '{action}', '{resource}', c.id, c.label, ('{' || c.before || '}')::jsonb, ('{' || c.after || '}')::jsonb, null
from ({changes}) c where {is_told}{only};
get diagnostics written = row_count;
{restore}
if written = 0 then null;
elsif {is_of_scope} then
  insert into {audit_open} (organization_id, first_id, entries) values (scope::uuid, lowest, written);
else
  insert into {audit_open} (organization_id, first_id, entries)
  select e.organization_id, lowest, count(*)
  from (select distinct {organization} as organization_id from {changed}) c
  join {audit_entries} e on e.organization_id = c.organization_id and e.id between lowest and highest
  group by e.organization_id;
end if;
