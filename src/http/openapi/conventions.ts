import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { halMediaType } from '../hal/hal.js';
import { olderReportPaths } from '../address/address.js';
import { wordDefaults } from './default-words.js';
import { describeOperation, type Operation } from './operation-words.js';
import { describeSchemas } from './schema-words.js';

type Components = NonNullable<OpenAPIObject['components']>;
type Answer = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const conventionParameters: NonNullable<Components['parameters']> = {
  Organization: {
    name: 'X-Organization-Id',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description: "The organization to act for: the key's own where absent, or one beneath it",
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'A repetition with the same key and body gets the first answer again, with Idempotency-Replayed: true',
  },
};

const count = { type: 'integer' } as const;

export const conventionHeaders: NonNullable<Components['headers']> = {
  'X-RateLimit-Limit': { description: 'Requests a minute for this key', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute', schema: count },
  'X-RateLimit-Reset': { description: 'When the next minute begins, in seconds since 1970', schema: count },
};

/** Adds to each operation what all of its kind share: headers it takes, the media type of its answer. */
export function describeConventions(document: OpenAPIObject): OpenAPIObject {
  describeSchemas(document.components?.schemas ?? {});
  wordDefaults(document);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      describeOperation(path, method, operation);
      describeCallbacks(operation);
      if (path in olderReportPaths) operation.servers = onlyThere;
      if (isKeyed(operation)) operation.parameters = [...(operation.parameters ?? []), ...conventionsOf(method)];
      // Explicit, because an operation without it could also have forgotten it.
      else operation.security = [];
      for (const [status, answer] of Object.entries(operation.responses))
        if (answer && !('$ref' in answer)) describeAnswer(status, answer, document, isKeyed(operation));
    }
  }
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [olderReportPaths[path] ?? path, item]),
    ),
  };
}

/** An address of the older form only: its prefix is part of it. */
const onlyThere = [{ url: '/', description: 'The prefix is part of the path' }];

export function isKeyed({ security }: Operation): boolean {
  return (security ?? []).length > 0;
}

function conventionsOf(method: string): { $ref: string }[] {
  const names = method === 'post' ? ['Organization', 'IdempotencyKey'] : ['Organization'];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** A schema with `_links` is HAL. */
function describeAnswer(status: string, answer: Answer, { components }: OpenAPIObject, isCounted: boolean): void {
  answer.description ||= STATUS_CODES[status] ?? status;
  if (isCounted)
    answer.headers = {
      ...Object.fromEntries(
        Object.keys(conventionHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
      ...answer.headers,
    };
  const json = answer.content?.['application/json'];
  const name = json?.schema && '$ref' in json.schema ? json.schema.$ref.split('/').at(-1) : undefined;
  const schema = name ? components?.schemas?.[name] : undefined;
  if (json && schema && !('$ref' in schema) && schema.properties?._links) answer.content = { [halMediaType]: json };
}

/** Webhooks that Usher sends: each callback is named by its event; the receiver may answer "no more of these". */
function describeCallbacks(operation: Operation): void {
  for (const [event, callback] of Object.entries(operation.callbacks ?? {})) {
    if ('$ref' in callback) continue;
    for (const { post } of Object.values(callback)) {
      if (!post) continue;
      // The receiver's address; requests are signed, see docs/events.md.
      post.security ??= [];
      post.summary ??= `Tell of ${event}`;
      post.responses['410'] ??= {
        description: 'Switches the webhook off; any other answer but 2xx is tried again later',
      };
    }
  }
}
