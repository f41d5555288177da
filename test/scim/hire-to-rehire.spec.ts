import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { eventually } from '../kernel/manual-clock.js';
import { FakeEntra } from '../simulators/scim/fake-entra.js';
import { FakeJumpCloud, FakeRippling } from '../simulators/scim/fake-others.js';
import { FakeOktaCatalogue, FakeOktaCustom } from '../simulators/scim/fake-okta.js';
import { person } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

/** From the directory's word to the console's account, and back. */
let world: ScimWorld;
beforeAll(async () => {
  world = await scimWorld({}, { access: { preset: 'staff', deliver: [] } });
  await world.work();
});
afterAll(async () => {
  await world.close();
});

interface Account {
  readonly id: string;
  readonly username: string;
  readonly disabled: number;
  readonly group: string | null;
}

async function accountOf(username: string): Promise<Account | undefined> {
  const { _embedded } = await world.made(200, 'GET', `/users?filter[username]=${encodeURIComponent(username)}`);
  const [found] = _embedded.users;
  if (!found) return undefined;
  const group = found.table_id ? (await world.made(200, 'GET', `/user-groups/${found.table_id}`)).name : null;
  return { id: found.id, username: found.username, disabled: Number(found.disabled), group };
}

async function expectAccount(username: string, wanted: Partial<Account>): Promise<Account> {
  let found: Account | undefined;
  await eventually(`${username} is ${JSON.stringify(wanted)}`, async () => {
    found = await accountOf(username);
    return (
      found !== undefined && Object.entries(wanted).every(([name, value]) => found?.[name as keyof Account] === value)
    );
  });
  return found as Account;
}

async function connected(): Promise<string> {
  return (await world.connect({ access: { preset: 'staff', deliver: [] } })).token;
}

test.each([
  ['as it ever was', false],
  ['with its flag for the standard', true],
])('Entra ID, %s: hired, moved, renamed, disabled, back, gone, hired anew', async (_how, hasFlag) => {
  const entra = new FakeEntra(world.client(await connected()), { hasFlag });
  const [jana, boss] = [person(`jana.novak${Number(hasFlag)}`), person(`eva.lind${Number(hasFlag)}`)];
  await entra.testConnection();
  await entra.provision([jana, boss]);
  const { id } = await expectAccount(jana.email, { disabled: 0, group: 'Finance' });

  const group = await entra.group(`WiFi-Finance ${Number(hasFlag)}`, `object-${Number(hasFlag)}`);
  await entra.addMembers(group, [jana, boss]);
  await expectAccount(jana.email, { id, group: `WiFi-Finance ${Number(hasFlag)}` });
  await entra.removeMember(group, jana);
  await expectAccount(jana.email, { id, group: 'Finance' });
  await expectAccount(boss.email, { group: `WiFi-Finance ${Number(hasFlag)}` });

  const before = jana.email;
  Object.assign(jana, {
    familyName: 'Svoboda',
    userName: `jana.svoboda${Number(hasFlag)}@contoso.example`,
    email: `jana.svoboda${Number(hasFlag)}@contoso.example`,
    department: 'Treasury',
  });
  await entra.provision([jana, boss]);
  await expectAccount(jana.email, { id, disabled: 0, group: 'Treasury' });
  expect(await accountOf(before)).toBeUndefined();
  await entra.setManager(jana, entra.ids.get(boss.key) ?? '');

  await entra.disable(jana);
  await expectAccount(jana.email, { id, disabled: 1 });
  jana.isEnabled = true;
  const came = arriving('scim');
  await entra.provisionOne(jana);
  await expectAccount(jana.email, { id, disabled: 0 });
  came();

  await entra.disable(jana);
  expect(await entra.purge(jana)).toBe(204);
  await expectAccount(jana.email, { id, disabled: 1 });
  jana.isEnabled = true;
  await entra.provision([jana]);
  await expectAccount(jana.email, { disabled: 0, group: 'Treasury' });
});

test('Entra ID that matches by address, whose answers are lost, ends in the same', async () => {
  const client = world.client(await connected());
  const entra = new FakeEntra(client, { hasFlag: false, matchesBy: 'emails[type eq "work"].value' });
  client.losesAnswers = true;
  const people = [person('max.muster'), person('mia.muster', { userName: 'somebody.else@contoso.example' })];
  await entra.provision(people);
  const group = await entra.group('WiFi-Lost', 'object-lost');
  await entra.addMembers(group, people);
  await entra.removeMember(group, people[0]);
  await entra.disable(people[1]);
  await expectAccount('max.muster@contoso.example', { disabled: 0, group: 'Finance' });
  await expectAccount('mia.muster@contoso.example', { disabled: 1 });
  expect(client.heard.failures).toBeLessThan(client.heard.requests * 0.4);
});

test('Okta, custom app: everything by reading and putting back', async () => {
  const okta = new FakeOktaCustom(world.client(await connected()));
  const [ola, per] = [person('ola.berg'), person('per.dahl')];
  await okta.assign(ola);
  await okta.assign(per);
  await okta.pushGroup('WiFi-Oslo', [ola, per]);
  await expectAccount(ola.email, { disabled: 0, group: 'WiFi-Oslo' });
  await okta.pushGroup('WiFi-Oslo', [per]);
  const { id } = await expectAccount(ola.email, { disabled: 0, group: 'Staff' });
  await okta.setActive(ola, false);
  await expectAccount(ola.email, { id, disabled: 1 });
  await okta.setActive(ola, true);
  await expectAccount(ola.email, { id, disabled: 0 });
  await expectAccount(per.email, { group: 'WiFi-Oslo' });
});

test('Okta, app of the catalogue: a profile that does not mention active keeps it', async () => {
  const okta = new FakeOktaCatalogue(world.client(await connected()));
  const [liv, ute] = [person('liv.moen'), person('ute.wolf')];
  await okta.assign(liv);
  await okta.assign(ute);
  const group = await okta.createGroup('WiFi-Bergen');
  await okta.changeMembers(group, 'WiFi-Bergen', [], [liv]);
  await expectAccount(liv.email, { group: 'WiFi-Bergen' });
  await okta.changeMembers(group, 'WiFi-Bergen', [liv], [ute]);
  await expectAccount(ute.email, { group: 'WiFi-Bergen' });
  await okta.pushAllMembers(group, [liv]);
  await expectAccount(liv.email, { group: 'WiFi-Bergen', disabled: 0 });
  await expectAccount(ute.email, { group: 'Staff' });
  await okta.setActive(liv, false);
  await okta.update(liv);
  await expectAccount(liv.email, { disabled: 1 });
});

test('JumpCloud: tries itself out, takes a group over, deactivates, deletes', async () => {
  const client = world.client(await connected());
  const jumpcloud = new FakeJumpCloud(client);
  await jumpcloud.activate();
  const [kim, lou] = [person('kim.park'), person('lou.reed')];
  await jumpcloud.create(kim);
  await jumpcloud.create(lou);
  const group = await jumpcloud.takeOverGroup('WiFi-Remote', [kim]);
  expect(await jumpcloud.takeOverGroup('wifi-remote', [lou])).toBe(group);
  await expectAccount(kim.email, { disabled: 0, group: 'WiFi-Remote' });
  await expectAccount(lou.email, { disabled: 0, group: 'WiFi-Remote' });
  await jumpcloud.deactivate(kim);
  await expectAccount(kim.email, { disabled: 1 });
  await jumpcloud.delete(lou);
  await expectAccount(lou.email, { disabled: 1 });
});

test('Rippling: "true" as text, the same twice, no paths, upper case', async () => {
  const rippling = new FakeRippling(world.client(await connected()));
  const sam = person('sam.hill');
  await rippling.connect();
  await rippling.hire(sam);
  await expectAccount(sam.email, { disabled: 0 });
  await rippling.change(sam, '0190a0a0-0000-7000-8000-00000000dead');
  await rippling.terminate(sam);
  await expectAccount(sam.email, { disabled: 1 });
});

test('stored events hold the person at that moment, and the link shows that the directory calls', async () => {
  const { id, token } = await world.connect({ access: { preset: 'staff', deliver: [] } });
  const entra = new FakeEntra(world.client(token), { hasFlag: true });
  const ada = person('ada.king');
  await entra.provision([ada]);
  await entra.provision([ada]);
  // Somebody who is disabled before her account was made gets none.
  await expectAccount(ada.email, { disabled: 0 });
  await entra.disable(ada);
  await expectAccount(ada.email, { disabled: 1 });
  const { _embedded } = await world.made(200, 'GET', `/connections/${id}/events`);
  expect(_embedded.events.map(({ status }: { status: string }) => status)).toEqual(['absorbed', 'absorbed']);
  const { link } = await world.made(200, 'GET', `/connections/${id}`);
  expect(link).toMatchObject({ connected: true, last_heard_at: expect.any(String) });
  const [subject] = (await world.made(200, 'GET', `/connections/${id}/subjects`))._embedded.subjects;
  expect(subject).toMatchObject({ facts: { status: 'suspended', user_name: ada.userName } });
});

test('a whole directory in parallel, with lost answers and repeated cycles, ends as the directory is', async () => {
  const client = world.client(await connected());
  client.losesAnswers = true;
  const entra = new FakeEntra(client, { hasFlag: false });
  const people = Array.from({ length: 12 }, (_, index) =>
    person(`worker${index}.crew`, { department: ['Kitchen', 'Front office', 'Spa'][index % 3] }),
  );
  const cycle = () => Promise.all(people.map((each) => entra.provisionOne(each)));
  await cycle();
  const groups = await Promise.all(['WiFi-Early', 'WiFi-Late'].map((name) => entra.group(name, name)));
  await Promise.all(
    groups.flatMap((group, index) => [
      entra.addMembers(
        group,
        people.filter((_, at) => at % 4 === index),
      ),
      entra.addMembers(
        group,
        people.filter((_, at) => at % 4 === index),
      ),
    ]),
  );
  for (const [index, each] of people.entries()) {
    if (index % 5 === 0) each.isEnabled = false;
    if (index % 3 === 0) each.department = 'Night audit';
  }
  await Promise.all([cycle(), entra.removeMember(groups[0], people[4])]);
  await cycle();
  const wanted = (each: (typeof people)[number], index: number) => ({
    disabled: each.isEnabled ? 0 : 1,
    group: index % 4 === 0 && index !== 4 ? 'WiFi-Early' : index % 4 === 1 ? 'WiFi-Late' : each.department,
  });
  for (const [index, each] of people.entries()) {
    const { disabled, group } = wanted(each, index);
    // Whoever lost access keeps the group that they had.
    await expectAccount(each.email, each.isEnabled ? { disabled, group } : { disabled });
  }
});
