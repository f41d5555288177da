-- Ordered by time, as all ids are (RFC 9562, version 7): the time over the first six bytes of a random one, and the
-- version from 4 to 7.
-- Called by tell_added_users, tell_added_vouchers, tell_disabled, others.
create or replace function radius.new_id(at timestamptz) returns uuid
language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
revoke all on function radius.new_id from public;
