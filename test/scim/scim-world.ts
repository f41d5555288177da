import type { Background } from '../../src/kernel/background.js';
import { Absorber } from '../../src/provisioning/intake/absorb/absorber.js';
import { Reconciler } from '../../src/provisioning/reconcile/reconciler.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { ScimClient } from '../simulators/scim/scim-client.js';

/** The service on a real socket, with one SCIM connection whose directory is played by a test. */
export interface ScimWorld extends UsherWorld {
  readonly connectionId: string;
  readonly scimToken: string;
  readonly scimUrl: string;
  /** A directory with the connection's token, or another. */
  client(token?: string | null): ScimClient;
  connect(body?: object): Promise<{ id: string; token: string }>;
  /** From now on what is stored, and was, reaches the console. */
  work(): Promise<void>;
}

export async function scimWorld(
  options: Parameters<typeof usherWorld>[0] = {},
  connection: object = {},
): Promise<ScimWorld> {
  const world = await usherWorld(options);
  const connect = (body: object = {}) =>
    world.made(201, 'POST', '/connections', {
      body: { name: 'Contoso directory', connector: 'scim', ...body },
    }) as Promise<{ id: string; token: string }>;
  const made = await connect(connection);
  const scimUrl = `http://127.0.0.1:${world.port}/scim/v2`;
  const clients: ScimClient[] = [];
  const working: Background[] = [];
  return {
    ...world,
    connectionId: made.id,
    scimToken: made.token,
    scimUrl,
    client: (token = made.token) => {
      const client = new ScimClient(scimUrl, token);
      clients.push(client);
      return client;
    },
    connect,
    work: async () => {
      for (const type of [Reconciler, Absorber]) {
        const background = world.app.get<Background>(type, { strict: false });
        background.start();
        working.push(background);
      }
      await world.app.get(Absorber, { strict: false }).sweep();
    },
    close: async () => {
      for (const client of clients) client.stop();
      await Promise.all(working.map((each) => each.stop()));
      await world.close();
    },
  };
}
