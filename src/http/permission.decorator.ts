import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { describeRoute } from './route.js';

/** Who may call this route: keys that hold `permission` (`users:read`). A route without it or `@Public()` does not start. */
export function Permission(permission: string): MethodDecorator {
  const described: MethodDecorator = (_target, _key, descriptor) => {
    describeRoute(descriptor.value as object, { permission });
  };
  return applyDecorators(described, ApiBearerAuth(), ApiExtension('x-permission', permission));
}

/** Whoever has a good token may call this route, with any permission or none: it is about the caller alone. */
export function AnyCaller(): MethodDecorator {
  const described: MethodDecorator = (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isForAnyCaller: true });
  return applyDecorators(described, ApiBearerAuth());
}
