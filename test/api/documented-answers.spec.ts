import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import type { Answer } from './ask.js';
import { type Furnished, furnished } from './one-of-everything.js';
import { cases } from './tenant-cases.js';
import { type Route, usherWorld, type UsherWorld } from './usher-world.js';

/** What a program that knows docs/openapi.json alone gets. */
interface Documented {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Documented>>;
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Documented>>;
  };
};
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ schemas: exact(document.components.schemas) }, 'document');

let world: UsherWorld;
let house: Furnished;
let readable: Route[];
beforeAll(async () => {
  world = await usherWorld();
  house = await furnished(world, 'Hotel Seeblick', 'mark-of-the-house');
  // A stream has no end.
  readable = world.routes.filter(
    ({ method, path, isPublic }) => method === 'GET' && !isPublic && path !== '/live' && document.paths[path]?.get,
  );
});
afterAll(async () => {
  await world.close();
});

test('every answer to GET is of a status, a media type and a form that the document names', async () => {
  const faults: string[] = [];
  for (const { path } of readable) faults.push(...faultsOf(path, await world.ask('GET', callOf(path), house)));
  expect(faults).toEqual([]);
  expect(readable.length).toBeGreaterThan(100);
});

test('so is each report', async () => {
  const { _embedded } = await world.made(200, 'GET', '/reports', { token: house.token });
  for (const { id } of _embedded.reports) {
    const answer = await world.ask('GET', `/reports/${id}?page_size=5`, house);
    expect([id, faultsOf('/reports/{report_id}', answer)]).toEqual([id, []]);
  }
});

test('so is what is refused: a body without anything, about records that are not there', async () => {
  const faults: string[] = [];
  const called = world.routes.filter(({ method, path }) => method !== 'GET' && operationOf(method, path));
  for (const { method, path } of called) {
    const nobody = path.replaceAll(/\{\w+\}/g, '0190a0a0-0000-7000-8000-00000000dead');
    const body = ['POST', 'PATCH'].includes(method) ? { body: {} } : {};
    faults.push(...faultsOf(path, await world.ask(method, nobody, { token: house.token, ...body }), method));
  }
  expect(faults).toEqual([]);
  expect(called.length).toBeGreaterThan(150);
});

test('so is a body where none is needed: one of another type, and one that names a member twice', async () => {
  const faults: string[] = [];
  const bodiless = world.routes.filter(({ method, path, isPublic }) => {
    const operation = ['POST', 'DELETE'].includes(method) ? operationOf(method, path) : undefined;
    return operation && !isPublic && !operation.requestBody;
  });
  const statuses = new Set<number>();
  for (const { method, path } of bodiless) {
    const nobody = path.replaceAll(/\{\w+\}/g, '0190a0a0-0000-7000-8000-00000000dead');
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'a=b'],
      ['application/json', '{"a":1,"a":2}'],
    ]) {
      const headers = { 'content-type': type! };
      const answer = await world.ask(method, nobody, { token: house.token, body, headers });
      statuses.add(answer.status);
      faults.push(...faultsOf(path, answer, method));
    }
  }
  expect(faults).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([415, 422]));
  expect(bodiless.length).toBeGreaterThan(50);
});

test('and what stands in the way of another', async () => {
  const body = { username: 'twice in the document' };
  await world.made(201, 'POST', '/users', { token: house.token, body });
  const taken = await world.ask('POST', '/users', { token: house.token, body });
  expect([taken.status, faultsOf('/users', taken, 'POST')]).toEqual([409, []]);
});

function operationOf(method: string, path: string): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

function callOf(path: string): string {
  const { params, query } = cases[`GET ${path}`] ?? {};
  const called = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'report_id') return '110';
    if (name === 'key') return 'fias';
    return house.ids[params![name]];
  });
  return query ? `${called}?${query}` : called;
}

function faultsOf(path: string, { status, headers, text }: Answer, method = 'GET'): string[] {
  const named = operationOf(method, path)?.responses[status];
  if (!named) return [`${method} ${path}: ${status} is not documented`];
  if (text === '') return [];
  const documented = named.$ref ? document.components.responses[named.$ref.split('/').at(-1) ?? ''] : named;
  const [type] = String(headers['content-type'] ?? '').split(';');
  const content = documented.content?.[type];
  if (!content)
    return [`${method} ${path}: ${status} is ${type}, documented as ${Object.keys(documented.content ?? {}).join()}`];
  if (!type.endsWith('json')) return [];
  const check = ajv.compile(exact(content.schema ?? {}) as object);
  if (check(JSON.parse(text))) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${path}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The schemas of OpenAPI 3.0 as ajv reads them; a field that they do not have is a fault. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, ...rest } = schema as Record<string, unknown>;
  const adapted: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === '$ref' ? String(value).replace('#/components/', 'document#/') : exact(value),
    ]),
  );
  if (rest.properties && rest.additionalProperties === undefined) adapted.additionalProperties = false;
  return nullable ? { anyOf: [{ type: 'null' }, adapted] } : adapted;
}
