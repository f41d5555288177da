import { describeRoute, routeFacts } from './route.js';

/** Anyone may call this without a key: a route, or every route of a controller that does not say otherwise. */
export function Public(): MethodDecorator & ClassDecorator {
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const methods = descriptor ? [descriptor.value as object] : methodsOf(target as Function);
    for (const method of methods) if (!routeFacts(method).permission) describeRoute(method, { isPublic: true });
  };
}

function methodsOf(controller: Function): object[] {
  const prototype = controller.prototype as object;
  return Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([, { value }]) => value as object);
}
