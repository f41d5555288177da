import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userFor } from '../../clients/typescript/example.js';
import { ApiProblem, usherClient } from '../../clients/typescript/index.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
  await folder.remove();
});

test('the example makes a user once, and finds it again', async () => {
  const made = await userFor(service.url, service.token, 'anna@example.com');
  const found = await userFor(service.url, service.token, 'anna@example.com');
  expect(made.username).toBe('anna@example.com');
  expect(found.id).toBe(made.id);
});

test('what is refused is thrown with its fields; a service that is away, too', async () => {
  const usher = usherClient({ url: service.url, key: service.token });
  const refused = await usher.POST('/users', { body: { username: '' } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiProblem);
  expect((refused as ApiProblem).status).toBe(422);
  expect(Object.keys((refused as ApiProblem).byField)).toEqual(['username']);
  const away = usherClient({ url: 'http://127.0.0.1:1', key: service.token });
  expect(await away.GET('/users').catch((error: unknown) => (error as ApiProblem).status)).toBe(0);
});

test('calls are made for the organization that is named', async () => {
  const { id } = (await service.call('POST', '/organizations', { name: 'Beneath' })).body;
  const beneath = usherClient({ url: service.url, key: service.token, organizationId: String(id) });
  await beneath.POST('/users', { body: { username: 'eva' } });
  const { data } = await beneath.GET('/users');
  expect(data?.total_items).toBe(1);
});
