import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../kernel/errors.js';
import { isUuid } from '../kernel/ids.js';
import { methodOf } from './route.js';

/**
 * `@RecordId('id') id: string`: an id from the path, in lower case; anything that cannot be one is not found (404). Not
 * a pipe: Nest awaits each pipe, which costs a small request more than its handler.
 */
export function RecordId(name: string, description?: string): ParameterDecorator {
  return (target, key, index) => {
    ApiParam({ name, schema: { type: 'string', format: 'uuid' }, description })(target, key ?? '', {
      value: methodOf(target, key),
    });
    read(name)(target, key, index);
  };
}

/** @throws Problem not_found where `text` cannot be the id of a record */
export function recordIdOf(text: string): string {
  if (!isUuid(text)) throw new Problem('not_found', `There is nothing with id ${text}: ids are UUIDs`);
  return text.toLowerCase();
}

const read = createParamDecorator((name: string, host: ExecutionContext) =>
  recordIdOf(host.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>().params[name]),
);
