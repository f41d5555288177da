-- Takes an organization's oldest packets, as many as `most`, and writes each of their sessions once: what several
-- packets say of one session is put together first, in their order. Returns how many packets it took.
-- Called by radius.write_sessions_of.
create or replace function radius.write_packets(organization uuid, most int) returns int
language plpgsql volatile as $$
declare
  p record;
  s public.accounting_sessions;
  n radius.place;
  taken text[] := '{}';
  first_at timestamptz;
  last_at timestamptz;
  this_part bigint;
  this_session text;
  placed text;
  is_new boolean;
  is_changed boolean := false;
  begun_at timestamptz;
  over_at timestamptz;
  reported_at timestamptz;
  details jsonb;
  begun public.accounting_sessions[] := '{}';
  begun_ids text[] := '{}';
  told_of text[] := '{}';
  unheard jsonb;
  known jsonb;
  seen_before jsonb;
  events public.outbox_events[] := '{}';
begin
  -- Sessions that nobody has heard of yet, with what was seen of their stations before, and whose access point leaves
  -- Class out, with that of the sign-in (radius.class_of_sign_in): looked up one by one that would cost as much as
  -- writing them. What is not found here is asked for when its turn comes. What is looked for is made first: a key that
  -- is compared with an expression costs more than reading the log, as long as that is empty.
  select coalesce(jsonb_object_agg(w.unique_id || ' ' || w.calling, jsonb_build_object('seen', (
      select x.seen from public.accounting_sessions x where x.organization_id = organization
        and x.mac = w.station and x.seen is not null and x.started_at > w.month_ago
      order by x.started_at desc limit 1), 'class', case when w.class = '' then (
      select l.session_class from public.authentication_log l
      where l.organization_id = organization and l.mac = w.station and l.username_key = w.username_key
        and l.outcome = 'accepted' and l.session_class is not null
        and l.at >= w.week_ago and l.at - interval '1 minute' <= w.at
      order by l.at desc limit 1) end)), '{}') into unheard
    from (
      select f.*, radius.mac(f.calling) as station, f.received_at - interval '30 days' as month_ago,
        f.received_at - interval '61 days' as long_ago, f.at - interval '7 days' as week_ago,
        radius.fold(btrim(normalize(f.username))) as username_key
      from (
        select distinct on (t.unique_id, t.calling) t.unique_id, t.calling, t.received_at,
          coalesce(t.class, '') as class, coalesce(t.username, '') as username,
          date_trunc('milliseconds', t.received_at) - make_interval(secs => least(radius.whole(t.delay), 3600)) as at
        from (
          select x.* from public.accounting_packets x
          where x.organization_id = organization order by x.received_at, x.id limit most) t
        where t.unique_id is not null and t.calling is not null
        order by t.unique_id, t.calling, t.received_at, t.id) f limit most) w
    where (
      select x.id from public.accounting_sessions x where x.organization_id = organization
        and x.unique_id = w.unique_id and x.started_at > w.long_ago
      order by x.started_at desc limit 1) is null;
  -- Together what an access point says of a session; nothing passes its restart, which ends all that it has.
  for p in
    select t.*, t.status in ('Accounting-On', 'Accounting-Off') as is_restart, t.status = 'Stop' as is_over,
      date_trunc('milliseconds', t.received_at) - make_interval(secs => least(radius.whole(t.delay), 3600)) as at,
      radius.whole(t.seconds) as lasted, radius.octets(t.octets_in, t.giga_in) as octets_to,
      radius.octets(t.octets_out, t.giga_out) as octets_from,
      count(*) filter (where t.status in ('Accounting-On', 'Accounting-Off')) over (order by t.received_at, t.id)
        as part
    from (
      select x.* from public.accounting_packets x where x.organization_id = organization
      order by x.received_at, x.id limit most) t
    order by part, is_restart desc, client, unique_id, received_at, id
  loop
    taken := taken || p.id::text;
    first_at := least(first_at, p.received_at);
    last_at := greatest(last_at, p.received_at);
    if p.part is distinct from this_part or p.unique_id is distinct from this_session or p.is_restart then
      if is_changed then
        events := events || radius.follow_session(s, is_new, begun_at, over_at, reported_at);
        if is_new then begun := begun || s; end if;
      end if;
      is_changed := false;
      s := null;
      this_part := p.part;
      this_session := p.unique_id;
      -- Others read them here; and so few that an array stays small.
      if cardinality(begun) >= 50 or p.is_restart or p.unique_id = any (begun_ids) then
        perform radius.write_begun(begun, events);
        begun := '{}';
        events := '{}';
      end if;
      known := case when p.unique_id = any (begun_ids) then null else unheard -> (p.unique_id || ' ' || p.calling) end;
      if not p.is_restart and known is null then
        select * into s from public.accounting_sessions x
          where x.organization_id = organization and x.unique_id = p.unique_id
            and x.started_at > p.at - interval '60 days'
          order by x.started_at desc limit 1;
      end if;
    end if;
    -- Access points reuse their ids; a late packet belongs to the session that has ended.
    if s.stopped_at is not null and (p.status = 'Start' and p.at > s.stopped_at
      or p.status <> 'Start' and p.at > s.stopped_at + interval '5 minutes') then
      if is_changed then
        events := events || radius.follow_session(s, is_new, begun_at, over_at, reported_at);
        if is_new then begun := begun || s; end if;
      end if;
      is_changed := false;
      s := null;
    end if;
    if s.id is null and placed is distinct from p.client || ' ' || p.called then
      placed := p.client || ' ' || p.called;
      n := radius.place_of(p.client, p.called);
    end if;
    -- An access point that is gone by now begins nothing.
    continue when s.id is null and n.organization_id is null;
    if p.is_restart then
      perform radius.end_sessions(n, p.nas_address, p.status, p.at);
      this_session := null;
      continue;
    end if;
    if not is_changed then
      is_changed := true;
      is_new := s.id is null;
      begun_at := p.at;
      over_at := null;
      reported_at := null;
    end if;
    if p.is_over and s.stopped_at is null then over_at := p.at; end if;
    details := radius.seen(p.av_pairs, p.aruba_device_type, p.ruckus_os_type, p.ruckus_os_class, p.ruckus_host_name);
    if s.id is null then
      seen_before := details;
      if details is null and radius.mac(p.calling) = any (told_of) then
        perform radius.write_begun(begun, events);
        begun := '{}';
        events := '{}';
      elsif details is null and known is not null then
        -- Nothing is not unknown: then it would be looked for.
        seen_before := coalesce(nullif(known -> 'seen', 'null'), '{}');
      end if;
      -- As if the access point had sent it back.
      s := radius.new_session(n, p.unique_id, p.session_id, p.username,
        coalesce('0x' || encode(convert_to(known ->> 'class', 'UTF8'), 'hex'), p.class), p.nas_address, p.nas_id,
        p.nas_port, p.calling, p.called, p.at, p.at - make_interval(secs => least(p.lasted, 31536000)), seen_before);
      -- Of another one that begins with the same id, it would be too old.
      known := null;
      s.seen := nullif(s.seen, '{}');
      begun_ids := begun_ids || s.unique_id;
      s.session_seconds := p.lasted;
      s.input_octets := p.octets_to;
      s.output_octets := p.octets_from;
    else
      if details is not null then s.seen := coalesce(s.seen, '{}') || details; end if;
      if not p.is_over then reported_at := p.at; end if;
    end if;
    if details is not null then told_of := told_of || s.mac; end if;
    s.updated_at := greatest(s.updated_at, p.at);
    s.stopped_at := coalesce(s.stopped_at, over_at);
    -- Not by a report that comes twice: it would look as if nothing had moved since.
    if p.lasted > s.session_seconds then
      s.previous_seconds := s.session_seconds;
      s.previous_input_octets := s.input_octets;
      s.previous_output_octets := s.output_octets;
    end if;
    s.session_seconds := greatest(s.session_seconds, p.lasted);
    s.input_octets := greatest(s.input_octets, p.octets_to);
    s.output_octets := greatest(s.output_octets, p.octets_from);
    -- Addresses and prefixes of the device, as many as its access point tells: the first address is shown.
    if btrim(p.framed) <> '' then
      s.ip_address := coalesce(substring(p.framed from '(?:^|[\s,])([^\s,/]+)(?:[\s,]|$)'), s.ip_address);
      if p.framed like '%:%' then s.ipv6 := radius.ipv6_in(p.framed); end if;
    end if;
    s.terminate_cause := coalesce(nullif(p.cause, ''), s.terminate_cause);
  end loop;
  if is_changed then
    events := events || radius.follow_session(s, is_new, begun_at, over_at, reported_at);
    if is_new then begun := begun || s; end if;
  end if;
  perform radius.write_begun(begun, events);
  -- The id as text: as a condition of the index it would be looked for once for each of them. In a set: with an array
  -- each packet would be compared with each.
  delete from public.accounting_packets x where x.organization_id = organization
    and x.received_at >= first_at and x.received_at <= last_at and x.id::text in (select unnest(taken));
  return cardinality(taken);
end;
$$;
revoke all on function radius.write_packets from public;
