import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Endpoint, type Field, namesOf, reference, type Resource, resources, shownOf } from './contract-tables.js';

/** The API document says what the tables say: who generates a client from it gets the contract. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly 'x-permission'?: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, { name: string }> };
};

/** What is embedded in a page is named by what it is. */
const collections = /^Embedded/;

function resolved(schema: Schema): Schema {
  const own = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  if (own.anyOf) return { ...own, type: resolved(own.anyOf[0]).type };
  const parts = (own.allOf ?? []).map(resolved);
  return parts.reduce<Schema>(
    (sum, part) => ({
      ...sum,
      properties: { ...part.properties, ...sum.properties },
      required: [...(sum.required ?? []), ...(part.required ?? [])],
      enum: sum.enum ?? part.enum,
      type: sum.type ?? part.type,
    }),
    own,
  );
}

function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the API document`);
  return found;
}

function bodyOf({ requestBody }: Operation): Schema {
  return resolved(Object.values(requestBody?.content ?? {})[0].schema);
}

function answerOf({ responses }: Operation, status: number): Schema {
  return resolved(Object.values(responses[status].content ?? {})[0].schema);
}

const pathOf = ({ call }: Endpoint) => call.split(' ')[1].replace(/\{(user|attribute)_id\}/, '{id}');

// An address that only the older form has is documented with its prefix.
const older = reference.olderEndpoints.map((each) =>
  each.area === 'reports' && each.call.includes('{') ? { ...each, call: each.call.replace(' ', ' /api') } : each,
);

test.each([...reference.endpoints, ...older].map((each) => [each.call, each] as const))(
  '%s is documented with its permission, status and parameters',
  (call, endpoint) => {
    const found = operation(call.split(' ')[0], pathOf(endpoint));
    expect(found['x-permission']).toBe(endpoint.permission);
    expect(Object.keys(found.responses)).toContain(String(endpoint.status));
    const parameters = (found.parameters ?? []).map(
      ({ name, $ref }) => name ?? document.components.parameters?.[$ref?.split('/').at(-1) ?? '']?.name,
    );
    expect(parameters).toEqual(expect.arrayContaining([...(endpoint.lists ?? []), ...(endpoint.query ?? [])]));
    if (endpoint.input)
      for (const [name, field] of Object.entries(reference.inputs[endpoint.input]))
        expectInput(name, field, bodyOf(found), true);
  },
);

test.each(
  resources
    .filter(({ documentedAs }) => documentedAs !== undefined)
    .map(({ path, documentedAs }) => [path, documentedAs ?? ''] as const),
)('%s answers as %s, which alone is documented', (path, other) => {
  expect(Object.keys(document.paths).filter((each) => each === path || each.startsWith(`${path}/`))).toEqual([]);
  expect(document.paths[other]).toBeDefined();
});

test('beneath /api a report by its id is a task: said where a client with that base would call it', () => {
  const { responses } = operation('GET', '/reports/{report_id}');
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '202']));
  expect(answerOf(operation('GET', '/reports/{report_id}'), 202)).toEqual(
    answerOf(operation('GET', '/api/reports/{report_id}'), 202),
  );
  for (const path of ['/api/{report_id}', '/api/reports/{report_id}'])
    expect(operation('GET', path)).toHaveProperty('servers', [expect.objectContaining({ url: '/' })]);
});

test('every class of the API document has a name of its own', () => {
  const names = globSync('src/**/*.dto.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every field and every parameter says what it means', () => {
  const silent = [
    ...Object.entries(document.components.schemas)
      .filter(([name]) => !collections.test(name))
      .flatMap(([name, { properties = {} }]) =>
        Object.keys(properties)
          .filter((field) => !properties[field].description)
          .map((field) => `${name}.${field}`),
      ),
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { parameters = [] }]) =>
        parameters
          .filter(({ $ref, description }) => !$ref && !description)
          .map(({ name }) => `${method} ${path} ${String(name)}`),
      ),
    ),
  ];
  expect(silent).toEqual([]);
});

test('no field has a default: generators would send it with every change, or make the field required', () => {
  const withDefaults = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties)
      .filter((field) => 'default' in properties[field])
      .map((field) => `${name}.${field}`),
  );
  expect(withDefaults).toEqual([]);
});

describe.each(
  resources
    .filter(({ documentedAs }) => documentedAs === undefined)
    .map((resource) => [resource.path, resource] as const),
)('%s', (path, resource) => {
  const all = ['GET', 'POST', 'GET one', 'PATCH', 'DELETE'].filter(
    (each) => each !== 'PATCH' || !resource.unchangeable,
  );

  test.each(all)('%s is there, with its permission', (which) => {
    const [method, one] = which.split(' ');
    const isOne = one || method === 'PATCH' || method === 'DELETE';
    const found = operation(method, isOne ? `${path}/{id}` : path);
    expect(found['x-permission']).toBe(`${resource.area}:${method === 'GET' ? 'read' : 'write'}`);
    expect(Object.keys(found.responses)).toEqual(
      expect.arrayContaining([
        '401',
        '403',
        '429',
        '500',
        ...(isOne ? ['404'] : []),
        ...(method === 'POST' ? ['422'] : []),
      ]),
    );
  });

  test('what POST takes', () => {
    const body = bodyOf(operation('POST', path));
    const writable = namesOf(resource, ({ readOnly, changeOnly }) => !readOnly && !changeOnly);
    expect(Object.keys(body.properties ?? {}).sort()).toEqual([...writable].sort());
    expect([...(body.required ?? [])].sort()).toEqual(
      namesOf(resource, ({ required, openapiOptional }) => Boolean(required && !openapiOptional)).sort(),
    );
    for (const name of writable) expectInput(name, resource.fields[name], body, false);
  });

  if (!resource.unchangeable) {
    test('what PATCH takes, nothing of it required', () => {
      const body = bodyOf(operation('PATCH', `${path}/{id}`));
      const writable = namesOf(resource, ({ readOnly }) => !readOnly).filter(
        (name) => !resource.fields[name].createOnly || name in (body.properties ?? {}),
      );
      expect(Object.keys(body.properties ?? {}).sort()).toEqual([...writable].sort());
      expect(body.required ?? []).toEqual([]);
    });
  }

  test('what is shown of one, and in a list', () => {
    const one = answerOf(operation('GET', `${path}/{id}`), 200);
    expect(Object.keys(one.properties ?? {}).sort()).toEqual(
      [...shownOf(resource), ...(resource.alsoAlone ?? [])].sort(),
    );
    for (const name of namesOf(resource, ({ writeOnly }) => !writeOnly))
      expectShown(name, resource.fields[name], one.properties?.[name] ?? {});
    const { properties = {} } = answerOf(operation('GET', path), 200);
    expect(Object.keys(properties).sort()).toEqual(
      ['_embedded', '_links', ...Object.keys(reference.formats.Collection)].sort(),
    );
    const embedded = resolved(properties._embedded).properties ?? {};
    expect(Object.keys(embedded)).toEqual([resource.collection]);
    expect(Object.keys(resolved(embedded[resource.collection].items ?? {}).properties ?? {}).sort()).toEqual(
      shownOf(resource),
    );
  });

  test('what is shown once is in the answer of POST', () => {
    const { properties = {} } = answerOf(operation('POST', path), resource.createdStatus ?? 201);
    if (!resource.createsCollection)
      expect(Object.keys(properties).sort()).toEqual(
        [...new Set([...shownOf(resource), ...expectedAlso(resource)])].sort(),
      );
  });
});

function expectedAlso({ alsoAlone = [], alsoCreated = [], shownOnce = [] }: Resource): string[] {
  return [...alsoAlone, ...alsoCreated, ...shownOnce];
}

function isNullable({ nullable, type }: Schema): boolean {
  return Boolean(nullable) || (Array.isArray(type) && type.includes('null'));
}

/** @param isPublished of the published tables, which say nothing of null and of most limits */
function expectInput(
  name: string,
  { type, required, nullable, min, max, longest, oneOf, default: usual, openapiDefault = usual }: Field,
  body: Schema,
  isPublished: boolean,
): void {
  const given = body.properties?.[name];
  if (!given) throw new Error(`${name} is not in the API document`);
  const found = resolved(given);
  const said = { ...found, ...given };
  const types = {
    id: 'string',
    string: 'string',
    instant: 'string',
    integer: 'integer',
    flag: 'integer',
    boolean: 'boolean',
    array: 'array',
    object: 'object',
  };
  expect([name, [said.type].flat().filter((each) => each !== 'null')]).toEqual([name, [types[type]]]);
  if (type === 'flag') expect([name, said.enum]).toEqual([name, expect.arrayContaining([0])]);
  if (type === 'instant') expect([name, said.format]).toEqual([name, 'date-time']);
  if (oneOf)
    expect([name, [...(said.enum ?? [])].filter((each) => each !== null).sort()]).toEqual([name, [...oneOf].sort()]);
  if (isPublished) {
    if (required) expect(body.required).toContain(name);
    return;
  }
  expect([name, isNullable(said)]).toEqual([name, Boolean(nullable)]);
  if (min !== undefined) expect([name, said.minimum]).toEqual([name, min]);
  if (max !== undefined) expect([name, said.maximum]).toEqual([name, max]);
  if (longest !== undefined) expect([name, said.maxLength]).toEqual([name, longest]);
  if (
    openapiDefault !== undefined &&
    openapiDefault !== null &&
    openapiDefault !== '*' &&
    typeof openapiDefault !== 'object'
  )
    expect([name, said.description]).toEqual([name, expect.stringContaining(`Default: \`${String(openapiDefault)}\``)]);
}

function expectShown(name: string, field: Field, given: Schema): void {
  const said = { ...resolved(given), ...given };
  expect([name, isNullable(said)]).toEqual([name, Boolean(field.nullable || field.readsNull)]);
  if (field.type === 'flag' || field.type === 'integer')
    expect([name, [said.type].flat().filter((each) => each !== 'null')[0]]).toEqual([
      name,
      expect.stringMatching(/^(integer|number)$/),
    ]);
}
