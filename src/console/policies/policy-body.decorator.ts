import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { methodOf } from '../../http/route.js';
import { Problem } from '../../kernel/errors.js';
import { readPolicy } from './policy-fields.js';

/**
 * `@PolicyBody(PolicyInputDto, ['name', 'effect'])`: the body in the code's names; wrong fields are an `invalid`
 * Problem.
 */
export function PolicyBody(dto: Type<object>, required: readonly string[] = []): ParameterDecorator {
  return (target, key, index) => {
    ApiBody({ type: dto })(target, key ?? '', { value: methodOf(target, key) });
    read(required)(target, key, index);
  };
}

const read = createParamDecorator((required: readonly string[], host: ExecutionContext): object => {
  const { values, errors } = readPolicy(host.switchToHttp().getRequest<FastifyRequest>().body ?? {}, required);
  if (errors.length > 0) throw Problem.invalid(errors);
  return values;
});
