import { describeRoute } from '../route.js';

/**
 * The route waits for another system, so no transaction of its Idempotency-Key stays open meanwhile. The key commits
 * with what the route does in `Database.transaction`, or by itself when it does nothing there. After a crash before
 * that, a repetition does everything again, so the work before it must be safe to repeat.
 */
export function AsksOutside(): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { asksOutside: true });
}
