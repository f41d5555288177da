import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { methodOf } from '../route.js';
import { checkOf } from './dto-check.js';

/**
 * `@Values(UserInputDto) values: NewUser`: the body under the code's names, checked by the rules of the DTO like bulk
 * rows. Wrong fields are an `invalid` Problem (422).
 */
export function Values(dto: Type<object>): ParameterDecorator {
  return (target, key, index) => {
    ApiBody({ type: dto })(target, key ?? '', { value: methodOf(target, key) });
    checkedValues(dto)(target, key, index);
  };
}

const checkedValues = createParamDecorator((dto: Type<object>, host: ExecutionContext): object => {
  const { values, errors } = checkOf(dto).fromApi(host.switchToHttp().getRequest<FastifyRequest>().body ?? {});
  if (errors.length > 0) throw Problem.invalid(errors);
  return values;
});
