import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { keepFile } from './keep-file.js';

/** What one organization's server presents to devices; PEM. */
export interface ServerIdentity {
  readonly organizationId: string;
  /** The server's certificate, then its chain. */
  readonly certificate: string;
  readonly privateKey: string;
  /** The only authorities whose client certificates are accepted; the first one issued the server's own. */
  readonly authorities: readonly string[];
}

/** A further pair of ports, for access points that share their address with another organization's. */
export interface PortPair {
  readonly auth: number;
  readonly acct: number;
}

export interface ListenOn extends PortPair {
  readonly address: string;
}

/** Where an organization's certificate is, with its key; FreeRADIUS reads it when a session begins. */
export function identityFile(folder: string, organizationId: string): string {
  return path.join(folder, 'servers', `${organizationId}.pem`);
}

/**
 * Writes an organization's certificate where a running FreeRADIUS finds it, without a restart. The first one's is also
 * shown where a session names no organization: that one is read at the start.
 */
export function writeIdentity(folder: string, identity: ServerIdentity, isFirst: boolean): void {
  mkdirSync(path.join(folder, 'servers'), { recursive: true, mode: 0o700 });
  if (isFirst) keepFile(path.join(folder, 'server.pem'), textOf(identity));
  keepFile(identityFile(folder, identity.organizationId), textOf(identity));
}

/** Takes away the certificates of all organizations but these. */
export function forgetIdentities(folder: string, but: ReadonlySet<string>): void {
  const servers = path.join(folder, 'servers');
  for (const name of readdirSync(servers))
    if (!but.has(path.basename(name, '.pem'))) rmSync(path.join(servers, name), { force: true });
}

function textOf({ certificate, privateKey }: ServerIdentity): string {
  return `${privateKey.trim()}\n${certificate}`;
}

/** What the RadSec server shows: it is read when that starts. */
export function shownAtStart(folder: string): string {
  return readFileSync(path.join(folder, 'server.pem'), 'utf8');
}

/**
 * Writes where one process of FreeRADIUS listens, into a file of the run folder; returns its name. Without
 * `takesAccounting` the accounting ports are another's.
 */
export function writeListeners(
  folder: string,
  address: string,
  pairs: readonly PortPair[],
  takesAccounting: boolean,
): string {
  const name = `listeners-${pairs[0].auth}.conf`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepFile(path.join(folder, name), pairs.map((pair) => listener({ ...pair, address }, takesAccounting)).join(''));
  return name;
}

/** Writes where a process of FreeRADIUS takes RADIUS over TLS, into a file of the run folder; returns its name. */
export function writeRadsecListener(folder: string, address: string, port: number): string {
  const name = 'listeners-radsec.conf';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepFile(path.join(folder, name), radsecListener(address, port));
  return name;
}

/**
 * Anybody may connect who shows a certificate of one of our authorities; server.conf asks for each packet whose it is.
 * `check_client_connections` would ask at once, but FreeRADIUS 3.2.1 hears nothing of a connection that it has let in
 * so. The secret is RFC 6614's, for everybody: TLS protects what is within.
 */
function radsecListener(address: string, port: number): string {
  const [family, any] = address.includes(':') ? ['ipv6addr', '::/0'] : ['ipaddr', '0.0.0.0/0'];
  return `clients radsec {
	client site {
		${family} = ${any}
		proto = tls
		secret = radsec
		require_message_authenticator = no
		limit {
			max_connections = 0
			lifetime = 0
			idle_timeout = 900
		}
	}
}
listen {
	type = auth+acct
	proto = tcp
	${family} = ${address}
	port = ${port}
	clients = radsec
	virtual_server = wifi
	limit {
		max_connections = 0
		lifetime = 0
		idle_timeout = 900
	}
	tls {
		private_key_file = \${run_dir}/server.pem
		certificate_file = \${run_dir}/server.pem
		ca_path = \${run_dir}/authorities
		ca_path_reload_interval = 300
		require_client_cert = yes
		tls_min_version = "1.2"
		tls_max_version = "1.3"
		ecdh_curve = "prime256v1"
		fragment_size = 8192
		cache {
			enable = no
		}
	}
}
`;
}

/** Each pair of ports has a client cache of its own: the same address may be two clients with two secrets. */
function listener({ address, auth, acct }: ListenOn, takesAccounting: boolean): string {
  const family = address.includes(':') ? 'ipv6addr' : 'ipaddr';
  const any = address.includes(':') ? '::/0' : '0.0.0.0/0';
  const listen = (type: string, port: number) => `listen {
	type = ${type}
	${family} = ${address}
	port = ${port}
	clients = clients_${auth}
	virtual_server = nobody
}
`;
  return `clients clients_${auth} {
	client any {
		${family} = ${any}
		dynamic_clients = find_client
		lifetime = 60
	}
}
${listen('auth', auth)}${takesAccounting ? listen('acct', acct) : ''}`;
}
