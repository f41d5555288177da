import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { describeRoute } from './route.js';

/**
 * Who may call this route: keys with `permission` (`users:read`). A route without it or `@Public()` fails at start-up.
 */
export function Permission(permission: string): MethodDecorator {
  const described: MethodDecorator = (_target, _key, descriptor) => {
    describeRoute(descriptor.value as object, { permission });
  };
  return applyDecorators(described, ApiBearerAuth(), ApiExtension('x-permission', permission));
}

/** Signed-in operators may call this route, whatever their role: it is about themselves. API keys may not. */
export function SignedIn(): MethodDecorator {
  const described: MethodDecorator = (_target, _key, descriptor) =>
    describeRoute(descriptor.value as object, { isForOperators: true });
  return applyDecorators(described, ApiBearerAuth());
}

/** Every key and operator may call this route; what it shows depends on their permissions, which it asks for itself. */
export function EveryCaller(): MethodDecorator {
  const described: MethodDecorator = (_target, _key, descriptor) =>
    describeRoute(descriptor.value as object, { isForEveryCaller: true });
  return applyDecorators(described, ApiBearerAuth());
}
