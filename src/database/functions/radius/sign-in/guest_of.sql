-- On an open network, puts unknown devices into the default group; not through a tunnel, where a password must be
-- compared.
-- Called by radius.accept, radius.authorize, radius.reject.
create or replace function radius.guest_of(n radius.place, p radius.party) returns radius.party
language plpgsql stable as $$
begin
  if n.accepts_unknown and p.auth in ('PAP', 'MAC') and p.hindrance is null and p.subject_id is null then
    p.kind := 'guest';
    p.auth := 'PAP';
    p.group_id := n.default_group_id;
    select g.policy into p.group_policy from public.user_groups g
      where g.organization_id = n.organization_id and g.id = n.default_group_id;
    p.facts := p.facts || '{"authMethod": "PAP", "user": {"disabled": false}}';
  end if;
  return p;
end;
$$;
revoke all on function radius.guest_of from public;
