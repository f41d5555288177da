import { rmSync } from 'node:fs';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve } from '../radius/served-radius.js';
import type { Connected } from './connected.js';

export interface HouseRadius extends Served {
  /** With the network that was made for it: another organization of the same database may have the address next. */
  stop(): Promise<void>;
}

/** A FreeRADIUS that asks about people of one house, with an access point at 127.0.0.1. */
export async function houseRadius({ world }: Pick<Connected, 'world'>): Promise<HouseRadius> {
  const client = { address: '127.0.0.1', short_name: 'ap', secret: sharedSecret, require_message_authenticator: 0 };
  const { id } = await world.made(201, 'POST', '/networks', { body: { name: 'Office', clients: [client] } });
  const ports = { auth: await freePort(), acct: await freePort() };
  const served = await serve(world, world.fresh.url, { address: '127.0.0.1', ...ports });
  return {
    ...served,
    stop: async () => {
      await served.server.stop();
      rmSync(served.runFolder, { recursive: true, force: true });
      await world.made(204, 'DELETE', `/networks/${id}`);
    },
  };
}
