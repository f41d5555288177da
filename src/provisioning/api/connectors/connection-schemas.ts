import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiAddition, ApiAdditions } from '../../../http/openapi/api-additions.js';
import { openApiSchema } from '../../../http/openapi/json-schema.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import type { ConnectorDefinition } from '../../connector/connector.js';
import { settingsOf, settingsSchema } from '../../connector/setting.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const common = 'ConnectionInputDto';
const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** In the API's document a new connection is told by its connector: each has settings and secrets of its own. */
@Injectable()
export class ConnectionSchemas implements ApiAddition {
  constructor(
    private readonly catalogue: ConnectorCatalogue,
    additions: ApiAdditions,
  ) {
    additions.add(this);
  }

  addTo(document: OpenAPIObject): OpenAPIObject {
    const kinds = this.catalogue.definitions
      .map((definition) => ({ definition, name: nameOf(definition) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const schemas: Schemas = { ...document.components?.schemas };
    for (const { definition, name } of kinds) schemas[name] = inputOf(definition);
    const made = document.paths['/connections'].post!;
    const content = {
      'application/json': {
        schema: {
          oneOf: kinds.map(({ name }) => refersTo(name)),
          discriminator: {
            propertyName: 'connector',
            mapping: Object.fromEntries(kinds.map(({ definition, name }) => [definition.key, refersTo(name).$ref])),
          },
        },
        example: (schemas[common] as { example?: unknown }).example,
      },
    };
    return {
      ...document,
      components: { ...document.components, schemas },
      paths: {
        ...document.paths,
        '/connections': {
          ...document.paths['/connections'],
          post: { ...made, requestBody: { required: true, content } },
        },
      },
    };
  }
}

/** `google-workspace`: GoogleWorkspaceConnectionDto. */
function nameOf({ key }: ConnectorDefinition): string {
  const words = key.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}ConnectionDto`;
}

function inputOf({ key, name, settings }: ConnectorDefinition): Schemas[string] {
  const whole = settingsSchema(settings) as { properties: Record<string, object>; required: string[] };
  const secret = [...settingsOf(settings)].filter(([, options]) => options.secret).map(([setting]) => setting);
  const part = (isSecret: boolean) => {
    const isOf = (setting: string) => secret.includes(setting) === isSecret;
    return {
      properties: Object.fromEntries(Object.entries(whole.properties).filter(([setting]) => isOf(setting))),
      required: whole.required.filter(isOf),
      additionalProperties: false,
    };
  };
  const parts = { settings: part(false), secrets: part(true) };
  const wanted = (['settings', 'secrets'] as const).filter((each) => parts[each].required.length > 0);
  return {
    description: `A connection of ${name}.`,
    allOf: [
      refersTo(common),
      {
        type: 'object',
        properties: {
          connector: { type: 'string', enum: [key] },
          settings: openApiSchema({ type: 'object', ...parts.settings }),
          secrets: openApiSchema({ type: 'object', writeOnly: true, ...parts.secrets }),
        },
        required: ['connector', ...wanted],
      },
    ],
  };
}
