import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

/**
 * Writes the installation's own part of FreeRADIUS' configuration into its run folder: eap.conf and sites.conf (one EAP
 * module and one server per organization, named by its id), listeners.conf, and the keys, readable by their owner only.
 */
export function writeRunFolder(
  folder: string,
  identities: readonly ServerIdentity[],
  listen: ListenOn,
  pairs: readonly PortPair[] = [],
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { organizationId, certificate, privateKey, authorities } of identities) {
    writeFileSync(path.join(folder, `${organizationId}.pem`), certificate);
    writeFileSync(path.join(folder, `${organizationId}.ca.pem`), authorities.join(''));
    writeFileSync(path.join(folder, `${organizationId}.key`), privateKey, { mode: 0o600 });
  }
  const write = (name: string, blocks: readonly string[]) => {
    writeFileSync(path.join(folder, name), blocks.join(''));
  };
  write(
    'eap.conf',
    identities.map(({ organizationId }) => eap(organizationId)),
  );
  write(
    'sites.conf',
    identities.map(({ organizationId }) => site(organizationId)),
  );
  write('listeners.conf', [listen, ...pairs.map((pair) => ({ ...pair, address: listen.address }))].map(listener));
}

function nameOf(organizationId: string): string {
  return organizationId.replaceAll('-', '');
}

/**
 * Only methods that make a tunnel or show a certificate: asked for MSCHAPv2 outside a tunnel, a device would reveal
 * enough to recover its password.
 */
function eap(organizationId: string): string {
  const name = nameOf(organizationId);
  const inside = (type: string, more: string) => `\t${type} {\n\t\ttls = ${name}\n${more}\t}\n`;
  const tunnel =
    '\t\tvirtual_server = inner\n\t\tdefault_eap_type = mschapv2\n\t\tcopy_request_to_tunnel = ' +
    'no\n\t\tuse_tunneled_reply = yes\n';
  return `eap eap_${name} {
	default_eap_type = peap
	timer_expire = 60
	max_sessions = \${max_requests}
	tls-config ${name} {
		private_key_file = \${run_dir}/${organizationId}.key
		certificate_file = \${run_dir}/${organizationId}.pem
		ca_file = \${run_dir}/${organizationId}.ca.pem
		tls_min_version = "1.2"
		tls_max_version = "1.2"
		ecdh_curve = "prime256v1"
		cache {
			enable = no
		}
	}
${inside('tls', '\t\tvirtual_server = check_certificate\n')}${inside('ttls', tunnel)}${inside('peap', tunnel)}}
`;
}

function site(organizationId: string): string {
  const name = nameOf(organizationId);
  const methods = [
    ['PAP', 'pap'],
    ['CHAP', 'chap'],
    ['MS-CHAP', 'mschap'],
  ]
    .map(([type, module]) => `\t\tAuth-Type ${type} {\n\t\t\t${module}\n\t\t}\n`)
    .join('');
  return `server wifi_${name} {
	authorize {
		wifi_begin
		eap_${name} {
			ok = return
			updated = return
		}
		wifi_identify
	}
	authenticate {
${methods}		eap_${name}
	}
	post-auth {
		wifi_accept
		Post-Auth-Type REJECT {
			wifi_refuse
			eap_${name}
			wifi_close
		}
	}
	pre-proxy {
		wifi_ask
	}
	post-proxy {
		wifi_answer
		eap_${name}
		Post-Proxy-Type Fail {
			wifi_unanswered
		}
	}
	preacct {
		wifi_session
	}
	accounting {
		sql
	}
}
`;
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
