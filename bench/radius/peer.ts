import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FreeRadius, installedFreeRadius } from '../../src/radius/freeradius/freeradius.js';
import type { PortPair } from '../../src/radius/freeradius/run-folder.js';

export interface Peer {
  readonly folder: string;
  readonly ports: PortPair;
  /** A file of ours: the server's key, its certificate, the authority. */
  readonly identity: string;
  readonly clients: readonly string[];
  readonly secret: string;
}

/** Where a peer finds its users, and what it does besides comparing their passwords; FreeRADIUS' own syntax. */
export interface PeerSource {
  readonly modules: string;
  /** The module that finds a user. */
  readonly find: string;
  /** Of the outer server: accounting, post-auth, ... */
  readonly sections: string;
  /** libpq's key=value text. */
  readonly database: string;
}

/**
 * A FreeRADIUS to compare with: same methods, same certificate, same forms of the passwords, as many threads; its
 * clients are in its configuration.
 */
export function startPeer({ folder, ports, identity, clients, secret }: Peer, source: PeerSource): Promise<FreeRadius> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  };
  write('dictionary', '');
  write(
    'clients.conf',
    clients.map((address, index) => `client ap_${index} {\n\tipaddr = ${address}\n\tsecret = ${secret}\n}\n`).join(''),
  );
  write(
    'radiusd.conf',
    `name = radiusd
run_dir = ${folder}
max_request_time = 10
cleanup_delay = 3
max_requests = 16384
log {
	destination = stdout
	auth = no
}
security {
	max_attributes = 200
	reject_delay = 1
	allow_vulnerable_openssl = yes
}
thread pool {
	start_servers = 16
	max_servers = 16
	min_spare_servers = 1
	max_spare_servers = 16
	max_requests_per_server = 0
}
$INCLUDE clients.conf
modules {
	pap {
		normalise = yes
	}
	mschap {
		use_mppe = yes
	}
${source.modules}	eap {
		default_eap_type = peap
		timer_expire = 60
		max_sessions = \${max_requests}
		tls-config own {
			private_key_file = ${identity}
			certificate_file = ${identity}
			ca_file = ${identity}
			tls_min_version = "1.2"
			tls_max_version = "1.2"
			ecdh_curve = "prime256v1"
			cache {
				enable = no
			}
		}
		peap {
			tls = own
			virtual_server = inner
			default_eap_type = mschapv2
			copy_request_to_tunnel = no
			use_tunneled_reply = yes
		}
		mschapv2 {
		}
	}
	eap inner_eap {
		default_eap_type = mschapv2
		timer_expire = 60
		max_sessions = \${max_requests}
		mschapv2 {
		}
	}
}
server wifi {
	listen {
		type = auth
		ipaddr = 127.0.0.1
		port = ${ports.auth}
	}
	listen {
		type = acct
		ipaddr = 127.0.0.1
		port = ${ports.acct}
	}
	authorize {
		eap {
			ok = return
			updated = return
		}
		${source.find}
		pap
	}
	authenticate {
		Auth-Type PAP {
			pap
		}
		eap
	}
${source.sections}}
server inner {
	authorize {
		inner_eap {
			ok = return
		}
		${source.find}
		mschap
	}
	authenticate {
		Auth-Type MS-CHAP {
			mschap
		}
		inner_eap
	}
}
`,
  );
  return FreeRadius.start({
    binary: installedFreeRadius() ?? '',
    configFolder: folder,
    runFolder: folder,
    listen: { address: '127.0.0.1', ...ports },
    login: { database: source.database, proofKey: '' },
    rejectDelaySeconds: 1,
  });
}
