import { expect, test } from '@jest/globals';
import { connectorDefinitions } from '../../connector-contract/connector-definitions.js';
import { settingsOf, settingsSchema } from '../../../src/provisioning/connector/setting.js';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

const strange = 'zzz';

/** A value with a member that nobody knows in each object, and what the schema says that is known there instead. */
function probed(schema: Schema, at: string, known: Map<string, readonly string[]>): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.oneOf) return probed(schema.oneOf[0]!, at, known);
  if (schema.type === 'array') return [probed(schema.items ?? {}, `${at}/0`, known)];
  if (schema.type !== 'object') return 'x';
  if (typeof schema.additionalProperties === 'object')
    return { name: probed(schema.additionalProperties, `${at}/name`, known) };
  const { properties = {} } = schema;
  known.set(`${at}/${strange}`, Object.keys(properties));
  const members = Object.entries(properties).map(([name, each]) => [name, probed(each, `${at}/${name}`, known)]);
  return { ...Object.fromEntries(members), [strange]: 1 };
}

const structures = connectorDefinitions.flatMap(({ key, settings }) =>
  [...settingsOf(settings)].flatMap(([name, options]) => {
    if (options.type !== 'object') return [];
    const schema = (settingsSchema(settings).properties as Record<string, Schema>)[name]!;
    const shapes = schema.oneOf ?? [schema];
    return shapes.map((shape, index) => [`${key} ${name} ${index}`, shape, options.check] as const);
  }),
);

test.each(structures)('what the form of %s offers is what is checked', (_title, schema, check) => {
  const known = new Map<string, readonly string[]>();
  const value = probed(schema, '#', known);
  const said = check(value, '#', { secret: 'a-secret', path_token: 'a-token' })
    .filter(({ pointer }) => pointer.endsWith(strange))
    .map(({ pointer, detail }): [string, string[]] => [pointer, /there are (.*)$/.exec(detail)![1]!.split(', ')]);
  // Which member is found and what is taken of it belong to the place, not to its condition.
  const sorted = (names: readonly string[]) => names.filter((name) => name !== 'take' && name !== 'of').sort();
  expect(new Map(said.map(([at, names]) => [at, sorted(names)]))).toEqual(
    new Map([...known].map(([at, names]) => [at, sorted(names)])),
  );
});
