import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { leastOf, resources } from './contract-tables.js';
import { type Scene, scene } from './scene.js';

/** Bulk of each resource that has it: operations, ways to name a record, results, all or nothing, trial runs. */
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

const none = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };

describe.each(resources.filter(({ bulkKeys }) => bulkKeys).map((resource) => [resource.path, resource] as const))(
  '/bulk%s',
  (path, resource) => {
    const bulk = async (operations: object[], more: object = {}): Promise<Json> =>
      (await house.made(200, 'POST', `/bulk${path}`, { body: { operations, ...more } })).body;
    const least = () => leastOf(resource, house.place());
    const read = (id: string) => house.ask('GET', `${path}/${id}`);
    const count = async (): Promise<number> => (await house.made(200, 'GET', path)).body.total_items;
    const change = {
      comment: 'changed in bulk',
      ...(path === '/devices' ? { comment: undefined, name: 'changed in bulk' } : {}),
    };
    const hasChanged = (record: Json) => record.comment === 'changed in bulk' || record.name === 'changed in bulk';

    test('create, update, the same again, delete, by id', async () => {
      const made = await bulk([{ op: 'create', data: least(), ref: 'mine' }]);
      expect(made).toEqual({
        results: [
          expect.objectContaining({ index: 0, ref: 'mine', op: 'create', status: 'created', id: expect.any(String) }),
        ],
        summary: { ...none, created: 1 },
      });
      const [{ id }] = made.results;
      expect((await read(id)).status).toBe(200);
      expect((await bulk([{ op: 'update', id, data: change }])).results[0]).toMatchObject({ status: 'updated', id });
      expect(hasChanged((await read(id)).body)).toBe(true);
      expect(await bulk([{ op: 'update', id, data: change }])).toMatchObject({
        results: [{ status: 'unchanged', id }],
        summary: { ...none, unchanged: 1 },
      });
      expect(await bulk([{ op: 'delete', id }])).toMatchObject({
        results: [{ op: 'delete', status: 'deleted', id }],
        summary: { ...none, deleted: 1 },
      });
      if (resource.afterDelete) expect((await read(id)).body).toMatchObject(resource.afterDelete);
      else expect((await read(id)).status).toBe(404);
    });

    test.each(resource.bulkKeys?.map((key) => [key]) ?? [])('records are named by %s, too', async (key) => {
      const external = key === 'external_id' ? { external_id: `mine ${house.place().n}` } : {};
      const {
        results: [{ id }],
      } = await bulk([{ op: 'create', data: { ...least(), ...external } }]);
      const match = { [key]: (await read(id)).body[key] };
      expect((await bulk([{ op: 'update', match, data: change }])).results[0]).toMatchObject({ status: 'updated', id });
      expect((await bulk([{ op: 'upsert', match, data: change }])).results[0]).toMatchObject({
        status: 'unchanged',
        id,
      });
      expect((await bulk([{ op: 'delete', match }])).results[0]).toMatchObject({ status: 'deleted', id });
    });

    test('what fails has a problem document and leaves the others', async () => {
      const missing = '0190a0a0-0000-7000-8000-00000000dead';
      const { results, summary } = await bulk([
        { op: 'create', data: { ...least(), colour: 'red' } },
        { op: 'update', id: missing, data: change },
        { op: 'explode', data: {} },
        { op: 'delete' },
        { op: 'create', data: least() },
      ]);
      expect(results.map(({ status, error }: Json) => [status, error?.status])).toEqual([
        ['failed', 422],
        ['failed', 404],
        ['failed', 422],
        ['failed', 422],
        ['created', undefined],
      ]);
      for (const { error } of results.slice(0, 4))
        expect(error).toMatchObject({
          type: 'about:blank',
          title: expect.any(String),
          detail: expect.stringMatching(/\w/),
        });
      expect(results[0].error.errors).toEqual([
        expect.objectContaining({ pointer: expect.stringContaining('colour') }),
      ]);
      expect(summary).toEqual({ ...none, created: 1, failed: 4 });
    });

    test('atomic: all or nothing; dry_run: nothing, and what would be', async () => {
      const before = await count();
      const wrong = { op: 'create', data: { ...least(), colour: 'red' } };
      const { results, summary } = await bulk([{ op: 'create', data: least() }, wrong], { atomic: true });
      expect([results.length, summary.created, summary.failed > 0, await count()]).toEqual([2, 0, true, before]);
      expect(await bulk([{ op: 'create', data: least() }, wrong], { dry_run: true })).toMatchObject({
        results: [{ status: 'created' }, { status: 'failed' }],
        summary: { created: 1, failed: 1 },
      });
      expect(await count()).toBe(before);
    });

    test('as a job: 202 with its id, a status with pages of results, cancel while it waits', async () => {
      const { headers, body } = await house.made(202, 'POST', `/bulk${path}/async`, {
        body: { operations: [{ op: 'create', data: least(), ref: 'a' }] },
      });
      expect(headers['content-type']).toMatch(/json/);
      expect(body).toMatchObject({
        job_id: expect.any(String),
        status: 'queued',
        total: 1,
        processed: 0,
        _links: { self: { href: `/bulk/status/${body.job_id}` } },
      });
      const status = (await house.made(200, 'GET', `/bulk/status/${body.job_id}`)).body;
      expect(Object.keys(status)).toEqual(
        expect.arrayContaining([
          'status',
          'processed',
          'total',
          'summary',
          'results',
          'started_at',
          'finished_at',
          'page',
          'page_size',
          'page_count',
          'total_items',
        ]),
      );
      expect((await house.made(202, 'POST', `/bulk/status/${body.job_id}/cancel`)).body.status).toBe('cancelled');
      expect((await house.made(202, 'POST', `/bulk/status/${body.job_id}/cancel`)).body.status).toBe('cancelled');
    });

    test('requests that are none: 422 with the place, 404 for another resource', async () => {
      for (const [body, pointer] of [
        [{}, '#/operations'],
        [{ operations: {} }, '#/operations'],
        [{ operations: [], atomic: 'yes' }, '#/atomic'],
        [{ operations: [{ op: 'delete' }], colour: 1 }, '#/colour'],
      ] as const) {
        for (const at of [path, `${path}/async`]) {
          const answer = await house.ask('POST', `/bulk${at}`, { body });
          expect([at, body, answer.status, JSON.stringify(answer.body.errors)]).toEqual([
            at,
            body,
            422,
            expect.stringContaining(pointer),
          ]);
        }
      }
      expect((await house.ask('POST', '/bulk/roles', { body: { operations: [] } })).status).toBe(404);
    });
  },
);
