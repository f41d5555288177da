import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { FreeRadius } from '../../src/radius/freeradius/freeradius.js';
import { type Peer, startPeer } from './peer.js';

/** Where Debian's freeradius-config and freeradius-postgresql put what they ship. */
const shipped = process.env.BENCH_STOCK_RADIUS ?? '/etc/freeradius/3.0/mods-config/sql/main/postgresql';

/** policy.d/accounting, acct_unique. */
const uniqueSession =
  '%{User-Name},%{Acct-Session-ID},%{%{NAS-IPv6-Address}:-%{NAS-IP-Address}},' +
  '%{NAS-Identifier},%{NAS-Port-ID},%{NAS-Port}';

/** Whether the shipped schema and queries can be read here; Debian lets root and its own user read them. */
export function isStockReadable(): boolean {
  try {
    for (const file of ['schema.sql', 'queries.conf']) accessSync(path.join(shipped, file), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The peer: FreeRADIUS with its users, groups, log and accounting in PostgreSQL by the schema and the queries that it
 * ships, in a database of its own beside ours. What it decides is the password and the group's reply; an account has
 * one row in radcheck (the NT hash, which serves PAP and PEAP) and one in radusergroup.
 */
export async function startStock(
  peer: Peer,
  adminUrl: string,
  users: readonly { readonly username: string; readonly ntHash: string }[],
): Promise<FreeRadius> {
  await fill(adminUrl, users);
  const { hostname, port, username, password } = new URL(adminUrl);
  const database = Object.entries({ host: hostname, port, dbname: 'stock', user: username, password })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${decodeURIComponent(value)}'`)
    .join(' ');
  return startPeer(peer, {
    // As mods-available/sql has it, with the pool of ours.
    modules: `	expr {
	}
	sql {
		driver = "rlm_sql_postgresql"
		dialect = "postgresql"
		radius_db = "$ENV{RADIUS_DB}"
		acct_table1 = "radacct"
		acct_table2 = "radacct"
		postauth_table = "radpostauth"
		authcheck_table = "radcheck"
		groupcheck_table = "radgroupcheck"
		authreply_table = "radreply"
		groupreply_table = "radgroupreply"
		usergroup_table = "radusergroup"
		client_table = "nas"
		group_attribute = "SQL-Group"
		delete_stale_sessions = yes
		query_timeout = 5
		pool {
			start = 0
			min = 1
			spare = 16
			max = 16
			uses = 0
			lifetime = 0
			idle_timeout = 300
			retry_delay = 1
		}
		$INCLUDE ${shipped}/queries.conf
	}
`,
    find: 'sql',
    // NAS-IP-Address is what `preprocess` adds.
    sections: `	preacct {
		update request {
			NAS-IP-Address := "%{%{NAS-IP-Address}:-%{Packet-Src-IP-Address}}"
			Acct-Unique-Session-Id := "%{md5:${uniqueSession}}"
		}
	}
	accounting {
		sql
	}
	post-auth {
		sql
	}
`,
    database,
  });
}

async function fill(
  adminUrl: string,
  users: readonly { readonly username: string; readonly ntHash: string }[],
): Promise<void> {
  const url = new URL(adminUrl);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('create database stock');
  await admin.end();
  url.pathname = '/stock';
  const stock = new pg.Client({ connectionString: url.href });
  await stock.connect();
  await stock.query(readFileSync(path.join(shipped, 'schema.sql'), 'utf8'));
  await stock.query(
    `insert into radgroupreply (groupname, attribute, op, value) values
      ('bench', 'Tunnel-Type', ':=', 'VLAN'), ('bench', 'Tunnel-Medium-Type', ':=', 'IEEE-802'),
      ('bench', 'Tunnel-Private-Group-Id', ':=', '20'), ('bench', 'Session-Timeout', ':=', '3600'),
      ('bench', 'WISPr-Bandwidth-Max-Down', ':=', '5000000')`,
  );
  const names = users.map(({ username }) => username);
  await stock.query(
    `insert into radcheck (username, attribute, op, value)
      select u, 'NT-Password', ':=', '0x' || h from unnest($1::text[], $2::text[]) as x (u, h)`,
    [names, users.map(({ ntHash }) => ntHash)],
  );
  await stock.query("insert into radusergroup (username, groupname) select u, 'bench' from unnest($1::text[]) as u", [
    names,
  ]);
  await stock.query('vacuum analyze');
  await stock.end();
}
