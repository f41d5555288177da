import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { describeRoute } from '../route.js';

/**
 * The route reads its body while it arrives, `@BodyStream() body: StreamedBody`: for bodies too large to hold whole.
 */
export function Streamed(bodyLimitBytes: number): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isStreamed: true, bodyLimitBytes });
}

export const BodyStream = createParamDecorator(
  (_: unknown, host: ExecutionContext) => host.switchToHttp().getRequest<FastifyRequest>().streamedBody,
);
