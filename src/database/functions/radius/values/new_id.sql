-- Ids ordered by time, as everywhere (RFC 9562, version 7): the time replaces the first six bytes of a random UUID, and
-- the version becomes 7.
-- Called by publish_created_users, publish_created_vouchers, publish_changed_user, others.
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
