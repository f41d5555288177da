-- Writes a refused login to the log, with its events. Returns the id of the entry, or null when the source is unknown.
-- Called by FreeRADIUS.
-- SQL, because FreeRADIUS asks the database itself: docs/decisions/0007-a-login-is-decided-in-the-database.md.
create or replace function radius.reject(
  client text, name text, calling text, called text, method text, nas_id text, nas_address text, src text, said text,
  detail text
) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, radius, public, pg_temp as $$
declare
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
  id uuid := radius.new_id(at);
  n radius.place := radius.place_of(client, called);
  p radius.party := radius.party_of(n.organization_id, name, calling, method, at);
  reason text := radius.reason_of(said, detail);
  policy jsonb;
  access_point text := coalesce(nullif(nas_id, ''), n.short_name);
  -- FreeRADIUS says this of any condition on an attribute that the request lacks; it explains no refusal.
  explained text := nullif(nullif(detail, ''), 'Failed retrieving values required to evaluate condition');
begin
  if n.organization_id is null then return null; end if;
  if reason = 'policy_denied' then
    policy := radius.decision(n, case when n.accepts_unknown then radius.guest_of(n, p) else p end, src, at);
  end if;
  insert into authentication_log (organization_id, at, id, outcome, username, kind, user_id, auth_method,
    reason, reason_detail, mac, device_type, device_os, ssid,
    access_point, access_point_mac, nas_address, network_id, network_client_id, policy_id)
  values (n.organization_id, at, id, 'rejected', p.known_as, p.kind, p.user_id, p.auth,
    reason, left(explained, 200), radius.mac(calling), p.facts #>> '{device,type}',
    p.facts #>> '{device,os}', n.ssid,
    access_point, radius.access_point_mac(called), nas_address, n.network_id, n.client_id,
    (policy ->> 'policy_id')::uuid);
  -- Failed: the credentials were wrong. Rejected: a rule denies it.
  perform radius.publish_event(n.organization_id, at,
    case when reason in ('wrong_password', 'unknown_user', 'unknown_device', 'unknown_certificate',
        'ticket_expired', 'ticket_of_another_device', 'method_not_possible', 'tls_failure',
        'client_refused_server_certificate', 'certificate_expired', 'password_expired', 'provider_unavailable',
        'access_point_refused', 'failed')
      then 'auth.failed' else 'auth.rejected' end,
    p.known_as, p.auth, radius.mac(calling), coalesce(nullif(p.facts -> 'device', 'null'), '{}'),
    radius.seen_before(n.organization_id, radius.mac(calling), at), access_point, radius.access_point_mac(called),
    jsonb_build_object('reasonCode', reason));
  if policy ->> 'policy_id' is not null then
    perform radius.publish_event(n.organization_id, at, 'policy.violated', p.known_as, p.auth, radius.mac(calling),
      coalesce(nullif(p.facts -> 'device', 'null'), '{}'),
      radius.seen_before(n.organization_id, radius.mac(calling), at), access_point, radius.access_point_mac(called),
      jsonb_build_object(
        'policy', jsonb_build_object('id', policy ->> 'policy_id', 'name', policy ->> 'policy'),
        'rules', policy -> 'rules'));
  end if;
  return id;
end;
$$;
revoke all on function radius.reject from public;
grant execute on function radius.reject to usher_radius;
