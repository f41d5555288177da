import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FreeRadius } from '../../src/radius/freeradius/freeradius.js';
import { type Peer, startPeer } from './peer.js';

/**
 * The limit: the same FreeRADIUS with its users and clients in memory, read from files at its start. Nothing is looked
 * up, decided or written, and accounting is answered and forgotten.
 */
export function startInMemory(
  peer: Peer,
  users: readonly { readonly username: string; readonly ntHash: string; readonly ssha512: string }[],
): Promise<FreeRadius> {
  const { folder } = peer;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(
    path.join(folder, 'users'),
    users
      .map(
        ({ username, ntHash, ssha512 }) =>
          `${username}\tNT-Password := 0x${ntHash}, Password-With-Header := ` +
          `"{SSHA512}${ssha512}"\n\tTunnel-Type = VLAN, Tunnel-Medium-Type = IEEE-802, Tunnel-Private-Group-Id ` +
          `= "20", Session-Timeout = 3600, WISPr-Bandwidth-Max-Down = 5000000\n`,
      )
      .join(''),
    { mode: 0o600 },
  );
  return startPeer(peer, {
    modules: `\talways ok {\n\t\trcode = ok\n\t}\n\tfiles {\n\t\tusersfile = ${folder}/users\n\t}\n`,
    find: 'files',
    sections: '\taccounting {\n\t\tok\n\t}\n',
    database: '',
  });
}
