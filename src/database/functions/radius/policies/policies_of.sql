-- The enabled policies of an organization, as radius.evaluate takes them.
-- Called by radius.decision.
create or replace function radius.policies_of(organization uuid) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'name', p.name, 'priority', p.priority, 'enabled', p.enabled, 'match', p.match,
    'conditions', p.conditions, 'effect', p.effect, 'reply', p.reply)), '[]')
  from public.policies p where p.organization_id = organization and p.enabled
$$;
revoke all on function radius.policies_of from public;
