import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import { SystemClock } from '../../../src/kernel/clock.js';
import { Reach } from '../../../src/kernel/reach.js';
import { LdapDirectory } from '../../../src/portal/identity/ldap/ldap-directory.js';
import { freePort, hasSlapd, people, type Slapd, startSlapd } from './slapd.js';

const elsewherePort = await freePort();

/** Rings of groups, names of four forms, and a referral of the people to another server. */
const more = `
dn: cn=everybody,dc=example,dc=com
objectClass: groupOfUniqueNames
cn: everybody
uniqueMember: cn=Staff, dc=example, dc=com

dn: cn=ring,dc=example,dc=com
objectClass: groupOfNames
cn: ring
member: cn=everybody,dc=example,dc=com
member: cn=ring,dc=example,dc=com

dn: cn=posix,dc=example,dc=com
objectClass: posixGroup
cn: posix
gidNumber: 1000
memberUid: anna

dn: cn=others,dc=example,dc=com
objectClass: groupOfNames
cn: others
member: uid=ben,ou=people,dc=example,dc=com

dn: ou=elsewhere,ou=people,dc=example,dc=com
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:${elsewherePort}/ou=people,dc=example,dc=com

dn: ou=moved,dc=example,dc=com
objectClass: referral
objectClass: extensibleObject
ou: moved
ref: ldap://127.0.0.1:${elsewherePort}/ou=people,dc=example,dc=com
`;

// Never skipped where everything must run.
const suite = hasSlapd() || process.env.CI ? describe : describe.skip;

suite('groups and limits of a directory (OpenLDAP)', () => {
  let slapd: Slapd;
  const ldap = new LdapDirectory(new Reach({ allowPrivateTargets: true }), new SystemClock());
  beforeAll(async () => {
    slapd = await startSlapd(people + more);
  });
  afterAll(() => slapd?.stop());

  const signIn = (username: string, password: string, other: object = {}) => {
    const settings = {
      url: `ldap://127.0.0.1:${slapd.port}`,
      base_dn: 'ou=people,dc=example,dc=com',
      bind_dn: 'cn=admin,dc=example,dc=com',
      bind_password: 'secret-of-the-admin',
      user_filter: '(uid={username})',
      ...other,
    };
    return ldap.prove(JSON.stringify(other), settings, { claims: [], withAllGroups: true }, username, password);
  };
  const groupsOf = async (...who: Parameters<typeof signIn>) => {
    const person = await signIn(...who);
    return 'groups' in person ? [...person.groups].sort() : person;
  };
  const names = (...groups: readonly string[]) => groups.map((each) => `cn=${each},dc=example,dc=com`).sort();

  test('are those that somebody is in by way of others, too, outside of where people are looked for', async () => {
    expect(await groupsOf('anna', 'right password')).toEqual(names('everybody', 'posix', 'ring', 'staff'));
    expect(await groupsOf('ben', 'other password')).toEqual(names('others'));
  });

  test('are found for people whom Usher looks for without a name of its own', async () => {
    const anonymous = { bind_dn: undefined, bind_password: undefined };
    expect(await groupsOf('anna', 'right password', anonymous)).toEqual(names('everybody', 'posix', 'ring', 'staff'));
  });

  test.each([
    ['within the people', 'ou=people,dc=example,dc=com', { username: 'anna' }],
    ['in place of the people', 'ou=moved,dc=example,dc=com', { refused: 'unavailable' }],
  ])('a referral to another server %s is not followed', async (_, base, expected) => {
    const asked: Socket[] = [];
    const elsewhere = createServer((socket) => asked.push(socket));
    await new Promise<void>((resolve) => elsewhere.listen(elsewherePort, '127.0.0.1', resolve));
    const person = await signIn('anna', 'right password', { base_dn: base });
    for (const socket of asked) socket.destroy();
    await new Promise((resolve) => elsewhere.close(resolve));
    expect([person, asked.length]).toEqual([expect.objectContaining(expected), 0]);
  });

  test('a filter that fits everybody brings no more than is needed to refuse it', async () => {
    expect(await signIn('anna', 'right password', { user_filter: '(|(uid={username})(objectClass=*))' })).toMatchObject(
      { refused: 'wrong', detail: expect.stringMatching(/More than one entry/) },
    );
  });
});

describe('a directory that', () => {
  const open: Socket[] = [];
  async function listening(onConnection: (socket: Socket) => void): Promise<Server> {
    const server = createServer((socket) => {
      open.push(socket.on('error', () => undefined));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }
  const portOf = (server: Server) => (server.address() as { port: number }).port;
  const close = (server: Server) => {
    for (const socket of open.splice(0)) socket.destroy();
    server.close();
  };
  const signIn = (ldap: LdapDirectory, port: number) =>
    ldap.prove(
      String(port),
      { url: `ldap://127.0.0.1:${port}`, base_dn: 'dc=x', user_filter: '(uid={username})' },
      { claims: [], withAllGroups: true },
      'anna',
      'right password',
    );
  const reach = new Reach({ allowPrivateTargets: true });

  test('answers without end is given up', async () => {
    // The beginning of a message of 256 MiB.
    const flood = Buffer.concat([Buffer.from([0x30, 0x84, 0x10, 0, 0, 0]), Buffer.alloc(1024 * 1024, 4)]);
    let sent = 0;
    const server = await listening((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(flood)) sent += flood.length;
        sent += flood.length;
      };
      socket.once('data', more).on('drain', more);
    });
    const ldap = new LdapDirectory(reach, new SystemClock());
    expect(await signIn(ldap, portOf(server))).toEqual({
      refused: 'unavailable',
      detail: '127.0.0.1 answered with too much',
    });
    expect(sent).toBeLessThan(200 * 1024 * 1024);
    close(server);
  }, 30_000);

  test.each([
    ['speaks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['hangs up', ''],
  ])('%s is unavailable', async (_, words) => {
    const server = await listening((socket) => socket.once('data', () => socket.end(words)));
    const ldap = new LdapDirectory(reach, new SystemClock());
    expect(await signIn(ldap, portOf(server))).toMatchObject({ refused: 'unavailable' });
    close(server);
  });

  test('says nothing is asked by eight sign-ins at a time, and by nobody once three have failed', async () => {
    let connections = 0;
    const silent = await listening(() => (connections += 1));
    const ldap = new LdapDirectory(reach, new SystemClock());
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => signIn(ldap, portOf(silent))));
    const details = outcomes.map((each) => ('detail' in each ? each.detail : 'let in'));
    // Two of the first eight may fail before the third does, and two others take their place.
    expect(connections).toBeGreaterThanOrEqual(8);
    expect(connections).toBeLessThanOrEqual(10);
    expect(details.filter((each) => /a moment ago/.test(each))).toHaveLength(40 - connections);
    close(silent);
  }, 30_000);
});
