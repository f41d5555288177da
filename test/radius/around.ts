import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { installedFreeRadius } from '../../src/radius/freeradius/freeradius.js';

/** Of the access points of tests and demo. */
export const sharedSecret = 'a-shared-secret-of-24-chars';

/** Debian packages that a real login needs and that are not installed. */
export function missingPackages(): string[] {
  const isThere = (program: string): boolean => spawnSync(program, ['-v']).status !== null;
  return [
    ...(installedFreeRadius() ? [] : ['freeradius', 'freeradius-postgresql']),
    ...(isThere('radclient') ? [] : ['freeradius-utils']),
    ...(isThere('eapol_test') ? [] : ['eapoltest']),
  ];
}

/** FreeRADIUS takes no port 0. */
export async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { port } = socket.address();
  await new Promise<void>((resolve) => {
    socket.close(() => resolve());
  });
  return port;
}
