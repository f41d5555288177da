import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { pointerToken, Problem } from '../../kernel/errors.js';
import { describeRoute, methodOf } from '../route.js';
import { fieldProblems, notSettable } from './field-problems.js';

/**
 * `@BodyOf(UserInputDto) input: UserInputDto`: the body as an instance of the class, checked by its class-validator
 * rules. Wrong or unknown fields are an `invalid` Problem (422) with a pointer for each. An absent body counts as an
 * empty object.
 */
export function BodyOf<Dto extends object>(dto: Type<Dto>): ParameterDecorator {
  return (target, key, index) => {
    ApiBody({ type: dto })(target, key ?? '', { value: methodOf(target, key) });
    checkedBody(dto)(target, key, index);
  };
}

/**
 * The route reads its body while it arrives, `@BodyStream() body: StreamedBody`: for bodies too large to hold whole.
 */
export function Streamed(bodyLimitBytes: number): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isStreamed: true, bodyLimitBytes });
}

export const BodyStream = createParamDecorator(
  (_: unknown, host: ExecutionContext) => host.switchToHttp().getRequest<FastifyRequest>().streamedBody,
);

const checkedBody = createParamDecorator((dto: Type<object>, host: ExecutionContext): object =>
  checked(dto, host.switchToHttp().getRequest<FastifyRequest>().body),
);

/** The same check without HTTP, for a part of a body whose type is known late. */
function checked<Dto extends object>(dto: Type<Dto>, body: unknown): Dto {
  const plain = body ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain))
    throw Problem.invalid([{ pointer: '#', detail: 'must be an object' }]);
  const misleading = membersNamed('constructor', plain);
  if (misleading.length > 0) throw Problem.invalid(misleading.map((pointer) => ({ pointer, detail: notSettable })));
  // exposeDefaultValues stays off and nothing is converted: "1" is not a number.
  const instance = plainToInstance(dto, plain);
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: false },
  });
  if (errors.length > 0) throw Problem.invalid(fieldProblems(errors));
  return instance;
}

/** class-transformer takes a member of that name for the class of its object, and fails. */
function membersNamed(wanted: string, value: object, above = '#'): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const pointer = `${above}/${pointerToken(name)}`;
    if (name === wanted) return [pointer];
    return typeof inner === 'object' && inner !== null ? membersNamed(wanted, inner, pointer) : [];
  });
}
