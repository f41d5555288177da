import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

/** docs/openapi.json, as it is committed: that it is the present one is for `npm run openapi -- --check`. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly tags?: readonly string[];
  readonly 'x-permission'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly $ref?: string;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly description?: string; readonly content?: Content }>
  >;
}

const text = readFileSync('docs/openapi.json', 'utf8');
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Schema>>;
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

function isEmpty({
  $ref,
  type,
  enum: values,
  allOf,
  oneOf,
  anyOf,
  properties,
  items,
  additionalProperties,
}: Schema): boolean {
  if ($ref || values || allOf || oneOf || anyOf) return false;
  if (type === 'object') return properties === undefined && additionalProperties === undefined;
  return type === 'array' ? items === undefined || isEmpty(items) : type === undefined;
}

const isOpen = new RegExp(
  String.raw` /((hooks|certificates/crl)/.|sessions(/(providers?|directory|passkey(/options)?))?$|console/session` +
    '|first-operator|password-resets|invitations/accept)',
);

test.each(operations)('%s is described', (name, operation) => {
  expect(operation.summary).toMatch(/^[A-Z].{4,}/);
  expect(operation.description).toMatch(/^.{10,}/);
  expect(operation.tags).toHaveLength(1);
  // About the operator who signed in, whatever their role; or the permission depends on what is asked for.
  const isAboutOneself = / \/(sessions\/|(live|overview|setup)$|preferences|saved-views)/.test(name);
  if (name.includes(' /scim/v2/')) {
    expect(operation.security).toEqual(name.endsWith('/ServiceProviderConfig') ? [] : [{ scim: [] }]);
  } else if (!isOpen.test(name)) {
    expect(operation.security).toEqual([{ bearer: [] }]);
    expect(operation['x-permission'] ?? '').toMatch(isAboutOneself ? /^$/ : /^[a-z-]+:(read|write)$/);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503']));
  }
  for (const parameter of operation.parameters ?? []) {
    if (!parameter.$ref)
      expect([parameter.name, parameter.description, parameter.schema]).toEqual([
        parameter.name,
        expect.stringMatching(/.{4,}/),
        expect.objectContaining({ type: expect.any(String) }),
      ]);
  }
});

test.each(operations)('%s says what it takes and gives', (name, operation) => {
  const bodies = Object.values(operation.requestBody?.content ?? {});
  for (const { schema } of bodies) expect([name, isEmpty(schema ?? {})]).toEqual([name, false]);
  const good = Object.entries(operation.responses).filter(([status]) => status < '300');
  // Beneath /api, that address starts a task; a group of SCIM is shown only where it is asked for.
  expect(good).toHaveLength(/^(GET \/reports\/\{report_id\}|PATCH \/scim\/v2\/Groups\/\{id\})$/.test(name) ? 2 : 1);
  const [[status, answer]] = good;
  expect(answer.description).toMatch(/./);
  const contents = Object.values(answer.content ?? {});
  expect(contents.length === 0).toBe(status === '204');
  for (const { schema } of contents) expect([name, isEmpty(schema ?? {})]).toEqual([name, false]);
});

test('names of operations are unique, schemas are not empty, and every reference leads somewhere', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect([name, isEmpty(schema)]).toEqual([name, false]);
    for (const [property, each] of Object.entries(schema.properties ?? {}))
      expect([name, property, isEmpty(each)]).toEqual([name, property, false]);
  }
  for (const [, part, name] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
    expect([part, name, document.components[part]?.[name] !== undefined]).toEqual([part, name, true]);
});

test('what people send most has examples', () => {
  for (const name of [
    'UserInputDto',
    'UserGroupInputDto',
    'VoucherInputDto',
    'KeyInputDto',
    'RoleInputDto',
    'OrganizationInputDto',
    'AttributeInputDto',
    'ConnectionInputDto',
    'DeviceInputDto',
  ]) {
    const { properties = {} } = document.components.schemas[name];
    expect([name, Object.values(properties).filter(({ example }) => example !== undefined).length > 0]).toEqual([
      name,
      true,
    ]);
  }
});
