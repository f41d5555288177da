import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { methodOf } from '../../http/route.js';
import { Problem } from '../../kernel/errors.js';
import { FieldTable } from './fields.js';

interface Wanted {
  readonly fields: FieldTable<object>;
  readonly required: readonly string[];
}

/**
 * `@Values(userFields, UserInputDto, ['username']) values: Partial<UserValues>`: the body in the code's names, checked
 * by the table that bulk rows are checked by too; `dto` describes it in the API document. Wrong fields are an `invalid`
 * Problem (422).
 */
export function Values<V extends object>(
  fields: FieldTable<V>,
  dto: Type<object>,
  required: readonly string[] = [],
): ParameterDecorator {
  return (target, key, index) => {
    ApiBody({ type: dto })(target, key ?? '', { value: methodOf(target, key) });
    checkedValues({ fields, required } as Wanted)(target, key, index);
  };
}

const checkedValues = createParamDecorator(({ fields, required }: Wanted, host: ExecutionContext): object => {
  const { values, errors } = fields.fromApi(host.switchToHttp().getRequest<FastifyRequest>().body ?? {}, required);
  if (errors.length > 0) throw Problem.invalid(errors);
  return values;
});
