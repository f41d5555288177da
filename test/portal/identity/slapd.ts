import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../kernel/manual-clock.js';

export interface Slapd {
  readonly port: number;
  readonly tlsPort: number;
  /** PEM of the authority that its certificate, for 127.0.0.1 and localhost, is from. */
  readonly ca: string;
  stop(): Promise<void>;
}

/** A branch whose people nobody may sign in as: the directory is unwilling, as FreeIPA is of accounts switched off. */
export const leavers = `
dn: ou=leavers,dc=example,dc=com
objectClass: organizationalUnit
ou: leavers

dn: uid=lena,ou=leavers,dc=example,dc=com
objectClass: inetOrgPerson
uid: lena
cn: Lena
sn: Berger
userPassword: right password
`;

/** Petra Berger, whose password `right password` expires a second after it is written. */
export const expiring = `
dn: cn=hasty,dc=example,dc=com
objectClass: device
objectClass: pwdPolicy
cn: hasty
pwdAttribute: userPassword
pwdMaxAge: 1

dn: uid=petra,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: petra
cn: Petra
sn: Berger
mail: petra@example.com
userPassword: right password
pwdPolicySubentry: cn=hasty,dc=example,dc=com
`;

/** Rosa Berger, whose password `right password` was set by somebody else: she has to change it first. */
export const reset = `
dn: cn=careful,dc=example,dc=com
objectClass: device
objectClass: pwdPolicy
cn: careful
pwdAttribute: userPassword
pwdMustChange: TRUE

dn: uid=rosa,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: rosa
cn: Rosa
sn: Berger
mail: rosa@example.com
userPassword: right password
pwdPolicySubentry: cn=careful,dc=example,dc=com
pwdReset: TRUE
`;

/** She changes it herself, as the directory wants. */
export function rosaChanges({ port }: Slapd, password: string): void {
  const asRosa = ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', 'uid=rosa,ou=people,dc=example,dc=com'];
  execFileSync('ldappasswd', [...asRosa, '-w', 'right password', '-s', password], { stdio: 'ignore' });
}

/** Until her password no longer opens anything. */
export function petraExpired({ port }: Slapd): Promise<void> {
  const asPetra = ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', 'uid=petra,ou=people,dc=example,dc=com'];
  return eventually(
    'her password expires',
    () => spawnSync('ldapwhoami', [...asPetra, '-w', 'right password'], { stdio: 'ignore' }).status !== 0,
  );
}

/** Anna Berger, whose password is `right password`, among the staff; Ben Berger, who has no first name and no mail. */
export const people = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
o: Lindenhof
dc: example

dn: ou=people,dc=example,dc=com
objectClass: organizationalUnit
ou: people

dn: uid=anna,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: anna
cn: Anna Berger
givenName: Anna
sn: Berger
mail: anna@example.com
userPassword: right password

dn: uid=ben,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: ben
cn: Ben
sn: Berger
userPassword: other password

dn: cn=staff,dc=example,dc=com
objectClass: groupOfNames
cn: staff
member: uid=anna,ou=people,dc=example,dc=com
`;

/** The address of somebody in the directory is another one from now on. */
export function mailBecomes({ port }: Slapd, uid: string, mail: string): void {
  const asAdmin = ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', 'cn=admin,dc=example,dc=com', '-w'];
  const change = `dn: uid=${uid},ou=people,dc=example,dc=com\nchangetype: modify\nreplace: mail\nmail: ${mail}\n`;
  execFileSync('ldapmodify', [...asAdmin, 'secret-of-the-admin'], { input: change, stdio: ['pipe', 'ignore', 'pipe'] });
}

const program = '/usr/sbin/slapd';

export function hasSlapd(): boolean {
  try {
    execFileSync(program, ['-VV'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's OpenLDAP as an ordinary process, with what the LDIF says. */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-slapd-'));
  for (const data of ['data', 'leavers']) mkdirSync(join(folder, data));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost'.split(' '),
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
  );
  const [port, tlsPort] = [await freePort(), await freePort()];
  writeFileSync(
    join(folder, 'slapd.conf'),
    [
      ...['core', 'cosine', 'inetorgperson', 'nis'].map((each) => `include /etc/ldap/schema/${each}.schema`),
      `pidfile ${folder}/slapd.pid`,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      'moduleload memberof',
      'moduleload ppolicy',
      `TLSCertificateFile ${folder}/cert.pem`,
      `TLSCertificateKeyFile ${folder}/key.pem`,
      // As many servers are set up: a name without a password is taken for nobody, and answered with success.
      'allow bind_anon_cred bind_anon_dn',
      'database mdb',
      'suffix "ou=leavers,dc=example,dc=com"',
      'subordinate',
      'rootdn "cn=admin,dc=example,dc=com"',
      `directory ${folder}/leavers`,
      'restrict bind',
      'database mdb',
      'suffix "dc=example,dc=com"',
      'rootdn "cn=admin,dc=example,dc=com"',
      'rootpw secret-of-the-admin',
      `directory ${folder}/data`,
      // People may change their own passwords.
      'access to attrs=userPassword by self write by * auth',
      'access to * by * read',
      'overlay memberof',
      'overlay ppolicy',
      '',
    ].join('\n'),
  );
  const child = spawn(
    program,
    ['-d', '0', '-f', join(folder, 'slapd.conf'), '-h', `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  const admin = [
    '-x',
    '-H',
    `ldap://127.0.0.1:${port}`,
    '-D',
    'cn=admin,dc=example,dc=com',
    '-w',
    'secret-of-the-admin',
  ];
  execFileSync('ldapadd', admin, { input: ldif, stdio: ['pipe', 'ignore', 'inherit'] });
  return {
    port,
    tlsPort,
    ca: readFileSync(join(folder, 'cert.pem'), 'utf8'),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('slapd does not listen');
}
