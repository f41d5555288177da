import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '../../../../test/kernel/manual-clock.js';
import { changeOfKisiEvent, changeOfMember } from './kisi.mapping.js';
import { KisiWebhooks } from './kisi.webhooks.js';
import type { KisiEvent, KisiMember } from './kisi.wire.js';

const member: KisiMember = {
  id: 9001,
  name: 'Ada Lovelace',
  access_enabled: true,
  scim_access_enabled: true,
  last_accessed_at: '2026-11-20T08:59:02Z',
  user_id: 48211,
  user: { id: 48211, email: 'ada@example.com' },
};
const unlock: KisiEvent = {
  uuid: 'u',
  type: 'lock.unlock',
  actor_type: 'User',
  actor_id: 48211,
  object_type: 'Lock',
  object_id: 1234,
  place_id: 501,
  success: true,
  created_at: '2026-11-20T08:59:02Z',
};

describe('members', () => {
  test.each<[string, Partial<KisiMember>, string]>([
    ['with both switches on', {}, 'active'],
    ['switched off', { access_enabled: false }, 'removed'],
    ['switched off by the directory', { scim_access_enabled: false }, 'removed'],
    ['of whom no switch is told', { access_enabled: undefined, scim_access_enabled: undefined }, 'active'],
  ])('%s', (_, changes, status) => {
    expect(changeOfMember({ ...member, ...changes })).toMatchObject({
      kind: 'record',
      mode: 'merge',
      record: { key: '48211', parentKey: 'member/9001', facts: { status } },
    });
  });

  test('who was never seen has no moment, so that a door heard of sooner is not forgotten', () => {
    expect(changeOfMember({ ...member, last_accessed_at: null })).toMatchObject({
      record: { facts: { seenAt: undefined } },
    });
  });

  test('an invitation is nobody yet, a member without an id is reported', () => {
    expect(changeOfMember({ ...member, user_id: null, user: null }).kind).toBe('ignored');
    expect(changeOfMember({ ...member, id: undefined as unknown as number }).kind).toBe('malformed');
  });

  test('neither notes nor badges are kept', () => {
    expect(
      JSON.stringify(
        changeOfMember({ ...member, notes: 'private-note', metadata: { badge: 'private-badge' } } as KisiMember),
      ),
    ).not.toContain('private');
  });
});

describe('doors', () => {
  const meaning = (changes: Partial<KisiEvent> = {}, settings = {}) =>
    changeOfKisiEvent({ ...unlock, ...changes }, settings);

  test('a door that opened is a sighting of its user, to the hour', () => {
    expect(meaning()).toEqual({ kind: 'patch', key: '48211', facts: { seenAt: '2026-11-20T08:00:00.000Z' } });
    expect(meaning({}, { place_id: '501', lock_ids: ['1234', '77'] }).kind).toBe('patch');
  });

  test.each<[string, Partial<KisiEvent>, object]>([
    ['one that stayed shut', { success: false }, {}],
    ['a link', { actor_type: 'GroupLink', actor_id: 7 }, {}],
    ['an exit button', { actor_type: null, actor_id: null }, {}],
    ['one of another place', {}, { place_id: '502' }],
    ['one that does not open Wi-Fi', {}, { lock_ids: ['77'] }],
    ['a lockdown', { type: 'place.lock_down' }, {}],
  ])('%s means nothing', (_, changes, settings) => {
    expect(meaning(changes, settings).kind).toBe('ignored');
  });

  test('one without a time or with an odd actor is reported', () => {
    expect(meaning({ created_at: 'now' }).kind).toBe('malformed');
    expect(meaning({ actor_id: 1.5 }).kind).toBe('malformed');
  });
});

test.each(['member.create', 'member.update', 'member.destroy'])('%s is a reason to read the member', (type) => {
  expect(changeOfKisiEvent({ uuid: 'u', type, object_id: 9001 }, {})).toEqual({
    kind: 'hint',
    of: 'parent',
    key: 'member/9001',
  });
});

test('the recorded signature verifies, with and without its prefix', async () => {
  const signature = 'c461bb5b5e5d439dcdbdf1ef18e91ae8915b63baaa282a5ddaced117841a2e16';
  const webhooks = new KisiWebhooks({ signature_key: 'kisi_signature_key' }, new ManualClock());
  const request = (header: string) => ({
    method: 'POST',
    path: '',
    headers: { 'x-signature': header },
    body: Buffer.from('{"type":"lock.unlock"}'),
    remoteAddress: '203.0.113.9',
  });
  expect(await webhooks.verify(request(`sha256=${signature}`))).toEqual({});
  expect(await webhooks.verify(request(signature))).toEqual({});
  await expect(webhooks.verify(request(`sha256=${signature.replace('c4', 'c5')}`))).rejects.toMatchObject({
    code: 'signature_invalid',
  });
  await expect(new KisiWebhooks({}, new ManualClock()).verify(request(signature))).rejects.toMatchObject({
    code: 'signature_invalid',
  });
});
