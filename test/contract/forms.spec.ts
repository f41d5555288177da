import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { leastOf, type Resource, resources } from './contract-tables.js';
import { addressForms, type Scene, scene } from './scene.js';

/** Each resource's whole life under every address form; links keep the form that was used. */
let world: UsherWorld;
let house: Scene;
beforeAll(async () => {
  world = await usherWorld();
  house = await scene(world, 'Hotel Lindenhof am See');
});
afterAll(async () => {
  await world.close();
});

const forms = addressForms('').map(([name]) => name);

describe.each(forms)('%s', (form) => {
  test.each(resources.map((resource) => [resource.path, resource] as const))(
    '%s: made, listed, read, changed, deleted',
    async (path, resource) => {
      const [, base, headers] = addressForms(house.id).find(([name]) => name === form) ?? ['', '', {}];
      // The partner's own key, where the call names the organization; else the organization's.
      const token = form.includes('organization') ? world.token : house.token;
      const made = (status: number, method: string, at: string, body?: object) =>
        world.made(status, method, base + at, { token, headers, body });
      const answer = await made(resource.createdStatus ?? 201, 'POST', path, leastOf(resource, house.place()));
      const record = resource.createsCollection ? answer._embedded[resource.collection][0] : answer;
      expect(record._links.self.href).toBe(`${base}${path}/${record.id}`);
      const listed = await made(200, 'GET', `${path}?filter[id]=${record.id}`);
      expect([listed.total_items, listed._embedded[resource.collection][0].id, listed._links.self.href]).toEqual([
        1,
        record.id,
        `${base}${path}?filter[id]=${record.id}`,
      ]);
      expect((await made(200, 'GET', `${path}/${record.id}`)).id).toBe(record.id);
      const change = changeOf(resource);
      if (change)
        expect(await made(200, 'PATCH', `${path}/${record.id}`, change)).toMatchObject({ id: record.id, ...change });
      await made(204, 'DELETE', `${path}/${record.id}`);
    },
  );
});

/** One field that takes another value; undefined where nothing can be changed. */
function changeOf({ fields, unchangeable }: Resource): object | undefined {
  const [name, { change }] = Object.entries(fields).find(
    ([, field]) => field.change !== undefined && !field.writeOnly && !JSON.stringify(field.change).includes('{'),
  ) ?? ['', {}];
  return unchangeable || name === '' ? undefined : { [name]: change };
}
