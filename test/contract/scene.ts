import type { UsherWorld } from '../api/usher-world.js';
import type { Answer, Asked } from '../api/ask.js';
import type { Place } from './contract-tables.js';

/** An organization with what records point at, and a key of it. */
export interface Scene {
  readonly id: string;
  readonly token: string;
  /** Ids by the names that the tables use, with numbers that nobody had before. */
  place(): Place;
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** @throws unless the answer has this status */
  made(status: number, method: string, path: string, asked?: Asked): Promise<Answer>;
}

let numbers = 0;

export async function scene(world: UsherWorld, name: string): Promise<Scene> {
  const { id, token } = await world.organization(name);
  const ask: Scene['ask'] = (method, path, asked = {}) => world.ask(method, path, { token, ...asked });
  const made: Scene['made'] = async (status, method, path, asked) => {
    const answer = await ask(method, path, asked);
    if (answer.status !== status)
      throw new Error(`${method} ${path} ${JSON.stringify(asked?.body)}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const create = async (path: string, body: object): Promise<string> =>
    (await made(201, 'POST', path, { body })).body.id;
  const group = await create('/user-groups', { name: 'Scene' });
  const user = await create('/users', { username: 'scene' });
  const network = await create('/networks', { name: 'Scene' });
  const ids = {
    group,
    user,
    network,
    otherGroup: await create('/user-groups', { name: 'Other scene' }),
    device: await create('/devices', { mac: '02:ff:ff:ff:ff:ff' }),
    role: await create('/roles', { name: 'Scene', permissions: ['users:read'] }),
    otherRole: await create('/roles', { name: 'Other scene', permissions: ['users:read'] }),
    radiusServer: await create('/radius-servers', { name: 'Scene' }),
    portal: await create('/captive-portals', { name: 'Scene' }),
  };
  return {
    id,
    token,
    ask,
    made,
    place: () => {
      numbers += 1;
      const hex = numbers.toString(16).padStart(4, '0');
      return {
        ...ids,
        n: String(numbers),
        hex: `${hex.slice(0, 2)}:${hex.slice(2)}`,
        byte: String(numbers >> 8),
        byte2: String(numbers % 256),
      };
    },
  };
}

/** What stands before a path, and what goes with the call, in each way to say where it goes. */
export function addressForms(
  organizationId: string,
): readonly (readonly [name: string, base: string, headers: Readonly<Record<string, string>>])[] {
  const inPath = `/organizations/${organizationId}`;
  const inHeader = { 'x-organization-id': organizationId };
  return [
    ['no prefix', '', {}],
    ['/v1', '/v1', {}],
    ['/api', '/api', {}],
    ['the organization in the header', '', inHeader],
    ['the organization in the header under /v1', '/v1', inHeader],
    ['the organization in the header under /api', '/api', inHeader],
    ['the organization in the path', inPath, {}],
    ['the organization in the path under /v1', `/v1${inPath}`, {}],
    ['the organization in the path under /api', `/api${inPath}`, {}],
  ];
}
