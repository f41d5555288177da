import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = '/usr/sbin/samba';
/** The directory's ports cannot be chosen, so it gets a loopback address where they are free. */
const ports = [389, 636, 3268, 3269];
/** Samba ends within a second or two when it is asked to. */
const endsWithinMilliseconds = 5000;
const realm = 'LINDENHOF.TEST';
const administratorsPassword = 'Password of the admin 1';

export interface ActiveDirectory {
  readonly address: string;
  /** PEM of the authority that its certificate is from. */
  readonly ca: string;
  readonly administrator: { readonly bind_dn: string; readonly bind_password: string };
  stop(): Promise<void>;
}

/** What is missing to run one. Its ports below 1024 are for root. */
export function missingForActiveDirectory(): string[] {
  const packages = { 'samba-ad-dc': program, 'samba-ad-provision': '/usr/share/samba/setup/provision.ldif' };
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  return process.getuid?.() === 0 ? missing : [...missing, '(root)'];
}

/**
 * Samba's Active Directory, LDAP only, as an ordinary process: Anna Berger is in the group Kitchen, which is in Staff,
 * which is in Everybody, which is in Staff again, and so is Ben. Passwords as in `anna`; Clara has to
 * change hers first.
 */
export async function startActiveDirectory(): Promise<ActiveDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-samba-'));
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const address = await freeAddress();
    child = spawn(program, prepared(folder, address), { stdio: 'ignore' });
    await listening(child, address);
    return {
      address,
      ca: readFileSync(join(folder, 'cert.pem'), 'utf8'),
      administrator: { bind_dn: `administrator@${realm.toLowerCase()}`, bind_password: administratorsPassword },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sets up the domain in the folder; what the program is to be called with. */
function prepared(folder: string, address: string): string[] {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' });
  run(
    'samba-tool',
    'domain',
    'provision',
    `--realm=${realm}`,
    '--domain=LINDENHOF',
    '--server-role=dc',
    '--dns-backend=NONE',
    `--adminpass=${administratorsPassword}`,
    `--targetdir=${folder}`,
    `--host-ip=${address}`,
    '--option=interfaces=lo',
    '--option=bind interfaces only=yes',
    `--option=posix:eadb=${folder}/eadb.tdb`,
  );
  const configuration = join(folder, 'etc/smb.conf');
  const tool = (...args: string[]) => run('samba-tool', ...args, `--configfile=${configuration}`);
  tool(
    'user',
    'add',
    'anna',
    anna.password,
    '--given-name=Anna',
    '--surname=Berger',
    '--mail-address=anna@example.com',
  );
  tool('user', 'add', 'ben', anna.password, '--given-name=Ben', '--surname=Berger (Küche) *');
  tool('user', 'add', 'clara', anna.password, '--must-change-at-next-login');
  for (const group of ['Kitchen', 'Staff', 'Everybody']) tool('group', 'add', group);
  tool('group', 'addmembers', 'Kitchen', 'anna,ben');
  tool('group', 'addmembers', 'Staff', 'Kitchen');
  tool('group', 'addmembers', 'Everybody', 'Staff');
  tool('group', 'addmembers', 'Staff', 'Everybody');
  run(
    'openssl',
    ...'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=dc1.lindenhof.test'.split(
      ' ',
    ),
    '-addext',
    `subjectAltName=IP:${address}`,
  );
  run('chmod', '600', 'key.pem');
  const options = {
    'server services': 'ldap',
    interfaces: `${address}/8`,
    'bind interfaces only': 'yes',
    'tls keyfile': join(folder, 'key.pem'),
    'tls certfile': join(folder, 'cert.pem'),
    'tls cafile': join(folder, 'cert.pem'),
    'pid directory': folder,
    'ncalrpc dir': join(folder, 'ncalrpc'),
    'log file': join(folder, 'log.samba'),
  };
  const given = Object.entries(options).map(([name, value]) => `--option=${name}=${value}`);
  return ['-i', '-M', 'single', '-s', configuration, ...given];
}

export const anna = { username: 'anna', password: 'Right password 1' };

async function listening(child: ChildProcess, address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (hasEnded(child)) throw new Error('samba has ended by itself');
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(636, address, () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('samba does not listen');
}

/** Asked to end, and killed where it does not. */
async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill();
  const patience = setTimeout(() => child.kill('SIGKILL'), endsWithinMilliseconds);
  await exit;
  clearTimeout(patience);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function freeAddress(): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const address = `127.77.${randomInt(256)}.${randomInt(1, 255)}`;
    if ((await Promise.all(ports.map((port) => isFree(port, address)))).every(Boolean)) return address;
  }
  throw new Error('no loopback address has the ports of a directory free');
}

function isFree(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });
}
