import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { KnownPartiesRepository } from '../../../src/console/policies/known-parties.repository.js';
import { PoliciesRepository } from '../../../src/console/policies/policies.repository.js';
import { PolicyExplanation } from '../../../src/console/policies/policy-explanation.js';
import { RadiusPasswords } from '../../../src/console/passwords/radius-passwords.js';
import { SignInAttempts } from '../../../src/console/sign-in/sign-in-attempts.js';
import { codeKey } from '../../../src/console/vouchers/voucher.js';
import type { Context } from '../../../src/kernel/context.js';
import { DoorRepository } from '../../../src/provisioning/wifi-console/built-in/door/door.repository.js';
import { PortalSignIn } from '../../../src/provisioning/wifi-console/built-in/door/portal-door.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let door: PortalSignIn;
let callers = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  const explanation = new PolicyExplanation(
    new KnownPartiesRepository(fresh.database),
    new PoliciesRepository(fresh.database),
    rig.clock,
  );
  door = new PortalSignIn(
    new DoorRepository(fresh.database),
    explanation,
    new RadiusPasswords(rig.secrets, rig.chance),
    new SignInAttempts(fresh.database, rig.clock),
  );
});

/** Each from another phone, unless the test says which. */
function knock(room: string, surname: string, mac = (callers += 1).toString(16).padStart(12, '0')) {
  return door.signIn(context, { by: 'room_surname', room, surname }, { mac, address: '10.0.0.9', ssid: 'Lindenhof' });
}

const enters = (username: string) => ({ decision: 'enter', username });
const unknown = { decision: 'refused', reason: 'unknown_guest' };

test('a guest enters with room and surname, however they are written', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Nováková', '0212'), G2: guest('Müller-Lüdenscheidt', '7B') });
  await rig.settleAll(context);
  for (const [room, surname] of [
    ['0212', 'Nováková'],
    ['212', 'novakova'],
    [' 0212 ', 'NOVAKOVA'],
  ])
    expect(await knock(room, surname)).toEqual(enters('0212-novakova'));
  for (const surname of ['Mueller Luedenscheidt', 'muller', 'Lüdenscheidt'])
    expect(await knock('7b', surname)).toMatchObject({ decision: 'enter' });
});

test('a wrong room and a wrong name look the same', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  await rig.settleAll(context);
  expect(await knock('101', 'Nowak')).toEqual(unknown);
  expect(await knock('102', 'Novak')).toEqual(unknown);
  expect(await knock('101', '')).toEqual(unknown);
});

test('sharers enter by their own names; who moved enters by the new room, who left by none', async () => {
  const desk = await rig.connection(context);
  const [anna, ben] = [guest('Novak', '101'), guest('Berger', '101', { role: 'sharer' })];
  await rig.say(context, desk, { G1: anna, G2: ben });
  await rig.settleAll(context);
  expect([await knock('101', 'Novak'), await knock('101', 'Berger')]).toMatchObject([
    { decision: 'enter' },
    { decision: 'enter' },
  ]);
  await rig.say(context, desk, { G1: { ...anna, room: '305' }, G2: left(ben, rig.clock.instant()) });
  await rig.settleAll(context);
  expect([await knock('101', 'Novak'), await knock('305', 'Novak'), await knock('101', 'Berger')]).toMatchObject([
    unknown,
    { decision: 'enter' },
    unknown,
  ]);
});

test('whoever may not use the network does not enter either', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  await rig.settleAll(context);
  await fresh.database.query(
    context,
    { name: 'test_disable', text: 'update users set disabled = true where organization_id = $1' },
    [context.organizationId],
  );
  expect(await knock('101', 'Novak')).toEqual({ decision: 'refused', reason: 'user_disabled' });
});

test('guessing closes the room for a quarter of an hour, even to the right name; another room stays open', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101'), G2: guest('Berger', '102') });
  await rig.settleAll(context);
  for (let guess = 0; guess < 10; guess += 1) expect(await knock('101', `guess ${guess}`)).toEqual(unknown);
  expect(await knock('0101', 'Novak')).toMatchObject({ decision: 'wait', seconds: 900 });
  expect(await knock('102', 'Berger')).toMatchObject({ decision: 'enter' });
  await rig.clock.advance(901);
  expect(await knock('101', 'Novak')).toMatchObject({ decision: 'enter' });
});

test('a room is one room however its letters are written', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', 'S1') });
  await rig.settleAll(context);
  for (let guess = 0; guess < 10; guess += 1) expect(await knock('s1', `guess ${guess}`)).toEqual(unknown);
  expect(await knock('\u017f1', 'Novak')).toMatchObject({ decision: 'wait' });
});

test('a phone that tries room after room is made to wait', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '150') });
  await rig.settleAll(context);
  for (let room = 101; room <= 110; room += 1)
    expect(await knock(String(room), 'Novak', 'aabbcc001122')).toEqual(unknown);
  expect(await knock('150', 'Novak', 'aabbcc001122')).toMatchObject({ decision: 'wait' });
});

test('a user enters with the right password only', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  await rig.settleAll(context);
  const stored = new RadiusPasswords(rig.secrets, rig.chance).store('Sommer 2026!').passwordSsha512;
  await fresh.database.query(
    context,
    { name: 'test_password', text: 'update users set password_ssha512 = $2 where organization_id = $1' },
    [context.organizationId, stored],
  );
  const by = (password: string) =>
    door.signIn(
      context,
      { by: 'username_password', username: '101-NOVAK', password },
      { mac: null, address: '10.0.0.9', ssid: null },
    );
  expect([await by('Sommer 2025!'), await by('Sommer 2026!')]).toEqual([
    { decision: 'refused', reason: 'wrong_password' },
    enters('101-novak'),
  ]);
});

describe('a voucher', () => {
  const code = 'ABCD-EFGH';
  const make = (more: { revokedAt?: string; validUntil?: string; firstUsedAt?: string } = {}) =>
    fresh.database.query(
      context,
      {
        name: 'test_voucher',
        text: `
    with day as (insert into user_groups (organization_id, id, name, name_key, policy, created_at, updated_at)
      values ($1, gen_random_uuid(), 'Day guests', 'day guests', '{}', now(), now()) returning id)
    insert into vouchers (organization_id, id, batch_id, group_id, code, code_key, duration_seconds, max_devices,
      revoked_at, valid_until, first_used_at, created_at, updated_at)
    values ($1, gen_random_uuid(), gen_random_uuid(), (select id from day), $2, $3, 3600, 1, $4, $5, $6, now(), now())`,
      },
      [
        context.organizationId,
        code,
        codeKey(code),
        more.revokedAt ?? null,
        more.validUntil ?? null,
        more.firstUsedAt ?? null,
      ],
    );
  const show = (typed: string, mac = (callers += 1).toString(16).padStart(12, '0')) =>
    door.signIn(context, { by: 'voucher', code: typed }, { mac, address: '10.0.0.9', ssid: 'Lindenhof' });

  test('enters by its code, however it is typed', async () => {
    await make();
    for (const typed of ['ABCD-EFGH', 'abcdefgh', ' abcd-efgh ']) expect(await show(typed)).toEqual(enters(code));
  });

  test.each([
    ['revoked', { revokedAt: '2026-05-14T12:00:00Z' }, 'voucher_disabled'],
    ['not used in time', { validUntil: '2026-05-14T12:00:00Z' }, 'voucher_expired'],
    ['used up', { firstUsedAt: '2026-05-14T11:00:00Z' }, 'voucher_expired'],
  ])('does not enter when %s', async (_words, more, reason) => {
    await make(more);
    expect(await show(code)).toEqual({ decision: 'refused', reason });
  });

  test("a user's name is no code: the password is not spared", async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101') });
    await rig.settleAll(context);
    expect(await show('101-novak')).toEqual({ decision: 'refused', reason: 'unknown_voucher' });
  });

  test('a phone that guesses codes is made to wait, even with the right one', async () => {
    await make();
    for (let guess = 0; guess < 10; guess += 1)
      expect(await show(`guess-${guess}`, 'aabbcc001122')).toMatchObject({ decision: 'refused' });
    expect(await show(code, 'aabbcc001122')).toMatchObject({ decision: 'wait' });
    expect(await show(code)).toEqual(enters(code));
  });
});
