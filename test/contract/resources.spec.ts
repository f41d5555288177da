import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import {
  allOf,
  type Field,
  filled,
  isOf,
  leastOf,
  namesOf,
  type Place,
  type Resource,
  resources,
  shownOf,
  wrongOf,
} from './contract-tables.js';
import { type Scene, scene } from './scene.js';

/**
 * Every field of every resource, as the tables have it: taken, kept, shown, changed, emptied, refused, filtered and
 * sorted by.
 */
let world: UsherWorld;
let house: Scene;
beforeAll(async () => {
  world = await usherWorld();
  house = await scene(world, 'Hotel Lindenhof am See');
});
afterAll(async () => {
  await world.close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it expects
type Json = any;

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
  const created = resource.createdStatus ?? 201;
  const post = async (body: object): Promise<Json> => {
    const { body: answer } = await house.made(created, 'POST', path, { body });
    return resource.createsCollection ? answer._embedded[resource.collection][0] : answer;
  };
  const read = async (id: string): Promise<Json> => (await house.made(200, 'GET', `${path}/${id}`)).body;
  const fields = Object.entries(resource.fields);

  test('the least: everything else has its default', async () => {
    const place = house.place();
    const made = await post(leastOf(resource, place));
    expect(
      Object.keys(made)
        .filter((name) => !resource.shownOnce?.includes(name))
        .sort(),
    ).toEqual([...shownOf(resource), ...also(resource, 'alsoAlone'), ...also(resource, 'alsoCreated')].sort());
    for (const [name, field] of fields.filter(([, { writeOnly }]) => !writeOnly)) {
      expect([name, isOf(field, made[name]), made[name]]).toEqual([name, true, made[name]]);
      if (field.default !== undefined && field.default !== '*' && !field.requiredHere)
        expect([name, made[name]]).toEqual([name, field.default]);
    }
    const seen = await read(made.id);
    expect(Object.keys(seen).sort()).toEqual([...shownOf(resource), ...also(resource, 'alsoAlone')].sort());
    for (const name of Object.keys(seen)) expect([name, seen[name]]).toEqual([name, made[name]]);
  });

  test('the whole: what is said is kept, what is secret is never shown', async () => {
    const place = house.place();
    const made = await post(allOf(resource, place));
    const seen = await read(made.id);
    expect(seen).toMatchObject(shownValues(resource, place, 'sample', 'shown'));
    for (const name of namesOf(resource, ({ writeOnly }) => Boolean(writeOnly))) expect(seen).not.toHaveProperty(name);
    for (const name of namesOf(resource, ({ writeOnly, type, sample }) =>
      Boolean(writeOnly && type === 'string' && sample && String(sample).length > 6),
    )) {
      expect([name, JSON.stringify(seen).includes(String(filled(resource.fields[name].sample, place)))]).toEqual([
        name,
        false,
      ]);
    }
  });

  if (!resource.unchangeable) {
    test('each field is changed by itself, and nothing else with it', async () => {
      const place = house.place();
      const { id } = await post(allOf(resource, place));
      for (const [name, field] of fields.filter(([, { change }]) => change !== undefined)) {
        const before = await read(id);
        const { body: after } = await house.made(200, 'PATCH', `${path}/${id}`, {
          body: { [name]: filled(field.change, place) },
        });
        const shown = field.writeOnly ? {} : { [name]: filled(field.changed ?? field.change, place) };
        expect({ ...after, updated_at: '' }).toMatchObject({
          ...withoutDerived(resource, before),
          ...shown,
          updated_at: '',
        });
        expect(await read(id)).toEqual(after);
      }
    });

    test('each field that may be empty is emptied by null', async () => {
      const { id } = await post(allOf(resource, house.place()));
      for (const [name] of fields.filter(
        ([, { nullable, readsNull, readOnly, createOnly, requiredHere, writeOnly, derived }]) =>
          nullable && !readsNull && !readOnly && !createOnly && !requiredHere && !writeOnly && !derived,
      )) {
        const { status, body } = await house.ask('PATCH', `${path}/${id}`, { body: { [name]: null } });
        expect([name, status, body[name]]).toEqual([name, 200, null]);
      }
    });
  }

  test('required fields are asked for by name', async () => {
    for (const name of namesOf(resource, ({ required }) => Boolean(required))) {
      const { [name]: _, ...body } = leastOf(resource, house.place());
      expect([name, await refusal(house, 'POST', path, body)]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^422 #/${name}\\b`)),
      ]);
    }
  });

  test('values of another type or beyond the limits are refused where they stand', async () => {
    const { id } = await post(leastOf(resource, house.place()));
    for (const [name, field] of fields.filter(([, { readOnly }]) => !readOnly)) {
      for (const wrong of field.changeOnly ? [] : [...wrongOf(field), ...(field.wrongAtFirst ?? [])]) {
        expect([
          name,
          wrong,
          await refusal(house, 'POST', path, { ...leastOf(resource, house.place()), [name]: wrong }),
        ]).toEqual([name, wrong, expect.stringMatching(new RegExp(`^422 .*#/${name}\\b`))]);
      }
      for (const wrong of resource.unchangeable || field.createOnly ? [] : wrongOf(field)) {
        expect([name, wrong, await refusal(house, 'PATCH', `${path}/${id}`, { [name]: wrong })]).toEqual([
          name,
          wrong,
          expect.stringMatching(new RegExp(`^422 .*#/${name}\\b`)),
        ]);
      }
    }
  });

  test('the limits themselves are within, and every word of a list', async () => {
    for (const [name, field] of fields.filter(
      ([, { readOnly, changeOnly, oneOfIsBound }]) => !readOnly && !changeOnly && !oneOfIsBound,
    )) {
      for (const within of [
        field.min,
        field.max,
        field.longest ? longestOf(name, field.longest) : undefined,
        ...(field.oneOf ?? []),
      ].filter((each) => each !== undefined)) {
        const made = await post({ ...leastOf(resource, house.place()), ...boundTo(resource, name), [name]: within });
        if (!field.writeOnly && !field.derived)
          expect([name, made[name]]).toEqual([name, field.hidesPath ? `${new URL(String(within)).origin}/…` : within]);
      }
    }
  });

  test('what cannot be said is refused by name: unknown fields, and those that are only shown', async () => {
    const { id } = await post(leastOf(resource, house.place()));
    const shownOnly = [
      ...namesOf(resource, ({ readOnly }) => Boolean(readOnly)),
      'id',
      'created_at',
      'updated_at',
      '_links',
      'colour',
    ];
    for (const name of shownOnly) {
      expect([name, await refusal(house, 'POST', path, { ...leastOf(resource, house.place()), [name]: 'x' })]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^422 .*#/${name}\\b`)),
      ]);
      if (!resource.unchangeable)
        expect([name, await refusal(house, 'PATCH', `${path}/${id}`, { [name]: 'x' })]).toEqual([
          name,
          expect.stringMatching(new RegExp(`^422 .*#/${name}\\b`)),
        ]);
    }
  });

  test('keys are unique: 409', async () => {
    for (const key of resource.keys ?? []) {
      const place = house.place();
      const first = await post(allOf(resource, place));
      const body = { ...allOf(resource, house.place()), [key]: first[key] };
      expect([key, await refusal(house, 'POST', path, body)]).toEqual([key, expect.stringMatching(/^409 /)]);
    }
  });

  test('lists find a record by each plain field, sort by it, and show it as it is', async () => {
    const made = await post(allOf(resource, house.place()));
    const plain = [
      ...fields.filter(
        ([, { writeOnly, unlisted, type }]) => !writeOnly && !unlisted && type !== 'array' && type !== 'object',
      ),
      ['id', { type: 'id' }],
      ['created_at', { type: 'instant' }],
      ['updated_at', { type: 'instant' }],
    ] as [string, Field][];
    const seen = await read(made.id);
    for (const [name] of plain) {
      const value = seen[name];
      const filters =
        value === null
          ? [`filter=${encodeURIComponent(JSON.stringify({ [name]: null }))}`]
          : [
              `filter[${name}]=${encodeURIComponent(value)}`,
              `filter=${encodeURIComponent(JSON.stringify({ [name]: value }))}`,
            ];
      for (const filter of filters) {
        const { status, body } = await house.ask('GET', `${path}?${filter}&sort=created_at:desc,id:desc`);
        expect([filter, status, (body._embedded?.[resource.collection] ?? []).map(({ id }: Json) => id)]).toEqual([
          filter,
          200,
          expect.arrayContaining([made.id]),
        ]);
        for (const row of body._embedded[resource.collection]) expect([name, row[name]]).toEqual([name, value]);
      }
      for (const way of ['asc', 'desc'])
        expect([name, way, (await house.ask('GET', `${path}?sort=${name}:${way}`)).status]).toEqual([name, way, 200]);
    }
    const [row] = (await house.ask('GET', `${path}?filter[id]=${made.id}`)).body._embedded[resource.collection];
    for (const name of also(resource, 'alsoAlone')) delete seen[name];
    expect(row).toEqual(seen);
  });

  test('ETag and If-Match, then DELETE', async () => {
    const { id } = await post(leastOf(resource, house.place()));
    const {
      headers: { etag = '' },
    } = await house.made(200, 'GET', `${path}/${id}`);
    expect(etag).toMatch(/^"\d+"$/);
    expect((await house.ask('GET', `${path}/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await house.ask('DELETE', `${path}/${id}`, { headers: { 'if-match': '"4711"' } })).status).toBe(412);
    if (!resource.unchangeable)
      expect((await house.ask('PATCH', `${path}/${id}`, { headers: { 'if-match': '"4711"' }, body: {} })).status).toBe(
        412,
      );
    expect((await house.ask('DELETE', `${path}/${id}`, { headers: { 'if-match': etag } })).status).toBe(204);
    if (resource.afterDelete) expect(await read(id)).toMatchObject(resource.afterDelete);
    else expect((await house.ask('GET', `${path}/${id}`)).status).toBe(404);
  });
});

/** Status and the places that a refusal names. */
async function refusal(at: Scene, method: string, path: string, body: object): Promise<string> {
  const answer = await at.ask(method, path, { body });
  return `${answer.status} ${(answer.body?.errors ?? []).map(({ pointer }: Json) => pointer).join(' ')}`;
}

function also(resource: Resource, where: 'alsoAlone' | 'alsoCreated'): readonly string[] {
  return (resource[where] ?? []).filter((name) => where === 'alsoAlone' || !resource.shownOnce?.includes(name));
}

function shownValues({ fields }: Resource, place: Place, value: 'sample', shown: 'shown'): object {
  const said = Object.entries(fields).filter(
    ([, field]) => field[value] !== undefined && !field.writeOnly && field[shown] !== '*' && !field.changeOnly,
  );
  return Object.fromEntries(said.map(([name, field]) => [name, expected(filled(field[shown] ?? field[value], place))]));
}

/** `*` within a shown value: something. */
function expected(value: unknown): unknown {
  if (value === '*') return expect.anything();
  if (Array.isArray(value)) return value.map(expected);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, expected(each)]))
    : value;
}

/** Fields that follow others may change with them. */
function withoutDerived({ fields }: Resource, record: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => !fields[name]?.readOnly && !fields[name]?.derived && name !== 'updated_at',
    ),
  );
}

/** As long as may be, and of the form that the field wants. */
function longestOf(name: string, length: number): string {
  if (name === 'email')
    return `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 64 - 1 - 122 - 4)}.eu`.slice(
      0,
      length,
    );
  if (name === 'phone') return '1'.repeat(Math.min(length, 31));
  if (name === 'url') return `https://hooks.example.com/${'a'.repeat(length - 26)}`;
  return `${Date.now()}`.padEnd(length, 'a').slice(0, length);
}

/** What else must be said for a field to be possible. */
function boundTo({ path }: Resource, name: string): object {
  return path === '/profiles' && name === 'inner_method' ? { eap_type: 'EAP-TTLS' } : {};
}
