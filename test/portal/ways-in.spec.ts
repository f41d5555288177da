import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AuthenticationProvidersRepository } from '../../src/console/authentication-providers/authentication-providers.repository.js';
import { LinkedAccountsRepository } from '../../src/console/linked-accounts/linked-accounts.repository.js';
import { SingleSignOn } from '../../src/console/single-sign-on/single-sign-on.js';
import { SingleSignOnRepository } from '../../src/console/single-sign-on/single-sign-on.repository.js';
import { AuthenticationProvidersService } from '../../src/console/authentication-providers/authentication-providers.service.js';
import { ProviderSecrets } from '../../src/console/authentication-providers/provider-secrets.js';
import { roomKey } from '../../src/console/portal-attempts/room-key.js';
import type { CaptivePortal } from '../../src/console/captive-portals/captive-portal.js';
import { OutboxRepository } from '../../src/console/events/outbox.repository.js';
import { Events } from '../../src/console/events/events.js';
import { RadiusPasswords } from '../../src/console/passwords/radius-passwords.js';
import { KnownPartiesRepository } from '../../src/console/policies/known-parties.repository.js';
import { PoliciesRepository } from '../../src/console/policies/policies.repository.js';
import { PolicyExplanation } from '../../src/console/policies/policy-explanation.js';
import { PortalAttemptsRepository } from '../../src/console/portal-attempts/portal-attempts.repository.js';
import { PortalAttemptsService } from '../../src/console/portal-attempts/portal-attempts.service.js';
import { RegistrationsRepository } from '../../src/console/registrations/registrations.repository.js';
import { OrderedWriter } from '../../src/console/batch/ordered-writer.js';
import { UserSet } from '../../src/console/users/user-set.js';
import { UserSetRepository } from '../../src/console/users/user-set.repository.js';
import { codeKey } from '../../src/console/vouchers/voucher.js';
import type { Context } from '../../src/kernel/context.js';
import { HeardChanges } from '../../src/database/heard-changes.js';
import { SilentLog } from '../../src/kernel/log.js';
import { macWithColons } from '../../src/kernel/mac-address.js';
import { Reach } from '../../src/kernel/reach.js';
import { PortalAttempts } from '../../src/portal/admission/attempts.js';
import { Registrations } from '../../src/portal/admission/registrations.js';
import { PortalRegistrationsRepository } from '../../src/portal/admission/registrations.repository.js';
import type { GatewayArrival } from '../../src/portal/gateways/contract/gateway.js';
import { DirectoriesRepository } from '../../src/portal/identity/directories.repository.js';
import { LdapDirectory } from '../../src/portal/identity/ldap/ldap-directory.js';
import { SamlExchange } from '../../src/portal/identity/saml/saml-exchange.js';
import { ProviderSignIns } from '../../src/portal/identity/provider-sign-ins.js';
import { AccountMarks } from '../../src/portal/ways/account-marks.js';
import { AllowedAccounts } from '../../src/portal/ways/allowed-accounts.js';
import { HttpService } from '@nestjs/axios';
import { SignInAttempts } from '../../src/console/sign-in/sign-in-attempts.js';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { SignInStates } from '../../src/portal/identity/contract/sign-in-states.js';
import { OidcClients } from '../../src/portal/identity/oidc/oidc-clients.js';
import { OidcSignIn } from '../../src/portal/identity/oidc/oidc-sign-in.js';
import { PersonAccounts } from '../../src/portal/ways/person-accounts.js';
import { ProviderPeople } from '../../src/portal/ways/provider-people.js';
import { DirectoryPeople } from '../../src/portal/ways/directory-people.js';
import { KnownAccountsRepository } from '../../src/portal/ways/known-accounts.repository.js';
import { MadeAccounts } from '../../src/portal/ways/made-accounts.js';
import type { GuestProof, Verdict } from '../../src/portal/ways/proof.js';
import { RoomSurname } from '../../src/portal/ways/room-surname.js';
import { WaysIn } from '../../src/portal/ways/ways-in.js';
import { GuestsInHouse } from '../../src/provisioning/wifi-console/built-in/guests-in-house.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { RecordedAlarms } from '../kernel/recorded-alarms.js';
import { guest, left, makeRig, type Rig } from '../provisioning/reconcile/rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let portal: CaptivePortal;
let ways: WaysIn;
let attempts: PortalAttemptsService;
let registrations: Registrations;
let alarms: RecordedAlarms;
let callers = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  alarms = new RecordedAlarms();
  const { database } = fresh;
  const { clock, chance, ids } = rig;
  const accounts = new AllowedAccounts(
    new PolicyExplanation(new KnownPartiesRepository(database), new PoliciesRepository(database), clock),
  );
  const rows = new PortalAttemptsRepository(database);
  const tried = new PortalAttempts(rows, database, alarms, clock, ids);
  registrations = new Registrations(
    new PortalRegistrationsRepository(database),
    new RegistrationsRepository(database),
    new Events(new OutboxRepository(database), database, rig.wakeUps, clock, ids),
    database,
    clock,
    ids,
  );
  const passwords = new RadiusPasswords(rig.secrets, chance);
  const users = new UserSet(
    database,
    new UserSetRepository(database),
    passwords,
    clock,
    ids,
    new OrderedWriter(database),
  );
  const reach = new Reach({ allowPrivateTargets: true });
  const sealed = new ProviderSecrets(rig.secrets);
  const providers = new AuthenticationProvidersService(
    new AuthenticationProvidersRepository(
      database,
      new HeardChanges(database, rig.wakeUps, '', clock, chance, ids, new SilentLog()),
    ),
    sealed,
    new LinkedAccountsRepository(database),
    new SingleSignOn(new SingleSignOnRepository(database)),
    database,
    reach,
    clock,
    ids,
  );
  const ldap = new LdapDirectory(reach, clock);
  const http = new AxiosHttpClient(new HttpService(), { allowPrivateTargets: true });
  const states = new SignInStates(rig.secrets, new SignInAttempts(database, clock), clock, ids);
  const oidc = new OidcSignIn(new OidcClients(http, reach, clock), states, clock);
  const directories = new DirectoriesRepository(database);
  const signIns = new ProviderSignIns(providers, sealed, ldap, oidc, new SamlExchange(clock), directories, states);
  const marks = new AccountMarks(database, clock);
  const made = new MadeAccounts(users, accounts, registrations, chance, clock, marks, database);
  const people = new PersonAccounts(users, marks, database);
  ways = new WaysIn(
    new RoomSurname(new GuestsInHouse(database), accounts, tried, clock),
    accounts,
    new KnownAccountsRepository(database),
    made,
    registrations,
    tried,
    passwords,
    clock,
    new DirectoryPeople(signIns, new ProviderPeople(made, people, accounts, registrations), new SilentLog()),
  );
  attempts = new PortalAttemptsService(rows, database, alarms, clock);
  portal = await makePortal();
});

async function makePortal(more: Partial<CaptivePortal> = {}): Promise<CaptivePortal> {
  const made = {
    id: rig.ids.next(),
    name: 'Lindenhof',
    methods: ['room_surname', 'voucher', 'username_password', 'terms_only', 'remembered'],
    groupId: null,
    durationSeconds: 3600,
    roomRules: {},
    rememberDays: 7,
    ...more,
  };
  await fresh.database.query(
    context,
    {
      name: 'test_portal',
      text: `insert into captive_portals (organization_id, id, name, slug, methods, vendor, created_at, updated_at)
        values ($1, $2, $3, $4, $5, 'generic', now(), now())`,
    },
    [context.organizationId, made.id, made.name, made.id, made.methods],
  );
  return made as unknown as CaptivePortal;
}

const newMac = () => (callers += 1).toString(16).padStart(12, '0');

function arrival(mac: string | null): GatewayArrival {
  return {
    gatewayId: null,
    vendor: 'generic',
    clientMac: mac === null ? null : macWithColons(mac),
    clientAddress: null,
    accessPointMac: null,
    ssid: 'Lindenhof',
    nasId: null,
    problem: null,
    proof: 'none',
    values: {},
  };
}

function prove(proof: GuestProof, mac: string | null = newMac(), more: Partial<GatewayArrival> = {}): Promise<Verdict> {
  return ways.prove(context, portal, proof, { ...arrival(mac), ...more }, 'de');
}

/** Each from another phone, unless the test says which. */
function signIn(room: string, surname: string, mac = newMac(), thirdFact?: string): Promise<Verdict> {
  return prove({ by: 'room_surname', room, surname, ...(thirdFact ? { thirdFact } : {}) }, mac);
}

const enters = (username: string) => ({ decision: 'enter', registration: { username } });
const unknown = { decision: 'refused', field: 'surname', reason: 'unknown_guest' };

describe('room and surname', () => {
  test.each([
    ['Nováková', '0212', ['Nováková', 'novakova', 'NOVAKOVA', ' nova-kova ']],
    ['Müller-Lüdenscheidt', '212', ['Mueller Luedenscheidt', 'muller', 'Lüdenscheidt', 'müllerlüdenscheidt']],
    ['Mueller', '212', ['Müller', 'mueller']],
    ['van den Berg', '212', ['Berg', 'van den berg', 'Vandenberg']],
    ['Berg', '212', ['van den Berg']],
    ["O'Brien", '212', ['OBrien', 'o’brien', 'o brien']],
    ['Иванов', '212', ['Ivanov', 'Иванов']],
    ['Ivanov', '212', ['Иванов']],
    ['Søren Åberg', '212', ['soren aberg', 'soeren aaberg', 'Åberg']],
    ['García Márquez', '212', ['Garcia', 'marquez', 'Jana Garcia Marquez', 'garcia marquez jana']],
  ])('%s in %s enters, however the name is written', async (lastName, room, typed) => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest(lastName, room) });
    await rig.settleAll(context);
    for (const name of typed) expect([name, await signIn('212', name)]).toMatchObject([name, { decision: 'enter' }]);
    expect(await signIn('212', 'Novotny')).toEqual(unknown);
  });

  test.each(['0212', '212', ' 0212 ', 'Room 212', 'Zi. 0212', '０２１２', '2-12', 'no. 212', '#212'])(
    'the room may be written %s',
    async (room) => {
      const desk = await rig.connection(context);
      await rig.say(context, desk, { G1: guest('Novak', '0212') });
      await rig.settleAll(context);
      expect(await signIn(room, 'Novak')).toMatchObject({ decision: 'enter' });
    },
  );

  test('what guests know is written down with them', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101', { email: 'jana@example.com' }) });
    await rig.settleAll(context);
    expect(await signIn('101', 'Novak', 'aabbcc001122')).toMatchObject({
      decision: 'enter',
      registration: {
        portalId: portal.id,
        method: 'room_surname',
        username: '101-novak',
        firstName: 'Jana',
        lastName: 'Novak',
        email: 'jana@example.com',
        mac: 'aabbcc001122',
        ssid: 'Lindenhof',
        language: 'de',
        until: expect.any(String),
      },
    });
  });

  test('a wrong room, a wrong name, many names at once and nobody at all look the same', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, {
      G1: guest('Novak', '101'),
      G2: guest('Guest', '103'),
      G3: guest('.', '104', { firstName: undefined }),
      G4: guest('Svoboda', '105', { status: 'expected', checkInAt: undefined, arrivalAt: '2026-05-20T12:00:00.000Z' }),
    });
    await rig.settleAll(context);
    for (const [room, name] of [
      ['101', 'Nowak'],
      ['102', 'Novak'],
      ['101', ''],
      ['', 'Novak'],
      ['101', 'Berger-Novak Smith'],
      ['103', 'Guest'],
      ['104', '.'],
      ['105', 'Svoboda'],
    ])
      expect([room, name, await signIn(room, name)]).toEqual([room, name, unknown]);
  });

  test('names that a hotel system has in the wrong order are known in both', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('', '101', { lastName: undefined, firstName: 'Novak' }) });
    await rig.settleAll(context);
    const verdict = await signIn('101', 'Novak');
    expect(['enter', 'refused']).toContain(verdict.decision);
  });

  test('sharers enter by their own names; who moved enters by the new room, who left is told so', async () => {
    const desk = await rig.connection(context);
    const [anna, ben] = [guest('Novak', '101'), guest('Berger', '101', { role: 'sharer' })];
    await rig.say(context, desk, { G1: anna, G2: ben });
    await rig.settleAll(context);
    expect([await signIn('101', 'Novak'), await signIn('101', 'Berger')]).toMatchObject([
      { decision: 'enter' },
      { decision: 'enter' },
    ]);
    await rig.say(context, desk, { G1: { ...anna, room: '305' }, G2: left(ben, rig.clock.instant()) });
    await rig.settleAll(context);
    expect([await signIn('101', 'Novak'), await signIn('305', 'Novak'), await signIn('101', 'Berger')]).toMatchObject([
      unknown,
      { decision: 'enter' },
      { decision: 'refused', reason: 'checked_out' },
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
    expect(await signIn('101', 'Novak')).toEqual({ decision: 'refused', field: null, reason: 'not_allowed' });
  });

  test('guests who cannot be told apart are asked for the day of departure or the booking', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, {
      G1: guest('Novak', '101', { reservationNumber: 'R-77001' }),
      G2: guest('Novak', '1-01', { reservationNumber: 'R-77002', departureAt: '2026-05-19T09:00:00.000Z' }),
    });
    await rig.settleAll(context);
    expect(await signIn('101', 'Novak')).toEqual({ decision: 'third_fact', what: 'confirmation_number' });
    const one = await signIn('101', 'Novak', newMac(), 'r77001');
    const other = await signIn('101', 'Novak', newMac(), '19.5.2026');
    expect([one, other]).toMatchObject([{ decision: 'enter' }, { decision: 'enter' }]);
    for (const written of ['１９．５．２０２６', '١٩/٥/٢٠٢٦', '5月19日'])
      expect(await signIn('101', 'Novak', newMac(), written)).toMatchObject({ decision: 'enter' });
    expect(one).not.toMatchObject({
      registration: { username: (other as { registration: { username: string } }).registration.username },
    });
    expect(await signIn('101', 'Novak', newMac(), '24.12.')).toMatchObject({ reason: 'third_fact_wrong' });
  });
});

describe('who shares a room', () => {
  const booked = { reservationNumber: 'R-88001' };
  beforeEach(async () => {
    portal = await makePortal({ methods: ['room_surname'], roomRules: { sharers: 'main_account' } });
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101', booked), G2: guest('Berg', '101', booked) });
    await rig.settleAll(context);
  });

  test('gets in by the number of the booking where the hotel says so, as nobody but who they are', async () => {
    const asked = { decision: 'third_fact', what: 'confirmation_number' };
    expect(await signIn('101', 'Keller')).toMatchObject(asked);
    // Nothing tells a room that is empty from one that is not.
    expect(await signIn('999', 'Keller')).toMatchObject(asked);
    expect(await signIn('999', 'Keller', newMac(), 'R-88001')).toEqual(unknown);
    for (const wrong of ['16.05.2026', '1605', 'R-88002'])
      expect(await signIn('101', 'Keller', newMac(), wrong)).toEqual(unknown);
    expect(await signIn('101', 'Keller', newMac(), 'r 88001')).toMatchObject({
      decision: 'enter',
      registration: { username: '101-novak', lastName: 'Keller', firstName: null, email: null },
    });
    expect(await signIn('101', 'Berg')).toMatchObject(enters('101-berg'));
  });

  test('and has no account, though the booking names them, gets in by the one of the room', async () => {
    await rig.database.query(
      context,
      {
        name: 'test_unbound',
        text: "update bindings set ended_at = now() where organization_id = $1 and name = '101-berg'",
      },
      [context.organizationId],
    );
    expect(await signIn('101', 'Berg')).toMatchObject({
      decision: 'enter',
      registration: { username: '101-novak', lastName: 'Berg' },
    });
  });

  test('a name that fits nobody is a failure, however often more is asked for', async () => {
    const mac = newMac();
    for (let each = 0; each < 5; each += 1)
      expect(await signIn('101', `Guess${each}`, mac)).toMatchObject({ decision: 'third_fact' });
    expect(await signIn('101', 'Novak', mac)).toMatchObject({ decision: 'wait' });
  });

  test('stays out where the hotel does not say so', async () => {
    portal = await makePortal({ methods: ['room_surname'] });
    expect(await signIn('101', 'Keller')).toEqual(unknown);
    expect(await signIn('101', 'Keller', newMac(), 'R-88001')).toEqual(unknown);
  });
});

describe('guessing', () => {
  test('closes the room for a quarter of an hour, even to the right name; another room stays open', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101'), G2: guest('Berger', '102') });
    await rig.settleAll(context);
    for (let guess = 0; guess < 10; guess += 1) expect(await signIn('101', `guess ${guess}`)).toEqual(unknown);
    expect(await signIn('0101', 'Novak')).toEqual({ decision: 'wait', seconds: 900 });
    expect(await signIn('102', 'Berger')).toMatchObject({ decision: 'enter' });
    await rig.clock.advance(901);
    expect(await signIn('101', 'Novak')).toMatchObject({ decision: 'enter' });
  });

  test('reception unlocks the room at once', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', 'S1') });
    await rig.settleAll(context);
    for (let guess = 0; guess < 10; guess += 1) await signIn('s1', `guess ${guess}`);
    expect(await signIn('\u017f1', 'Novak')).toMatchObject({ decision: 'wait' });
    expect(await attempts.unlock(context, { room: 'Room S-1' })).toBe(1);
    expect(await signIn('s1', 'Novak')).toMatchObject({ decision: 'enter' });
  });

  test('a phone that tries room after room is made to wait for ten minutes after five', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '150') });
    await rig.settleAll(context);
    for (let room = 101; room <= 105; room += 1)
      expect(await signIn(String(room), 'Novak', 'aabbcc001122')).toEqual(unknown);
    expect(await signIn('150', 'Novak', 'aabbcc001122')).toEqual({ decision: 'wait', seconds: 600 });
    expect(await attempts.unlock(context, { mac: 'aabbcc001122' })).toBe(1);
    expect(await signIn('150', 'Novak', 'aabbcc001122')).toMatchObject({ decision: 'enter' });
  });

  test('a burst gets no more tries than one after the other', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101') });
    await rig.settleAll(context);
    const verdicts = await Promise.all(Array.from({ length: 40 }, (_, index) => signIn('101', `guess ${index}`)));
    expect(verdicts.filter(({ decision }) => decision === 'refused')).toHaveLength(10);
  });

  test('a hundred rooms by common names, each from another phone: people are told, and more is asked for', async () => {
    const desk = await rig.connection(context);
    const names = ['Novak', 'Muller', 'Smith', 'Garcia'];
    const rooms = Array.from({ length: 25 }, (_, index) => String(101 + index));
    await rig.say(
      context,
      desk,
      Object.fromEntries(
        rooms.map((room, index) => [`G${room}`, guest(index === 24 ? 'Garcia' : `Somebody${index}x`, room)]),
      ),
    );
    await rig.settleAll(context);
    const verdicts: Verdict[] = [];
    for (const name of names) for (const room of rooms) verdicts.push(await signIn(room, name));
    expect(verdicts.filter(({ decision }) => decision === 'refused')).toHaveLength(60);
    expect(verdicts.filter(({ decision }) => decision === 'enter')).toEqual([]);
    expect(alarms.open).toMatchObject([{ event: 'portal.guessing', subjectId: portal.id, facts: { failures: 60 } }]);
    // A guest goes on with one fact more, and is not told whether the rest was right.
    expect(await signIn('125', 'Garcia')).toEqual({ decision: 'third_fact', what: 'departure' });
    expect(await signIn('125', 'Nobody')).toEqual({ decision: 'third_fact', what: 'departure' });
    expect(await signIn('125', 'Garcia', newMac(), '17.5.')).toEqual(unknown);
    expect(await signIn('125', 'Garcia', newMac(), '16.05.2026')).toMatchObject({ decision: 'enter' });
    await rig.clock.advance(1801);
    expect(await signIn('125', 'Garcia')).toMatchObject({ decision: 'enter' });
  });
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
  const by = (password: string, username = '101-NOVAK') => prove({ by: 'username_password', username, password });
  const wrong = { decision: 'refused', field: 'password', reason: 'wrong_password' };
  expect([await by('Sommer 2025!'), await by('Sommer 2026!', 'nobody'), await by('Sommer 2026!')]).toMatchObject([
    wrong,
    wrong,
    enters('101-novak'),
  ]);
  // Typed on a keyboard of full-width letters, or of Arabic digits.
  for (const typed of ['１０１－ｎｏｖａｋ', '١٠١-novak'])
    expect([await by('Sommer 2026!', typed), await by('Sommer 2025!', typed)]).toMatchObject([
      enters('101-novak'),
      wrong,
    ]);
});

describe('a guest of whom nobody asks who they are', () => {
  const agreed = { kind: 'terms', textHash: 'a'.repeat(64), version: '3', language: 'de' } as const;

  test('has an account for the device, without a password, for the duration of the portal', async () => {
    expect(await prove({ by: 'terms_only' })).toEqual({
      decision: 'refused',
      field: 'terms',
      reason: 'terms_not_accepted',
    });
    const mac = newMac();
    const first = await prove({ by: 'terms_only', consents: [agreed] }, mac);
    expect(first).toMatchObject({
      decision: 'enter',
      registration: { method: 'terms_only', username: expect.stringMatching(/^guest-/), termsVersion: '3' },
    });
    const again = await prove({ by: 'terms_only', consents: [agreed] }, mac);
    expect(again).toMatchObject({ registration: { id: (first as { registration: { id: string } }).registration.id } });
    const rows = await fresh.database.query(
      context,
      {
        name: 'test_made_accounts',
        text: 'select password_ssha512 as password, max_devices as "maxDevices" from users where organization_id = $1',
      },
      [context.organizationId],
    );
    expect(rows).toEqual([{ password: null, maxDevices: 1 }]);
  });

  test('is asked again when the portal does not offer it any more', async () => {
    portal = await makePortal({ methods: ['voucher'] });
    expect(await prove({ by: 'terms_only', consents: [agreed] })).toMatchObject({ reason: 'method_not_offered' });
  });
});

describe('a remembered device', () => {
  test('enters without being asked, for so many days and while its account may', async () => {
    const desk = await rig.connection(context);
    const anna = guest('Novak', '101');
    await rig.say(context, desk, { G1: anna });
    await rig.settleAll(context);
    expect(await prove({ by: 'remembered' }, 'aabbcc001122')).toMatchObject({ reason: 'not_remembered' });
    await signIn('101', 'Novak', 'aabbcc001122');
    expect(await prove({ by: 'remembered' }, 'aabbcc001122')).toMatchObject(enters('101-novak'));
    expect(await prove({ by: 'remembered' }, 'aabbcc001133')).toMatchObject({ reason: 'not_remembered' });
    await rig.say(context, desk, { G1: left(anna, rig.clock.instant()) });
    await rig.settleAll(context);
    await rig.clock.advance(3 * 3600);
    await rig.settleAll(context);
    expect(await prove({ by: 'remembered' }, 'aabbcc001122')).toMatchObject({ reason: 'not_remembered' });
  });

  test('is asked again once its guest has signed out', async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101') });
    await rig.settleAll(context);
    const verdict = await signIn('101', 'Novak', 'aabbcc001122');
    if (verdict.decision !== 'enter') throw new Error('not let in');
    expect(await registrations.endOwn(context, verdict.registration)).toBe(true);
    expect(await prove({ by: 'remembered' }, 'aabbcc001122')).toMatchObject({ reason: 'not_remembered' });
  });
});

test('every way to write a room comes to one key', () => {
  for (const [typed, key] of [
    ['Room 0101', '101'],
    ['zi.7b', '7b'],
    ['Nr 12', '12'],
    ['nora', 'nora'],
    ['000', '0'],
    ['A-01', 'a01'],
  ])
    expect(roomKey(typed)).toBe(key);
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
  const show = (typed: string, mac: string | null = newMac(), more: Partial<GatewayArrival> = {}) =>
    prove({ by: 'voucher', code: typed }, mac, more);

  test('enters by its code, however it is typed', async () => {
    await make();
    for (const typed of ['ABCD-EFGH', 'abcdefgh', ' abcd-efgh ']) expect(await show(typed)).toMatchObject(enters(code));
  });

  test.each([
    ['revoked', { revokedAt: '2026-05-14T12:00:00Z' }, 'voucher_expired'],
    ['not used in time', { validUntil: '2026-05-14T12:00:00Z' }, 'voucher_expired'],
    ['used up', { firstUsedAt: '2026-05-14T11:00:00Z' }, 'voucher_expired'],
  ])('does not enter when %s', async (_words, more, reason) => {
    await make(more);
    expect(await show(code)).toEqual({ decision: 'refused', field: 'code', reason });
  });

  test("a user's name is no code: the password is not spared", async () => {
    const desk = await rig.connection(context);
    await rig.say(context, desk, { G1: guest('Novak', '101') });
    await rig.settleAll(context);
    expect(await show('101-novak')).toEqual({ decision: 'refused', field: 'code', reason: 'unknown_voucher' });
  });

  test('a phone that guesses codes is made to wait, even with the right one', async () => {
    await make();
    for (let guess = 0; guess < 5; guess += 1)
      expect(await show(`guess-${guess}`, 'aabbcc001122')).toMatchObject({ decision: 'refused' });
    expect(await show(code, 'aabbcc001122')).toMatchObject({ decision: 'wait' });
    expect(await show(code)).toMatchObject(enters(code));
  });

  describe('guessed at with another address of a device for each code', () => {
    const guessAll = async (many: number, gatewayId: string | null = null) => {
      const verdicts: Verdict[] = [];
      for (let guess = 0; guess < many; guess += 1)
        verdicts.push(await show(`guess-${guess}`, newMac(), { gatewayId }));
      return verdicts;
    };

    test('people are told, and whoever is not in yet waits half a minute before a code is looked at', async () => {
      await make();
      await show(code, 'aabbcc001122');
      expect((await guessAll(60)).filter(({ decision }) => decision !== 'refused')).toEqual([]);
      expect(alarms.open).toMatchObject([
        { event: 'portal.guessing', state: 'guessing_vouchers', subjectId: portal.id, facts: { failures: 60 } },
      ]);
      expect(await show(code, 'aabbcc003344')).toEqual({ decision: 'wait', seconds: 30 });
      await rig.clock.advance(29);
      expect(await show(code, 'aabbcc003344')).toEqual({ decision: 'wait', seconds: 1 });
      await rig.clock.advance(1);
      expect(await show(code, 'aabbcc003344')).toMatchObject(enters(code));
      // The turn was good once, but the device is in now, as is the one from before.
      for (const mac of ['aabbcc003344', 'aabbcc001122']) expect(await show(code, mac)).toMatchObject(enters(code));
      await rig.clock.advance(1800);
      expect(await show(code, 'aabbcc005566')).toMatchObject(enters(code));
    });

    test('each of many at once waits longer, and nobody longer than two minutes', async () => {
      await make();
      await guessAll(60);
      const waits = (await guessAll(250)).map((verdict) => (verdict.decision === 'wait' ? verdict.seconds : 0));
      expect(waits.slice(0, 3)).toEqual([30, 31, 31]);
      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(waits.at(-1)).toBe(120);
      expect(await show(code, 'aabbcc003344')).toEqual({ decision: 'wait', seconds: 120 });
      await rig.clock.advance(120);
      expect(await show(code, 'aabbcc003344')).toMatchObject(enters(code));
    });

    test('a turn is for one code: a wrong one waits anew, and of two at once one is looked at', async () => {
      await guessAll(60);
      await show('guess', 'aabbcc003344');
      await rig.clock.advance(30);
      const both = await Promise.all(['one', 'two'].map((each) => show(each, 'aabbcc003344')));
      expect(both.map(({ decision }) => decision).sort()).toEqual(['refused', 'wait']);
    });

    test('where the gateway tells of no device, the code waits, and others are looked at beside it', async () => {
      await make();
      for (let guess = 0; guess < 60; guess += 1)
        expect(await show(`guess-${guess}`, null)).toMatchObject({ decision: 'refused' });
      for (let guess = 0; guess < 3; guess += 1) await show(`more-${guess}`, null);
      expect(await show(code, null)).toMatchObject({ decision: 'wait' });
      await rig.clock.advance(60);
      expect(await show(code, null)).toMatchObject(enters(code));
      const kept = await fresh.database.query(
        context,
        {
          name: 'test_kept_codes',
          text: `select subject from portal_attempts where organization_id = $1 and subject ~* '(guess|more|abcd)'`,
        },
        [context.organizationId],
      );
      expect(kept).toEqual([]);
    });

    test('at one gateway, guests of the others do not wait; reception ends it', async () => {
      await make();
      const [lobby, pool] = [rig.ids.next(), rig.ids.next()];
      await guessAll(60, lobby);
      expect(await show(code, newMac(), { gatewayId: lobby })).toMatchObject({ decision: 'wait' });
      expect(await show(code, newMac(), { gatewayId: pool })).toMatchObject(enters(code));
      const list = await fresh.database.query<{ id: string }>(
        context,
        {
          name: 'test_guessed_vouchers',
          text: `select id from portal_attempts where organization_id = $1 and kind = 'vouchers' and locked_until > $2`,
        },
        [context.organizationId, rig.clock.instant()],
      );
      expect(await attempts.unlock(context, { id: list[0]!.id })).toBe(1);
      expect(alarms.open).toEqual([]);
      expect(await show(code, newMac(), { gatewayId: lobby })).toMatchObject(enters(code));
    });
  });
});
