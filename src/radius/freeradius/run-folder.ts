import { mkdirSync, readdirSync, rmSync } from 'node:fs';
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

/** Writes where one process of FreeRADIUS listens, into a file of the run folder; returns its name. */
export function writeListeners(folder: string, address: string, pairs: readonly PortPair[]): string {
  const name = `listeners-${pairs[0].auth}.conf`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepFile(path.join(folder, name), pairs.map((pair) => listener({ ...pair, address })).join(''));
  return name;
}

/** Each pair of ports has a client cache of its own: the same address may be two clients with two secrets. */
function listener({ address, auth, acct }: ListenOn): string {
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
${listen('auth', auth)}${listen('acct', acct)}`;
}
