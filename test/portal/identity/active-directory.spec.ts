import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SystemClock } from '../../../src/kernel/clock.js';
import { Reach } from '../../../src/kernel/reach.js';
import { DirectoryCheck } from '../../../src/portal/identity/ldap/directory-check.js';
import { LdapDirectory } from '../../../src/portal/identity/ldap/ldap-directory.js';
import { isInstalled } from '../../optional/is-installed.js';
import { type ActiveDirectory, anna, missingForActiveDirectory, startActiveDirectory } from './active-directory.js';

const suite = isInstalled('Samba as Active Directory', missingForActiveDirectory()) ? describe : describe.skip;

suite('Active Directory (Samba)', () => {
  let directory: ActiveDirectory;
  const reach = new Reach({ allowPrivateTargets: true });
  const ldap = new LdapDirectory(reach, new SystemClock());
  beforeAll(async () => {
    directory = await startActiveDirectory();
  }, 120_000);
  afterAll(() => directory?.stop());

  const settings = (other: object = {}) => ({
    url: `ldaps://${directory.address}`,
    ca_certificate: directory.ca,
    base_dn: 'dc=lindenhof,dc=test',
    user_filter: '(&(objectCategory=person)(sAMAccountName={username}))',
    ...directory.administrator,
    ...other,
  });
  const signIn = (username: string, password: string, other: object = {}, withAllGroups = true) =>
    ldap.prove('one', settings(other), { claims: [], withAllGroups }, username, password);
  const group = (name: string) => `CN=${name},CN=Users,DC=lindenhof,DC=test`;

  test('says who somebody is and in which groups, by way of others too, also where these are a circle', async () => {
    const person = await signIn(anna.username, anna.password);
    expect(person).toMatchObject({
      subject: expect.stringMatching(/^[\da-f]{32}$/),
      username: 'anna',
      email: 'anna@example.com',
      firstName: 'Anna',
      lastName: 'Berger',
    });
    expect('groups' in person && [...person.groups].sort()).toEqual(
      [group('Everybody'), group('Kitchen'), group('Staff')].sort(),
    );
  });

  test('tells the groups that somebody is in directly where no others are asked for', async () => {
    expect(await signIn(anna.username, anna.password, {}, false)).toMatchObject({
      groups: [group('Kitchen')],
    });
  });

  test('knows people whose name has what a filter is made of', async () => {
    expect(await signIn('ben', anna.password)).toMatchObject({
      lastName: 'Berger (Küche) *',
      groups: expect.arrayContaining([group('Everybody')]),
    });
  });

  test.each<[string, () => object]>([
    ['by ldaps', () => ({})],
    ['by StartTLS', () => ({ url: `ldap://${directory.address}`, start_tls: true })],
  ])('refuses a wrong password, an empty one and a name that is a filter %s', async (_, way) => {
    const other = way();
    for (const [name, password] of [
      ['anna', 'wrong'],
      ['anna', ''],
      ['an*', anna.password],
      ['nobody)(|(sAMAccountName=anna)', anna.password],
    ])
      expect(await signIn(name, password, other)).toMatchObject({ refused: 'wrong' });
    expect(await signIn(anna.username, anna.password, other)).toMatchObject({ username: 'anna' });
  });

  test('says why somebody is refused, to whoever looks after the directory', async () => {
    const refused = async (name: string, password: string) => {
      const outcome = await signIn(name, password);
      return 'refused' in outcome ? [outcome.refused, outcome.detail.replace('The directory refuses the ', '')] : [];
    };
    expect(await refused('anna', 'wrong')).toEqual(['wrong', 'password']);
    expect(await refused('clara', 'wrong')).toEqual(['wrong', 'password']);
    expect(await refused('clara', anna.password)).toEqual(['expired', 'password: the password must be changed first']);
  });

  test('wants TLS: without it, nobody is let in and nobody is told that the password is wrong', async () => {
    const open = { url: `ldap://${directory.address}`, start_tls: false };
    expect(await signIn(anna.username, anna.password, open)).toMatchObject({ refused: 'unavailable' });
  });

  test('passes every step of its test', async () => {
    const checks = await new DirectoryCheck(reach).check(settings());
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual(
      ['name', 'tcp', 'tls', 'bind', 'search_base'].map((name) => [name, true]),
    );
  });
});
